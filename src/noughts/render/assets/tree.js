/** The tree as a picture. */

import { letter, html, svg } from './words.js';
import { layout } from './layout.js';
import { smallBoard } from './boards.js';
import { state, foot, place, limitsOf, slash } from './looks.js';

export const LITTLE = 30; // the most states of a tree that is drawn whole by default
const AT_ONCE = 150; // the most states drawn at once; if there are more, those near the current one come first
const LATER = 80; // milliseconds until the next batch, so that the browser can paint what is in view
const READABLE = 0.93; // the smallest automatic scale: the texts of the tree have at least 12 pixels
const LEGIBLE = 0.5; // the smallest scale at which states are readable
const RISE = 26; // from the lower edge of a state to the upper edge of its children
const LETTER = 7.85; // the width of a letter in a node's score list
const LINE = 16; // the height of a line of text in a node

/** The tree as a picture. Only changed parts are redrawn. */
export class Tree {
  constructor(explorer) {
    this.explorer = explorer;
    this.area = explorer.area;
    const { width, height } = this.area;
    this.cell = Math.max(4.5, Math.min(16, 110 / width, (this.area.falls ? 72 : 56) / height)); // discs need more room
    this.boardWidth = width * this.cell;
    this.boardHeight = height * this.cell;
    this.views = new Map();
    this.zoom = 0; // automatic
    this.focus = null;
    const id = `nx${explorer.number}`;
    this.hatch = `url(#${id}-hatch)`;
    this.edges = svg('g', { class: 'nx-edges' });
    this.labels = svg('g'); // the moves, above all edges
    this.boxes = svg('g');
    this.ring = svg('rect', { class: 'nx-ring', rx: 9, visibility: 'hidden' });
    this.picture = svg(
      'svg',
      { class: 'nx-tree', role: 'group', 'aria-label': 'The tree: the state being searched is outlined' },
      svg(
        'defs',
        {},
        svg(
          'pattern',
          { id: `${id}-hatch`, width: 7, height: 7, patternUnits: 'userSpaceOnUse', patternTransform: 'rotate(45)' },
          svg('rect', { class: 'nx-hatch-ground', width: 7, height: 7 }),
          svg('path', { class: 'nx-hatch-line', d: 'M0 0V7' }),
        ),
      ),
      this.edges,
      this.labels,
      this.boxes,
      this.ring,
    );
    this.levels = html('div', { class: 'nx-levels', 'aria-hidden': 'true' });
    this.scroller = html(
      'div',
      {
        class: `nx-scroller ${explorer.model.small && explorer.model.nodes.length <= LITTLE ? 'is-small' : 'is-tall'}`,
        tabindex: '-1',
      },
      html('div', { class: 'nx-inner' }, this.levels, html('div', { class: 'nx-canvas' }, this.picture)),
    );
    this.tip = html('div', { class: 'nx-tip', role: 'tooltip', hidden: true });
    this.element = html('div', { class: 'nx-stage' }, this.scroller, this.tip);
    this.picture.addEventListener('click', (event) => this.clicked(event));
    this.picture.addEventListener('mousedown', (event) => event.preventDefault()); // the scroller takes the focus
    this.picture.addEventListener('pointerover', (event) => this.hint(this.nodeOf(event.target)));
    this.picture.addEventListener('pointerleave', () => this.hint(null));
    this.picture.addEventListener('focusin', (event) => this.focused(this.nodeOf(event.target)));
    this.picture.addEventListener('focusout', () => this.focused(null));
    this.scroller.addEventListener('scroll', () => this.hint(null), { passive: true });
  }

  /** The node of an element of the picture, if any. */
  nodeOf(element) {
    return this.views.get(element?.closest('.nx-node')?.dataset.key)?.node;
  }

  clicked(event) {
    this.scroller.focus({ preventScroll: true });
    const more = event.target.closest('.nx-more');
    if (more) this.explorer.showAll(more.dataset.key);
    const node = this.nodeOf(event.target);
    if (!node) return;
    if (event.target.closest('.nx-fold')) this.explorer.fold(node);
    else this.explorer.jump(node);
  }

  focused(node) {
    const view = node && this.views.get(node.key);
    this.hint(node);
    if (!view?.group.matches(':focus-visible')) return this.ring.setAttribute('visibility', 'hidden');
    const { x, y, width, height } = view;
    for (const [name, value] of Object.entries({
      x: x - width / 2 - 4,
      y: y - 4,
      width: width + 8,
      height: height + 8,
      visibility: 'visible',
    })) {
      this.ring.setAttribute(name, value);
    }
    this.reveal([view]);
  }

  hint(node) {
    const view = node && this.views.get(node.key);
    this.tip.hidden = !view;
    if (!view) return;
    this.tip.textContent = view.words;
    const box = view.box.getBoundingClientRect();
    const stage = this.element.getBoundingClientRect();
    const below = box.bottom - stage.top + 90 < stage.height;
    this.tip.style.left = `${Math.max(8, Math.min(stage.width - 268, box.left - stage.left))}px`;
    this.tip.style.top = below ? `${box.bottom - stage.top + 8}px` : 'auto';
    this.tip.style.bottom = below ? 'auto' : `${Math.max(8, stage.bottom - box.top + 8)}px`;
  }

  /** The size a node needs for its final content. */
  size(node) {
    const known = this.views.get(node.key);
    const open = this.explorer.isOpen(node);
    const { model } = this.explorer;
    if (known?.size && known.open === open && known.step === (model.inParts && this.explorer.step)) return known.size;
    const last = model.last(node, this.explorer.step, open);
    const lines = foot(node, last);
    const letters = Math.max(...lines.map(([score, list]) => score.length + list.length + (score && list ? 1 : 0)));
    const head = node.label.length * 8.5 + place(node).length * 7.6 + 24;
    const limits = last.window ? limitsOf(last).length * 7.25 + 16 : 0;
    const view = this.view(node);
    view.open = open;
    view.step = model.inParts && this.explorer.step;
    view.size = {
      width: Math.round(Math.max(64, this.boardWidth + 18, letters * LETTER + 16, head, limits)),
      height: Math.round(24 + this.boardHeight + 6 + lines.length * LINE + (model.windowed ? LINE : 0) + 8),
    };
    return view.size;
  }

  view(node) {
    let view = this.views.get(node.key);
    if (!view) this.views.set(node.key, (view = { node, group: null, key: '', words: '' }));
    return view;
  }

  /** Lay out the unfolded nodes. */
  arrange() {
    const { explorer } = this;
    const shown = explorer.visible();
    const kidsOf = (node) => shown.kids.get(node) ?? [];
    const { at, width } = layout(
      explorer.model.root,
      kidsOf,
      (node) => this.size(node).width,
      explorer.model.inParts ? explorer.now.unfolded : new Set(), // the path to a state of a story in parts is a straight line
    );
    const heights = [];
    for (const node of at.keys()) heights[node.depth] = Math.max(heights[node.depth] ?? 0, this.size(node).height);
    const tops = [8];
    for (const [depth, height] of heights.entries()) tops.push(tops[depth] + height + RISE);
    this.width = width + 24;
    this.height = tops[heights.length] - RISE + 14;
    const old = new Set(this.views.keys());
    for (const [node, middle] of at) {
      old.delete(node.key);
      const size = this.size(node);
      const place_ = { x: Math.round(middle + 12), y: tops[node.depth], width: size.width, height: size.height };
      Object.assign(this.view(node), place_);
    }
    for (const key of old) {
      const view = this.views.get(key);
      for (const part of ['group', 'edge', 'slash', 'label', 'more']) view[part]?.remove();
      this.views.delete(key);
    }
    this.shown = shown;
    for (const view of this.views.values()) this.others(view);
    this.level(at, tops, heights);
    this.resize();
    const here = this.views.get(this.shownNow().key);
    for (const view of this.views.values()) if (view.group || this.isNear(view, here)) this.stand(view);
    this.complete();
  }

  /** Whether a node may be visible when another one is in the middle. */
  isNear(view, other) {
    if (this.views.size <= AT_ONCE) return true;
    const [dx, dy] = [Math.abs(view.x - other.x), Math.abs(view.y - other.y)];
    return (dx - view.width) * this.scaled < this.room && (dy - view.height) * this.scaled < this.tall;
  }

  /** Draw the missing nodes in batches, after those nearby have been painted. */
  complete() {
    if (this.busy || this.missing().length === 0) return;
    this.busy = true;
    this.picture.setAttribute('aria-busy', 'true');
    const some = () => {
      if (this.explorer.view !== this) return;
      this.fill(AT_ONCE);
      if (this.busy) setTimeout(some, LATER);
    };
    setTimeout(some, LATER);
  }

  missing() {
    return [...this.views.values()].filter((view) => !view.group);
  }

  /** Draw at most this many of the missing nodes. */
  fill(most = Infinity) {
    const missing = this.missing();
    for (const view of missing.slice(0, most)) {
      this.stand(view);
      this.paint(view);
    }
    if (missing.length > most) return;
    this.busy = false;
    this.picture.removeAttribute('aria-busy');
  }

  /** Place a node, draw it if it is missing, and return its group. */
  stand(view) {
    if (!view.group) this.draw(view);
    this.put(view);
    this.join(view);
    return view.group;
  }

  draw(view) {
    const { node } = view;
    view.box = svg('rect', { class: 'nx-box', rx: 6 });
    view.id = svg('text', { class: 'nx-id', y: 17, 'aria-hidden': 'true' });
    view.role = svg('text', { class: 'nx-role', y: 17, 'text-anchor': 'end', 'aria-hidden': 'true' });
    view.id.textContent = node.label;
    view.role.textContent = place(node);
    view.board = smallBoard(this.area, node, Math.max(0.1, Math.min(0.2, 1.9 / this.cell)));
    view.board.setAttribute('role', 'img'); // screen readers read its label instead of the texts around it
    view.foot = svg('g', { class: 'nx-foot', 'aria-hidden': 'true' });
    view.group = svg(
      'g',
      { class: 'nx-node', role: 'button', tabindex: -1, 'data-key': node.key },
      view.box,
      view.id,
      view.role,
      view.board,
      view.foot,
    );
    if (this.explorer.model.windowed)
      view.group.append(
        (view.window = svg('text', { class: 'nx-window', 'text-anchor': 'middle', 'aria-hidden': 'true' })),
      );
    if (node.parent) {
      view.edge = svg('path', { class: 'nx-edge' });
      view.label = svg('text', { class: 'nx-move', 'aria-hidden': 'true' }, node.called);
      this.edges.append(view.edge);
      this.labels.append(view.label);
    }
    this.boxes.append(view.group);
    view.key = '';
  }

  /** Move a node to its place. */
  put(view) {
    const { x, y, width, height } = view;
    const where = `${x} ${y} ${width} ${height}`;
    if (view.where === where) return;
    view.where = where;
    view.key = '';
    const half = width / 2;
    view.group.setAttribute('transform', `translate(${x} ${y})`);
    for (const [name, value] of Object.entries({ x: -half, y: 0, width, height })) view.box.setAttribute(name, value);
    view.id.setAttribute('x', -half + 7);
    view.role.setAttribute('x', half - 7);
    view.board.setAttribute('transform', `translate(${-this.boardWidth / 2} 24) scale(${this.cell})`);
    view.window?.setAttribute('y', height - 11);
  }

  /** Draw the edge from a node's parent, and the sign that folds the node. */
  join(view) {
    const { node } = view;
    const above = node.parent && this.views.get(node.parent.key);
    if (above) {
      const [x, y, a, b] = [above.x, above.y + above.height, view.x, view.y];
      const middle = (y + b) / 2;
      const d = `M${x} ${y}C${x} ${middle + 4} ${a} ${middle - 4} ${a} ${b}`;
      if (view.d !== d) {
        view.d = d;
        view.edge.setAttribute('d', d);
        const left = x > a + 1; // away from the edge
        view.label.setAttribute('x', a + (left ? -6 : 6));
        view.label.setAttribute('y', b - 4);
        view.label.setAttribute('text-anchor', left ? 'end' : 'start');
        view.slash?.setAttribute('d', slash(view));
      }
    }
    const hidden = this.shown.folded.get(node);
    const text = hidden === undefined ? '' : hidden ? '+' : '−';
    if (text !== view.sign) {
      view.sign = text;
      view.fold?.remove();
      if (text) {
        view.fold = svg(
          'g',
          { class: `nx-fold${hidden ? ' is-folded' : ''}` },
          svg('circle', { r: 7.5 }),
          svg('path', { d: hidden ? 'M-3.5 0h7M0-3.5v7' : 'M-3.5 0h7' }),
        );
        view.group.append(view.fold);
      }
    }
    if (text) view.fold.setAttribute('transform', `translate(0 ${view.height})`);
  }

  /** After the children that are shown, add a button for the others. */
  others(view) {
    const { node } = view;
    const more = this.shown.more.get(node);
    view.more?.remove();
    view.more = null;
    if (more) {
      const last = this.views.get(this.shown.kids.get(node).at(-1).key);
      const x = last.x + last.width / 2 + 10;
      view.more = svg(
        'g',
        { class: 'nx-more', 'data-key': node.key, transform: `translate(${x} ${last.y})` },
        svg('rect', { width: 84, height: 30, rx: 15 }),
        svg('text', { x: 42, y: 19, 'text-anchor': 'middle' }, `${more} more`),
      );
      this.boxes.append(view.more);
      this.width = Math.max(this.width, x + 100);
    }
  }

  level(at, tops, heights) {
    const ends = heights.map(() => true);
    const roles = [];
    for (const node of at.keys()) {
      ends[node.depth] &&= node.place === 'end';
      if (node.place !== 'end') roles[node.depth] = [node.role.toUpperCase(), letter(node.turn)];
    }
    this.levels.replaceChildren(
      ...heights.map((height, depth) => {
        const [role, turn] = ends[depth] ? ['END', ''] : roles[depth];
        const label = html('span', { class: 'nx-level' }, html('b', {}, role), turn);
        label.style.setProperty('--y', tops[depth] + height / 2);
        return label;
      }),
    );
  }

  /** Scale the tree by a factor; 0 switches between fitting the whole tree and the automatic size. */
  scale(factor) {
    const { explorer } = this;
    if (!factor && explorer.whole && this.fits() < LEGIBLE) {
      this.zoom = 0; // the whole tree would be too small to read: show only the path
      return explorer.followPath(true);
    }
    this.zoom = factor ? Math.max(0.1, Math.min(2.5, this.scaled * factor)) : this.zoom === -1 ? 0 : -1;
    this.resize();
    this.follow(true);
  }

  /** Measure the room. Call it only when that may have changed: it forces the browser to lay out the page. */
  measure() {
    this.room = this.scroller.clientWidth - this.levels.offsetWidth;
    const most = Number.parseFloat(getComputedStyle(this.scroller).maxHeight);
    this.tall = (most || this.scroller.clientHeight) - 2 || Infinity;
    this.least = Infinity;
  }

  /** The scale at which the whole picture fits. */
  fits() {
    return this.room > 0 ? Math.min(this.room / this.width, this.tall / this.height) : 1;
  }

  /** Size the picture to fit, but keep it readable, unless the reader has chosen a size. */
  resize() {
    const { explorer } = this;
    const least = this.zoom < 0 ? 0.08 : READABLE;
    this.scaled = this.zoom > 0 ? this.zoom : Math.max(least, Math.min(explorer.whole ? 1.2 : 1, this.fits()));
    if (!explorer.whole && !this.zoom) this.scaled = this.least = Math.min(this.least, this.scaled); // avoids flicker
    const [width, height] = [Math.round(this.width * this.scaled), Math.round(this.height * this.scaled)];
    const size = `${width} ${height} ${this.width} ${this.height}`;
    if (size === this.sized) return;
    this.sized = size;
    this.picture.setAttribute('viewBox', `0 0 ${this.width} ${this.height}`);
    this.picture.setAttribute('width', width);
    this.picture.setAttribute('height', height);
    this.levels.style.setProperty('--zoom', this.scaled);
    this.levels.style.setProperty('--tall', this.height);
    this.picture.style.setProperty('--wide', `${this.width}px`);
    this.levels.classList.toggle('is-crowded', this.scaled < 0.35);
  }

  update() {
    const now = this.shownNow();
    const focus = this.views.get(this.focus?.key)?.node ?? now;
    if (this.stop !== focus) {
      this.views.get(this.stop?.key)?.group?.setAttribute('tabindex', -1);
      this.stand(this.views.get(focus.key)).setAttribute('tabindex', 0);
      this.stop = focus;
    }
    for (const view of this.views.values()) if (view.group) this.paint(view);
    this.follow();
  }

  /** The current node, or the last unfolded node on the path to it. */
  shownNow() {
    let node = this.explorer.now.node;
    while (!this.views.has(node.key)) node = node.parent;
    return node;
  }

  paint(view) {
    const { explorer } = this;
    const { node } = view;
    const { look, active, onPath, lines, names, words: said } = state(explorer, node);
    const above = node.parent && explorer.model.look(node.parent, explorer.step, true);
    const edge = !above
      ? ''
      : look.status === 'cut'
        ? 'is-cut'
        : active || onPath || explorer.now.moving === node
          ? 'is-path'
          : above.chosen === node
            ? 'is-chosen'
            : look.status === 'ahead'
              ? 'is-ahead'
              : '';
    const chosen = above?.chosen === node ? ' is-best' : '';
    const limits = limitsOf(look);
    const key = `${names}|${edge}${chosen}|${lines.join('/')}|${limits}|${view.sign}`;
    if (key === view.key) return;
    view.key = key;
    view.words = said;
    view.group.setAttribute('class', `nx-node ${names}`);
    view.board.setAttribute('aria-label', said);
    if (view.sign) view.group.setAttribute('aria-expanded', view.sign === '−');
    else view.group.removeAttribute('aria-expanded');
    if (look.status === 'cut') view.box.setAttribute('fill', this.hatch);
    else view.box.removeAttribute('fill');
    if (view.edge) {
      view.edge.setAttribute('class', `nx-edge ${edge}${chosen}`);
      this.slashing(view, look.status === 'cut');
    }
    if (view.window) {
      view.window.textContent = limits;
      const [alpha, beta] = look.window ?? [null, null];
      view.window.setAttribute(
        'class',
        `nx-window${alpha !== null && beta !== null && alpha >= beta ? ' is-crossed' : ''}`,
      );
    }
    this.footing(view, lines);
  }

  /** Strike through the edge to a state that was cut off, or remove the stroke. */
  slashing(view, cut) {
    if (cut === Boolean(view.slash)) return;
    view.slash?.remove();
    view.slash = cut ? svg('path', { class: 'nx-slash', d: slash(view) }) : null;
    if (cut) view.edge.after(view.slash);
  }

  footing(view, lines) {
    const bottom = view.height - (view.window ? 11 + LINE : 11) - (lines.length - 1) * LINE;
    view.foot.replaceChildren(
      ...lines.flatMap(([score, list], i) => {
        if (!score && !list) return [];
        const line = svg('text', { 'text-anchor': 'middle', y: bottom + i * LINE });
        if (score) line.append(svg('tspan', { class: 'nx-score' }, score));
        if (score && list) line.append(' ');
        if (list) line.append(svg('tspan', { class: 'nx-list' }, list));
        return line;
      }),
    );
  }

  /** Keep the current node in view and, if there is room, its parent and the child that returned a score to it. */
  follow(always = false) {
    const { explorer } = this;
    const step = `${explorer.step} ${explorer.now.node.key}`;
    if (!always && step === this.followed) return;
    const now = this.shownNow();
    const near = [now, explorer.now.moving, now.parent].map((node) => this.views.get(node?.key)).filter(Boolean);
    this.reveal(near, always);
    this.followed = step;
  }

  /** Scroll the first of these nodes into view, with as many of the others as fit. */
  reveal(near, always = false) {
    const { scroller, scaled } = this;
    const room = { left: scroller.clientWidth - this.levels.offsetWidth, top: scroller.clientHeight };
    const spans = {
      left: near.map(({ x, width }) => [(x - width / 2) * scaled - 12, (x + width / 2) * scaled + 12]),
      top: near.map(({ y, height }) => [y * scaled - 8, (y + height) * scaled + 12]),
    };
    const target = {};
    for (const [side, [first, ...others]] of Object.entries(spans)) {
      let [low, high] = first;
      for (const [from, to] of others) {
        if (Math.max(high, to) - Math.min(low, from) > room[side]) continue;
        [low, high] = [Math.min(low, from), Math.max(high, to)];
      }
      const at = side === 'left' ? scroller.scrollLeft : scroller.scrollTop;
      if (always || Math.max(0, low) < at || high > at + room[side])
        target[side] = Math.max(0, (low + high - room[side]) / 2);
    }
    if (!('left' in target) && !('top' in target)) return;
    const quick = this.explorer.still() || always || !this.followed;
    scroller.scrollTo({ ...target, behavior: quick ? 'auto' : 'smooth' });
  }

  /** Move the focus through the tree. */
  move(key, shift) {
    const here = this.chosen;
    const shown = this.explorer.visible();
    let to = here;
    if (!here) to = this.shownNow();
    else if (key === 'ArrowUp') to = here.parent;
    else if (key === 'ArrowDown') to = shown.kids.get(here)?.[0];
    else if (shift) {
      const level = [...this.views.values()].filter((view) => view.node.depth === here.depth).sort((a, b) => a.x - b.x);
      to = level[level.findIndex((view) => view.node === here) + (key === 'ArrowLeft' ? -1 : 1)]?.node;
    }
    if (!to) return;
    this.focus = to;
    this.stand(this.views.get(to.key)).focus({ preventScroll: true });
    this.update();
  }

  /** The node that has the focus, if any. */
  get chosen() {
    return this.nodeOf(document.activeElement);
  }
}
