// Mounts explorers in their places on a page. The document of an explorer is in the page, or is fetched when the place
// scrolls into view. This script does not know the rules of any game: the server sends branches beyond the document.

import { mount } from './explorer.js';
import { need, on, whenShown } from './part.js';
import { Race } from './race.js';

const root = document.documentElement;
/** @type {Map<HTMLElement, ReturnType<typeof mount> | Race>} */
const shown = new Map(); // the explorers of this page, by their elements

/**
 * Mount the explorer of a place. Until its document has loaded, the place shows the search in words.
 * @param {HTMLElement} place
 */
export function start(place) {
  destroy((element) => place.contains(element));
  const inside = place.querySelector('script[type="application/json"]');
  if (inside) {
    show(place, JSON.parse(inside.textContent ?? ''));
    return;
  }
  const { source, branch } = place.dataset;
  if (!source) return;
  const bring = async () => {
    const found = await fetched(place, source);
    if (!place.isConnected || place.dataset.source !== source) return; // the page shows something else now
    if (found) {
      show(place, found);
      if (!branch) place.dataset.keep = ''; // pressing a board of the lesson does not restart the search
    } else need('.told', place).hidden = false;
  };
  if (branch) {
    // the explorer is the main content of the page: load it at once
    need('.told', place).hidden = true;
    bring();
    return;
  }
  whenNear(place, bring);
}

/** End explorers. @param {(element: HTMLElement) => boolean} ends */
function destroy(ends) {
  for (const [element, explorer] of shown) {
    if (!ends(element)) continue;
    explorer.destroy();
    shown.delete(element);
  }
}
whenShown(() => destroy((element) => !element.isConnected));

/**
 * Call a function when an element is about to scroll into view.
 * @param {Element} element
 * @param {() => void} listener
 */
function whenNear(element, listener) {
  const near = new IntersectionObserver(
    (entries) => {
      if (!entries.some((entry) => entry.isIntersecting)) return;
      near.disconnect();
      listener();
    },
    { rootMargin: '300px' },
  );
  near.observe(element);
}

/** @param {HTMLElement} place @param {nx.Document | nx.RaceDocument} document_ */
function show(place, document_) {
  const element = need('.noughts-explorer', place);
  /** @type {nx.Options} */
  const options = {};
  const { steps } = place.dataset;
  if (steps) options.part = (first) => fetched(place, `${steps}&first=${first}`);
  if (place.dataset.branch) {
    Object.assign(options, { hash: true, keys: 'page' });
    options.branch = (board, turn) => fetched(place, `${place.dataset.branch}&${new URLSearchParams({ board, turn })}`);
  }
  need('.told', place).hidden = true;
  element.hidden = false;
  dress(element);
  const isRace = document_.format === 'noughts-race';
  shown.set(element, isRace ? new Race(element, document_) : mount(element, document_, options));
}

/**
 * Return the document at a URL, or show an error in the place and return null.
 * @param {HTMLElement} place
 * @param {string} url
 */
async function fetched(place, url) {
  place.querySelector('.failed')?.remove();
  try {
    const answer = await fetch(url);
    const found = await answer.json();
    if (found.error) throw new Error(found.error);
    return found;
  } catch (error) {
    const message = document.createElement('p');
    message.className = 'note refusal failed';
    message.setAttribute('role', 'alert');
    message.textContent = error instanceof TypeError ? 'The server cannot be reached. Try again.' : error.message;
    place.prepend(message);
    return null;
  }
}

/** Use the theme of the page. @param {HTMLElement} element */
function dress(element) {
  if (root.dataset.theme) element.dataset.theme = root.dataset.theme;
  else delete element.dataset.theme;
}
new MutationObserver(() => [...shown.keys()].forEach(dress)).observe(root, { attributeFilter: ['data-theme'] });

// A change in the form beside the tree takes effect at once.
on('change', 'form[data-sends] select', (select) => select.value !== 'custom' && select.form?.requestSubmit());
