/** The tree as a list. */

import { html, svg } from './words.js';
import { smallBoard } from './boards.js';
import { state, place, limitsOf } from './looks.js';

/** The tree as a nested list, for screen readers and narrow screens. */
export class Outline {
  constructor(explorer) {
    this.explorer = explorer;
    this.area = explorer.area;
    this.views = new Map();
    this.list = html('ul', { class: 'nx-list-root', 'aria-label': 'The tree as a list' });
    this.scroller = html('div', { class: 'nx-scroller nx-outline', tabindex: '-1' }, this.list);
    this.element = html('div', { class: 'nx-stage' }, this.scroller);
    this.list.addEventListener('click', (event) => {
      const row = event.target.closest('[data-key]');
      if (!row) return;
      const view = this.views.get(row.dataset.key);
      if (event.target.closest('.nx-all')) explorer.showAll(row.dataset.key);
      else if (event.target.closest('.nx-twist')) explorer.fold(view.node);
      else explorer.jump(view.node);
    });
  }

  arrange() {
    const { explorer } = this;
    const shown = explorer.visible();
    const old = new Set(this.views.keys());
    const build = (node) => {
      old.delete(node.key);
      let view = this.views.get(node.key);
      if (!view) this.views.set(node.key, (view = this.draw(node)));
      const hidden = shown.folded.get(node);
      const kids = shown.kids.get(node) ?? [];
      view.twist.hidden = hidden === undefined;
      view.twist.setAttribute('aria-expanded', !hidden);
      view.twist.setAttribute('aria-label', `${hidden ? 'Unfold' : 'Fold'} ${node.name}`);
      const items = kids.map(build);
      const more = shown.more.get(node);
      if (more)
        items.push(
          html('li', { 'data-key': node.key }, html('button', { type: 'button', class: 'nx-all' }, `${more} more`)),
        );
      if (items.length) {
        view.below ??= html('ul');
        if (!view.below.isConnected) view.item.append(view.below);
        if (view.below.children.length !== items.length || items.some((item, i) => view.below.children[i] !== item))
          view.below.replaceChildren(...items);
      } else view.below?.remove();
      return view.item;
    };
    const top = build(explorer.model.root);
    if (this.list.firstChild !== top) this.list.replaceChildren(top);
    for (const key of old) this.views.delete(key);
  }

  draw(node) {
    const { area, explorer } = this;
    const picture = svg(
      'svg',
      { class: 'nx-mini', viewBox: `-0.1 -0.1 ${area.width + 0.2} ${area.height + 0.2}`, 'aria-hidden': 'true' },
      smallBoard(area, node, Math.max(0.08, Math.min(0.16, 0.06 * Math.max(area.width, area.height)))),
    );
    const view = { node, key: '', words: '' };
    view.score = html('span', { class: 'nx-score' });
    view.scores = html('span', { class: 'nx-list' });
    view.window = html('span', { class: 'nx-window' });
    view.reason = html('span', { class: 'nx-reason' });
    view.said = html('span', { class: 'nx-said' });
    view.button = html(
      'button',
      { type: 'button', class: 'nx-state' },
      picture,
      view.said,
      html(
        'span',
        { class: 'nx-cols', 'aria-hidden': 'true' },
        html(
          'span',
          { class: 'nx-top' },
          html('b', { class: 'nx-id' }, node.label),
          explorer.model.kind === 'trace' && node.move ? html('span', {}, node.called) : '',
          html('span', { class: 'nx-role' }, place(node)),
        ),
        html('span', { class: 'nx-bottom' }, view.score, view.scores, view.window),
        view.reason,
      ),
    );
    view.twist = html('button', { type: 'button', class: 'nx-twist' });
    view.row = html('div', { class: 'nx-row', 'data-key': node.key }, view.button, view.twist);
    view.item = html('li', {}, view.row);
    return view;
  }

  update() {
    for (const view of this.views.values()) this.paint(view);
    this.follow();
  }

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
    view.row.className = `nx-row ${names}`;
    view.score.textContent = look.status === 'ahead' ? 'not reached yet' : lines[0][0];
    view.scores.textContent = scores;
    view.window.textContent = limits;
    view.reason.textContent = look.reason;
    view.said.textContent = said;
    if (active) view.button.setAttribute('aria-current', 'step');
    else view.button.removeAttribute('aria-current');
  }

  measure() {}

  resize() {}

  follow(always = false) {
    let node = this.explorer.now.node;
    while (!this.views.has(node.key)) node = node.parent;
    const view = this.views.get(node.key);
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

  get chosen() {
    return null;
  }
}
