/** Roving focus: several elements are one stop for the Tab key, and keys move the focus from there. */

/**
 * Make one of the elements the stop.
 * @param {Iterable<HTMLElement | SVGElement>} elements
 * @param {Element | null} stop
 */
export function rove(elements, stop) {
  for (const element of elements) element.tabIndex = element === stop ? 0 : -1;
}

/**
 * Move the focus to the target of the pressed key. At an edge, a key has no target; keys that are not listed do what
 * they do elsewhere.
 * @param {KeyboardEvent} event
 * @param {Record<string, HTMLElement | null | undefined>} targets by the names of their keys
 */
export function steer(event, targets) {
  if (event.ctrlKey || event.altKey || event.metaKey || !(event.key in targets)) return;
  event.preventDefault();
  event.stopPropagation();
  targets[event.key]?.focus();
}
