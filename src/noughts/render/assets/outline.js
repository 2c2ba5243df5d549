/** The tree as a list. */

import { html, svg } from './elements.js';
import { smallBoard } from './boards.js';
import { state, place, limitsOf } from './looks.js';

/**
 * @typedef {object} Item
 * @property {nx.Node} node
 * @property {string} key what the item shows
 * @property {HTMLElement} item
 * @property {HTMLElement} row
 * @property {HTMLElement} button
 * @property {HTMLElement} twist
 * @property {HTMLElement} below the list of the children
 * @property {Record<'score' | 'scores' | 'window' | 'reason' | 'said', HTMLElement>} texts
 */

/** The tree as a nested list, for screen readers and narrow screens. */
export class Outline {
  /** @param {nx.Explorer} explorer */
  constructor(explorer) {
    this.explorer = explorer;
    this.area = explorer.area;
    /** @type {Map<string, Item>} */
    this.views = new Map();
    /** @type {Item | undefined} */
    this.followed = undefined;
    this.chosen = null; // the explorer's keys for a focused node are those of the tree
    this.list = html('ul', { class: 'nx-list-root', 'aria-label': 'The tree as a list' });
    this.scroller = html('div', { class: 'nx-scroller nx-outline', tabindex: '-1' }, this.list);
    this.element = html('div', { class: 'nx-stage' }, this.scroller);
    this.list.addEventListener('click', (event) => {
      const pressed = /** @type {Element} */ (event.target);
      const key = pressed.closest('[data-key]')?.getAttribute('data-key') ?? '';
      const view = this.views.get(key);
      if (!view) return;
      if (pressed.closest('.nx-all')) explorer.showAll(key);
      else if (pressed.closest('.nx-twist')) explorer.fold(view.node);
      else explorer.jump(view.node);
    });
  }

  arrange() {
    const { explorer } = this;
    const shown = explorer.visible();
    const old = new Set(this.views.keys());
    /** @param {nx.Node} node @returns {HTMLElement} */
    const build = (node) => {
      old.delete(node.key);
      const view = this.views.get(node.key) ?? this.draw(node);
      this.views.set(node.key, view);
      const hidden = shown.folded.get(node);
      const kids = shown.kids.get(node) ?? [];
      const field = explorer.paper.fields.get(node)?.element;
      if (field) view.button.after(field);
      view.twist.hidden = hidden === undefined;
      view.twist.setAttribute('aria-expanded', String(!hidden));
      view.twist.setAttribute('aria-label', `${hidden ? 'Unfold' : 'Fold'} ${node.name}`);
      /** @type {HTMLElement[]} */
      const items = kids.map(build);
      const more = shown.more.get(node);
      if (more)
        items.push(
          html('li', { 'data-key': node.key }, html('button', { type: 'button', class: 'nx-all' }, `${more} more`)),
        );
      const { below } = view;
      if (!items.length) below.remove();
      else if (!below.isConnected) view.item.append(below);
      if (below.children.length !== items.length || items.some((item, i) => below.children[i] !== item))
        below.replaceChildren(...items);
      return view.item;
    };
    const top = build(explorer.model.root);
    if (this.list.firstChild !== top) this.list.replaceChildren(top);
    for (const key of old) this.views.delete(key);
  }

  /** @param {nx.Node} node @returns {Item} */
  draw(node) {
    const { area, explorer } = this;
    const picture = svg(
      'svg',
      { class: 'nx-mini', viewBox: `-0.1 -0.1 ${area.width + 0.2} ${area.height + 0.2}`, 'aria-hidden': 'true' },
      smallBoard(area, node, Math.max(0.08, Math.min(0.16, 0.06 * Math.max(area.width, area.height)))),
    );
    const texts = {
      score: html('span', { class: 'nx-score' }),
      scores: html('span', { class: 'nx-list' }),
      window: html('span', { class: 'nx-window' }),
      reason: html('span', { class: 'nx-reason' }),
      said: html('span', { class: 'nx-said' }),
    };
    const button = html(
      'button',
      { type: 'button', class: 'nx-state' },
      picture,
      texts.said,
      html(
        'span',
        { class: 'nx-cols', 'aria-hidden': 'true' },
        html(
          'span',
          { class: 'nx-top' },
          html('b', { class: 'nx-id' }, node.label),
          explorer.model.kind !== 'atlas' && node.move ? html('span', {}, node.called) : '',
          html('span', { class: 'nx-role' }, place(node)),
        ),
        html('span', { class: 'nx-bottom' }, texts.score, texts.scores, texts.window),
        texts.reason,
      ),
    );
    const twist = html('button', { type: 'button', class: 'nx-twist' });
    const row = html('div', { class: 'nx-row', 'data-key': node.key }, button, twist);
    return { node, key: '', item: html('li', {}, row), row, button, twist, below: html('ul'), texts };
  }

  update() {
    for (const view of this.views.values()) this.paint(view);
    this.follow();
  }

  /** @param {Item} view */
  paint(view) {
    const { look, active, lines, names, words: said } = state(this.explorer, view.node);
    const scores = lines
      .map(([, list]) => list)
      .join('')
      .trim();
    const limits = limitsOf(look);
    const key = `${names}|${lines.join('/')}|${limits}`;
    if (key === view.key) return;
    view.key = key;
    const { texts } = view;
    view.row.className = `nx-row ${names}`;
    const ahead = this.explorer.paper.on ? '' : 'not reached yet';
    texts.score.textContent = look.status === 'ahead' ? ahead : lines[0][0];
    texts.scores.textContent = scores;
    texts.window.textContent = limits;
    texts.reason.textContent = look.reason;
    texts.said.textContent = said;
    if (active) view.button.setAttribute('aria-current', 'step');
    else view.button.removeAttribute('aria-current');
  }

  measure() {}

  resize() {}

  follow(always = false) {
    const view = this.explorer.nearest(this.views);
    if (view === this.followed && !always) return;
    const first = !this.followed;
    this.followed = view;
    const { scroller } = this;
    const row = view.row.getBoundingClientRect();
    const box = scroller.getBoundingClientRect();
    if (!always && row.top >= box.top + 8 && row.bottom <= box.bottom - 8) return;
    const top = scroller.scrollTop + row.top - box.top - (box.height - row.height) / 2;
    scroller.scrollTo({ top, behavior: first || this.explorer.still() ? 'auto' : 'smooth' });
  }

  move() {}

  fill() {}

  hint() {}

  scale() {}
}
