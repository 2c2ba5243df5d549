/** The tree as a picture. */

import { html, svg, adjust } from './elements.js';
import { rove } from './roving.js';
import { letter } from './words.js';
import { layout } from './layout.js';
import { smallBoard } from './boards.js';
import { state, foot, place, limitsOf, slash } from './looks.js';

const AT_ONCE = 150; // the most states drawn at once; if there are more, those near the current one come first
const LATER = 80; // milliseconds until the next batch, so that the browser can paint what is in view
const READABLE = 0.93; // the smallest automatic scale: the texts of the tree have at least 12 pixels
const LEGIBLE = 0.5; // the smallest scale at which states are readable
const RISE = 22; // from the lower edge of a state to the upper edge of its children
const LETTER = 7.85; // the width of a letter in a node's score list
const LINE = 16; // the height of a line of text in a node
const FIELD = { wide: 28, narrow: 46 }; // the height of a box that the reader fills in, with a gap

/**
 * A visible node: its place, and the elements that show it, if it is drawn.
 * @typedef {object} Spot
 * @property {nx.Node} node
 * @property {number} x the middle
 * @property {number} y the top
 * @property {number} width
 * @property {number} height
 * @property {boolean} open whether the size is that of an unfolded node
 * @property {number} box the height of the box that the reader fills in, or 0
 * @property {number | false} step the step for which the size was measured, in a story in parts
 * @property {string} words the description
 * @property {Drawing | null} drawing
 * @property {Element | null} more the button for children that are not shown
 *
 * @typedef {ReturnType<Tree['draw']>} Drawing
 */

/** The tree as a picture. Only changed parts are redrawn. */
export class Tree {
  /** @param {nx.Explorer} explorer */
  constructor(explorer) {
    this.explorer = explorer;
    this.area = explorer.area;
    const { width, height } = this.area;
    this.cell = Math.max(4.5, Math.min(16, 110 / width, (this.area.falls ? 72 : 56) / height)); // discs need more room
    this.boardWidth = width * this.cell;
    this.boardHeight = height * this.cell;
    /** @type {Map<string, Spot>} */
    this.views = new Map();
    this.shown = explorer.visible();
    /** @type {nx.Node | null} */
    this.focus = null;
    this.busy = false; // drawing in batches
    this.followed = ''; // the step and the node that were scrolled into view
    this.zoom = 0; // 0: automatic, −1: the whole tree
    this.scaled = 1; // the scale
    this.least = Infinity; // the least automatic scale so far
    this.sized = ''; // the size of the picture
    this.width = this.height = 0; // of the tree
    this.room = this.tall = 0; // of the place for it
    const id = `nx${explorer.number}`;
    this.hatch = `url(#${id}-hatch)`;
    this.edges = svg('g', { class: 'nx-edges' });
    this.labels = svg('g'); // the moves, above all edges
    this.boxes = svg('g');
    this.ring = svg('rect', { class: 'nx-ring', rx: 9, visibility: 'hidden' });
    this.picture = svg(
      'svg',
      { class: 'nx-tree', role: 'group', 'aria-label': 'The tree: the state being searched is outlined' },
      svg('defs', {}, hatching(`${id}-hatch`)),
      this.edges,
      this.labels,
      this.boxes,
      this.ring,
    );
    this.levels = html('div', { class: 'nx-levels', 'aria-hidden': 'true' });
    this.fields = html('div', { class: 'nx-fields' }); // the boxes that the reader fills in
    this.scroller = html(
      'div',
      {
        class: `nx-scroller ${explorer.model.little ? 'is-small' : 'is-tall'}`,
        tabindex: '-1',
      },
      html('div', { class: 'nx-inner' }, this.levels, html('div', { class: 'nx-canvas' }, this.picture, this.fields)),
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

  /** The node of an element of the picture, if any. @param {unknown} element */
  nodeOf(element) {
    return (element instanceof Element && this.views.get(keyOf(element.closest('.nx-node')))?.node) || null;
  }

  /** @param {Event} event */
  clicked({ target }) {
    const pressed = /** @type {Element} */ (target);
    this.scroller.focus({ preventScroll: true });
    const more = pressed.closest('.nx-more');
    if (more) this.explorer.showAll(keyOf(more));
    const node = this.nodeOf(pressed);
    if (!node) return;
    if (pressed.closest('.nx-fold')) this.explorer.fold(node);
    else this.explorer.jump(node);
  }

  /** @param {nx.Node | null} node */
  focused(node) {
    const view = node && this.views.get(node.key);
    this.hint(node);
    if (!view?.drawing?.group.matches(':focus-visible')) return this.ring.setAttribute('visibility', 'hidden');
    const { x, y, width, height } = view;
    const around = { x: x - width / 2 - 4, y: y - 4, width: width + 8, height: height + 8 };
    adjust(this.ring, { ...around, visibility: 'visible' });
    this.reveal([view]);
  }

  /** @param {nx.Node | null} node */
  hint(node) {
    const view = node && this.views.get(node.key);
    this.tip.hidden = !view?.drawing;
    if (!view?.drawing) return;
    this.tip.textContent = view.words;
    const box = view.drawing.box.getBoundingClientRect();
    const stage = this.element.getBoundingClientRect();
    const below = box.bottom - stage.top + 90 < stage.height;
    this.tip.style.left = `${Math.max(8, Math.min(stage.width - 268, box.left - stage.left))}px`;
    this.tip.style.top = below ? `${box.bottom - stage.top + 8}px` : 'auto';
    this.tip.style.bottom = below ? 'auto' : `${Math.max(8, stage.bottom - box.top + 8)}px`;
  }

  /** Measure a node for its final content, unless it has been measured. @param {nx.Node} node */
  spot(node) {
    const { explorer } = this;
    const { model, step: now } = explorer;
    const open = explorer.isOpen(node);
    const step = model.inParts && now;
    const known = this.views.get(node.key);
    const box = explorer.paper.fields.has(node) ? FIELD[explorer.isNarrow ? 'narrow' : 'wide'] : 0;
    if (known && known.open === open && known.step === step && known.box === box) return known;
    const last = model.last(node, now, open);
    const lines = foot(node, last);
    const letters = Math.max(...lines.map(([score, list]) => score.length + list.length + (score && list ? 1 : 0)));
    const head = node.label.length * 8.5 + place(node).length * 7.6 + 24;
    const limits = last.window ? limitsOf(last).length * 7.25 + 16 : 0;
    const width = Math.round(Math.max(64, this.boardWidth + 18, letters * LETTER + 16, head, limits));
    const room = Math.max(lines.length * LINE, box) + (model.windowed ? LINE : 0);
    const height = Math.round(24 + this.boardHeight + 6 + room + 8);
    /** @type {Spot} */
    const spot = known ?? { node, x: 0, y: 0, width, height, open, step, box, words: '', drawing: null, more: null };
    this.views.set(node.key, Object.assign(spot, { width, height, open, step, box }));
    return spot;
  }

  /** Lay out the unfolded nodes. */
  arrange() {
    const { explorer } = this;
    const old = new Set(this.views.values());
    this.shown = explorer.visible();
    const { at, width } = layout(
      explorer.model.root,
      (node) => this.shown.kids.get(node) ?? [],
      (node) => this.spot(node).width,
      // The path to a state of a story in parts is a straight line.
      explorer.model.inParts ? explorer.now.unfolded : new Set(),
    );
    /** @type {number[]} */
    const heights = [];
    for (const node of at.keys()) heights[node.depth] = Math.max(heights[node.depth] ?? 0, this.spot(node).height);
    const tops = [8];
    for (const [depth, height] of heights.entries()) tops.push(tops[depth] + height + RISE);
    this.width = width + 24;
    this.height = tops[heights.length] - RISE + 14;
    for (const [node, middle] of at) {
      const view = this.spot(node);
      old.delete(view);
      Object.assign(view, { x: Math.round(middle + 12), y: tops[node.depth] });
    }
    for (const view of old) this.erase(view);
    for (const view of this.views.values()) this.others(view);
    this.level([...at.keys()], tops, heights);
    this.fields.replaceChildren(
      ...[...explorer.paper.fields].map(([node, { element }]) => {
        const { x, y, height, box } = this.spot(node);
        element.style.left = `${x}px`;
        element.style.top = `${y + height - 8 - (explorer.model.windowed ? LINE : 0) - box / 2}px`;
        return element;
      }),
    );
    this.resize();
    const here = explorer.nearest(this.views);
    for (const view of this.views.values()) if (view.drawing || this.isNear(view, here)) this.stand(view);
    this.complete();
  }

  /** Remove a node that is not visible any more. @param {Spot} view */
  erase({ node, drawing, more }) {
    for (const element of [drawing?.group, drawing?.edge, drawing?.slash, drawing?.label, more]) element?.remove();
    this.views.delete(node.key);
  }

  /** Whether a node may be visible when another one is in the middle. @param {Spot} view @param {Spot} other */
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
      if (this.explorer.view !== this || this.explorer.destroyed) return;
      this.fill(AT_ONCE);
      if (this.busy) setTimeout(some, LATER);
    };
    setTimeout(some, LATER);
  }

  missing() {
    return [...this.views.values()].filter((view) => !view.drawing);
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

  /** Place a node, draw it if it is missing, and return its group. @param {Spot} view */
  stand(view) {
    view.drawing ??= this.draw(view.node);
    this.put(view, view.drawing);
    this.join(view, view.drawing);
    this.sign(view, view.drawing);
    return view.drawing.group;
  }

  /** Draw a node, and the edge from its parent. @param {nx.Node} node */
  draw(node) {
    const box = svg('rect', { class: 'nx-box', rx: 6 });
    const id = svg('text', { class: 'nx-id', y: 17, 'aria-hidden': 'true' }, node.label);
    const role = svg('text', { class: 'nx-role', y: 17, 'text-anchor': 'end', 'aria-hidden': 'true' }, place(node));
    const board = smallBoard(this.area, node, Math.max(0.1, Math.min(0.2, 1.9 / this.cell)));
    board.setAttribute('role', 'img'); // screen readers read its label instead of the texts around it
    const foot = svg('g', { class: 'nx-foot', 'aria-hidden': 'true' });
    const { windowed } = this.explorer.model;
    const limits = windowed
      ? svg('text', { class: 'nx-window', 'text-anchor': 'middle', 'aria-hidden': 'true' })
      : null;
    const names = { class: 'nx-node', role: 'button', tabindex: -1, 'data-key': node.key };
    const group = svg('g', names, box, id, role, board, foot, ...(limits ? [limits] : []));
    const edge = node.parent && svg('path', { class: 'nx-edge' });
    const label = node.parent && svg('text', { class: 'nx-move', 'aria-hidden': 'true' }, node.called);
    if (edge) this.edges.append(edge);
    if (label) this.labels.append(label);
    this.boxes.append(group);
    const slash = /** @type {SVGElement | null} */ (null); // through the edge to a state that was cut off
    const fold = /** @type {SVGElement | null} */ (null); // the sign that folds or unfolds the node
    // `key`, `where`, `d` and `sign` are what is drawn now.
    return { group, box, id, role, board, foot, limits, edge, label, slash, fold, key: '', where: '', d: '', sign: '' };
  }

  /** Move a node to its place. @param {Spot} view @param {Drawing} drawing */
  put({ x, y, width, height }, drawing) {
    const where = `${x} ${y} ${width} ${height}`;
    if (drawing.where === where) return;
    drawing.where = where;
    drawing.key = '';
    const half = width / 2;
    adjust(drawing.group, { transform: `translate(${x} ${y})` });
    adjust(drawing.box, { x: -half, y: 0, width, height });
    adjust(drawing.id, { x: -half + 7 });
    adjust(drawing.role, { x: half - 7 });
    adjust(drawing.board, { transform: `translate(${-this.boardWidth / 2} 24) scale(${this.cell})` });
    if (drawing.limits) adjust(drawing.limits, { y: height - 11 });
  }

  /** Draw the edge from a node's parent. @param {Spot} view @param {Drawing} drawing */
  join(view, drawing) {
    const above = view.node.parent && this.views.get(view.node.parent.key);
    if (!above || !drawing.edge || !drawing.label) return;
    const [x, y, a, b] = [above.x, above.y + above.height, view.x, view.y];
    const middle = (y + b) / 2;
    const d = `M${x} ${y}C${x} ${middle + 4} ${a} ${middle - 4} ${a} ${b}`;
    if (drawing.d === d) return;
    drawing.d = d;
    adjust(drawing.edge, { d });
    const left = x > a + 1; // away from the edge
    adjust(drawing.label, { x: a + (left ? -6 : 6), y: b - 4, 'text-anchor': left ? 'end' : 'start' });
    if (drawing.slash) adjust(drawing.slash, { d: slash(view) });
  }

  /** Draw the sign that folds or unfolds a node. @param {Spot} view @param {Drawing} drawing */
  sign({ node, height }, drawing) {
    const hidden = this.shown.folded.get(node);
    const text = hidden === undefined ? '' : hidden ? '+' : '−';
    if (text !== drawing.sign) {
      drawing.sign = text;
      drawing.fold?.remove();
      drawing.fold = text
        ? svg(
            'g',
            { class: `nx-fold${hidden ? ' is-folded' : ''}` },
            svg('circle', { r: 7.5 }),
            svg('path', { d: hidden ? 'M-3.5 0h7M0-3.5v7' : 'M-3.5 0h7' }),
          )
        : null;
      if (drawing.fold) drawing.group.append(drawing.fold);
    }
    if (drawing.fold) adjust(drawing.fold, { transform: `translate(0 ${height})` });
  }

  /** After the children that are shown, add a button for the others. @param {Spot} view */
  others(view) {
    const { node } = view;
    const more = this.shown.more.get(node);
    view.more?.remove();
    view.more = null;
    const last = this.views.get(this.shown.kids.get(node)?.at(-1)?.key ?? '');
    if (!more || !last) return;
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

  /** Name the player of each level. @param {nx.Node[]} nodes @param {number[]} tops @param {number[]} heights */
  level(nodes, tops, heights) {
    const ends = heights.map(() => true);
    /** @type {[role: string, turn: string][]} */
    const roles = [];
    for (const node of nodes) {
      ends[node.depth] &&= node.place === 'end';
      if (node.place !== 'end') roles[node.depth] = [node.role.toUpperCase(), letter(node.turn)];
    }
    this.levels.replaceChildren(
      ...heights.map((height, depth) => {
        const [role, turn] = ends[depth] ? ['END', ''] : roles[depth];
        const label = html('span', { class: 'nx-level' }, html('b', {}, role), turn);
        label.style.setProperty('--y', String(tops[depth] + height / 2));
        return label;
      }),
    );
  }

  /**
   * Scale the tree by a factor; 0 switches between fitting the whole tree and the automatic size.
   * @param {number} factor
   */
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
    adjust(this.picture, { viewBox: `0 0 ${this.width} ${this.height}`, width, height });
    this.fields.style.transform = `scale(${this.scaled})`;
    Object.assign(this.fields.style, { width: `${this.width}px`, height: `${this.height}px` });
    this.levels.style.setProperty('--zoom', String(this.scaled));
    this.levels.style.setProperty('--tall', String(this.height));
    this.picture.style.setProperty('--wide', `${this.width}px`);
    this.levels.classList.toggle('is-crowded', this.scaled < 0.35);
  }

  update() {
    const stop = this.stand(this.views.get(this.focus?.key ?? '') ?? this.explorer.nearest(this.views));
    const drawings = [...this.views.values()].flatMap(({ drawing }) => drawing ?? []);
    rove(
      drawings.map(({ group }) => group),
      stop,
    );
    for (const view of this.views.values()) this.paint(view);
    this.follow();
  }

  /** Show how a node looks now, if it is drawn. @param {Spot} view */
  paint(view) {
    const { node, drawing } = view;
    if (!drawing) return;
    const { look, lines, names, words: said } = state(this.explorer, node);
    const edge = this.edge(node, look);
    const limits = limitsOf(look);
    const key = `${names}|${edge}|${lines.join('/')}|${limits}|${drawing.sign}`;
    if (key === drawing.key) return;
    drawing.key = key;
    view.words = said;
    adjust(drawing.group, { class: `nx-node ${names}` });
    adjust(drawing.board, { 'aria-label': said });
    if (drawing.sign) adjust(drawing.group, { 'aria-expanded': String(drawing.sign === '−') });
    else drawing.group.removeAttribute('aria-expanded');
    if (look.status === 'cut') adjust(drawing.box, { fill: this.hatch });
    else drawing.box.removeAttribute('fill');
    drawing.edge?.setAttribute('class', `nx-edge ${edge}`);
    drawing.slash?.remove();
    drawing.slash = look.status === 'cut' ? svg('path', { class: 'nx-slash', d: slash(view) }) : null;
    if (drawing.slash) drawing.edge?.after(drawing.slash);
    if (drawing.limits) {
      const [alpha, beta] = look.window ?? [null, null];
      const crossed = alpha !== null && beta !== null && alpha >= beta;
      drawing.limits.textContent = limits;
      adjust(drawing.limits, { class: `nx-window${crossed ? ' is-crossed' : ''}` });
    }
    const bottom = view.height - (drawing.limits ? 11 + LINE : 11) - (lines.length - 1) * LINE;
    drawing.foot.replaceChildren(...lines.flatMap((line, i) => footing(line, bottom + i * LINE)));
  }

  /** How the edge to a node looks. @param {nx.Node} node @param {nx.Look} look */
  edge(node, look) {
    const { model, step, now } = this.explorer;
    if (!node.parent) return '';
    const chosen = model.look(node.parent, step, true).chosen === node;
    const best = chosen ? ' is-best' : '';
    if (look.status === 'cut') return `is-cut${best}`;
    if (now.stack.includes(node) || now.moving === node) return `is-path${best}`;
    if (chosen) return `is-chosen${best}`;
    return look.status === 'ahead' ? 'is-ahead' : '';
  }

  /** Keep the current node in view and, if there is room, its parent and the child that returned a score to it. */
  follow(always = false) {
    const { explorer } = this;
    const step = `${explorer.step} ${explorer.now.node.key}`;
    if (!always && step === this.followed) return;
    const now = explorer.nearest(this.views);
    const others = [explorer.now.moving, now.node.parent].flatMap((node) => this.views.get(node?.key ?? '') ?? []);
    this.reveal([now, ...others], always);
    this.followed = step;
  }

  /** Scroll the first of these nodes into view, with as many of the others as fit. @param {Spot[]} near */
  reveal(near, always = false) {
    const { scroller, scaled } = this;
    const across = near.map(({ x, width }) => [(x - width / 2) * scaled - 12, (x + width / 2) * scaled + 12]);
    const down = near.map(({ y, height }) => [y * scaled - 8, (y + height) * scaled + 12]);
    const left = scrolled(across, scroller.scrollLeft, scroller.clientWidth - this.levels.offsetWidth, always);
    const top = scrolled(down, scroller.scrollTop, scroller.clientHeight, always);
    if (left === undefined && top === undefined) return;
    const quick = this.explorer.still() || always || !this.followed;
    scroller.scrollTo({ left, top, behavior: quick ? 'auto' : 'smooth' });
  }

  /** Move the focus through the tree. @param {string} key */
  move(key) {
    const to = this.beside(this.chosen, key);
    const view = to && this.views.get(to.key);
    if (!view) return;
    this.focus = to;
    this.stand(view).focus({ preventScroll: true });
    this.update();
  }

  /** The node to which a key moves the focus. @param {nx.Node | null} here @param {string} key */
  beside(here, key) {
    if (!here) return this.explorer.nearest(this.views).node;
    if (key === 'ArrowUp') return here.parent;
    if (key === 'ArrowDown') return this.shown.kids.get(here)?.[0];
    const level = [...this.views.values()].filter(({ node }) => node.depth === here.depth).sort((a, b) => a.x - b.x);
    return level[level.findIndex(({ node }) => node === here) + (key === 'ArrowLeft' ? -1 : 1)]?.node;
  }

  /** The node that has the focus, if any. */
  get chosen() {
    return this.nodeOf(document.activeElement);
  }
}

/** The pattern of states that were cut off. @param {string} id */
const hatching = (id) =>
  svg(
    'pattern',
    { id, width: 7, height: 7, patternUnits: 'userSpaceOnUse', patternTransform: 'rotate(45)' },
    svg('rect', { class: 'nx-hatch-ground', width: 7, height: 7 }),
    svg('path', { class: 'nx-hatch-line', d: 'M0 0V7' }),
  );

/** The key of the node that an element belongs to. @param {Element | null} element */
const keyOf = (element) => element?.getAttribute('data-key') ?? '';

/** A line below a board. @param {nx.Line} line @param {number} y */
function footing([score, list], y) {
  if (!score && !list) return [];
  const line = svg('text', { 'text-anchor': 'middle', y });
  if (score) line.append(svg('tspan', { class: 'nx-score' }, score));
  if (score && list) line.append(' ');
  if (list) line.append(svg('tspan', { class: 'nx-list' }, list));
  return [line];
}

/**
 * Where to scroll, on one axis, so that the first span is visible with as many of the others as fit. Undefined if it is
 * visible now.
 * @param {number[][]} spans
 * @param {number} at where the view begins now
 * @param {number} room the length of the view
 * @param {boolean} always
 */
function scrolled([[low, high], ...others], at, room, always) {
  for (const [from, to] of others) {
    if (Math.max(high, to) - Math.min(low, from) > room) continue;
    [low, high] = [Math.min(low, from), Math.max(high, to)];
  }
  return always || Math.max(0, low) < at || high > at + room ? Math.max(0, (low + high - room) / 2) : undefined;
}
