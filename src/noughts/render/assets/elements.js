/** `html` and `svg`, which create elements, and icons. */

const SVG = 'http://www.w3.org/2000/svg';

/** @type {Record<string, string>} */
const ICONS = {
  first: 'M4 3v10M13 3 6 8l7 5z',
  back: 'M11 3 4 8l7 5z',
  play: 'M5 3l8 5-8 5z',
  pause: 'M5.5 3v10M10.5 3v10',
  on: 'M5 3l7 5-7 5z',
  over: 'M2 12C2 1 12 1 12.6 8.5M9 7l3.7 3.4L15 6.2',
  out: 'M3 13h6V4M5.5 7.5 9 3.5l3.5 4',
  last: 'M12 3v10M3 3l7 5-7 5z',
};

/**
 * Create an element. An attribute `on…` is a listener, one that is true has no value, and one that is null or false is
 * left out.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Record<string, string | number | boolean | null | ((event: Event) => void)>} [attributes]
 * @param {...(Node | string)} children
 */
export function html(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'function') element.addEventListener(name.slice(2), value);
    else if (value !== null && value !== false) element.setAttribute(name, value === true ? '' : String(value));
  }
  element.append(...children);
  return element;
}

/**
 * @template {keyof SVGElementTagNameMap} K
 * @param {K} tag
 * @param {Record<string, string | number>} [attributes]
 * @param {...(Node | string)} children
 */
export function svg(tag, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, tag);
  adjust(element, attributes);
  if (children.length) element.append(...children);
  return element;
}

/** Set several attributes. @param {Element} element @param {Record<string, string | number>} attributes */
export function adjust(element, attributes) {
  for (const name in attributes) element.setAttribute(name, String(attributes[name]));
}

/** @param {string} name */
export const icon = (name) =>
  svg('svg', { viewBox: '0 0 16 16', 'aria-hidden': 'true', class: 'nx-icon' }, svg('path', { d: ICONS[name] }));

/** A line of code that can be broken after a bracket. @param {string} text */
export const breakable = (text) => text.split(/(?<=\()(?!\))/).flatMap((part, i) => (i ? [html('wbr'), part] : [part]));
