/** An explorer in a frame: it has the colours of the page around it, and a narrow frame fits its content. */

/** Whether the background of an element is light or dark. @param {Element} element */
function themeAround(element) {
  const { defaultView, documentElement: root } = element.ownerDocument;
  const view = defaultView ?? window;
  for (let up = /** @type {Element | null} */ (element); up; up = up.parentElement) {
    const parts = view.getComputedStyle(up).backgroundColor.match(/[\d.]+/g) ?? [];
    const [red, green, blue, solid = 1] = parts.map(Number);
    if (solid > 0.5) return 0.3 * red + 0.6 * green + 0.1 * blue < 128 ? 'dark' : 'light';
  }
  const dark = view.matchMedia('(prefers-color-scheme: dark)').matches;
  return dark && view.getComputedStyle(root).colorScheme.includes('dark') ? 'dark' : 'light';
}

/**
 * Match the light or dark colours of the surrounding page, if the browser permits reading them.
 * @param {HTMLElement} element
 * @param {AbortSignal} signal
 */
export function dressed(element, signal) {
  const around = window.frameElement; // null if the surrounding page is from another origin
  if (!around) return;
  const dress = () => {
    element.dataset.theme = themeAround(around);
  };
  const later = () => {
    dress();
    setTimeout(dress, 400); // after the page's own transition
  };
  const watch = new MutationObserver(later);
  for (const part of [around.ownerDocument.documentElement, around.ownerDocument.body])
    watch.observe(part, { attributes: true });
  signal.addEventListener('abort', () => watch.disconnect());
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', later, { signal });
  dress();
}

/**
 * Make a narrow frame as high as its content, if the browser permits it.
 * @param {HTMLElement} element
 * @param {boolean} narrow
 */
export function fitted(element, narrow) {
  const around = /** @type {HTMLElement | null} */ (window.frameElement);
  if (!around) return;
  const height = narrow ? Math.ceil(element.scrollHeight) + 4 : Number(around.getAttribute('height'));
  if (height) around.style.height = `${height}px`;
}
