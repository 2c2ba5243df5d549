/**
 * The explorer: it plays a trace (the story of a search) or walks through an atlas (positions with their exact scores).
 * The formats are described in trace.schema.json and atlas.schema.json in noughts/explain. A long trace, described in
 * long_format.py, is loaded part by part.
 *
 * The explorer knows no rules and searches nothing. Boards, turns, children, scores and sentences all come from the
 * document.
 *
 * Pages that are saved and notebooks embed this file and the files that it imports as one script, which also works from
 * the file system and fetches nothing. There is no build step. Each file imports only those above it:
 *
 *   words.js      names, scores as text, and `html` and `svg`, which create elements
 *   models.js     `Trace`, `LongTrace` and `Atlas`: what a document says about each step and each state
 *   layout.js     the places of the states of a tree
 *   boards.js     small boards, and boards in words
 *   looks.js      how a state looks at a step, and its description
 *   tree.js       `Tree`, a picture
 *   outline.js    `Outline`, a list: the other view of the same model
 *   explorer.js   `Explorer`: the document, unfolding, steps, drawing, controls, keys, address
 *
 *     mount(element, documents, options) → {step, steps, seek, play, pause, jump, use, destroy}
 */

import { WORDS, CHOICES, KEYS, SCISSORS, SHAPES, grouped, counted, letter, html, breakable, svg, icon } from './words.js';
import { Trace, LongTrace, Atlas, tone, forMover, themeAround } from './models.js';
import { places, smallBoard, heard } from './boards.js';
import { words } from './looks.js';
import { Tree, LITTLE } from './tree.js';
import { Outline } from './outline.js';

const CROWD = 24; // the most siblings drawn; if there are more, only the first ones and a button for the others
const FIRST = 12;
const NARROW = 640; // pixels; a narrower explorer begins with the outline
const SPEEDS = [0.5, 1, 2, 4, 8];
const PACE = 1500; // milliseconds per step at speed 1
const AHEAD = 40; // steps; the part with the step so far ahead is loaded early
const SETTLE = 60; // milliseconds before a part is requested, so that moving the slider requests only the last one
let mounted = 0;

class Explorer {
  constructor(element, documents, options) {
    this.number = ++mounted;
    this.element = element;
    this.options = options;
    this.models = documents.map(
      (doc) => () =>
        doc.format === 'noughts-atlas'
          ? new Atlas(doc, options.branch)
          : doc.part
            ? new LongTrace(doc, options.part)
            : new Trace(doc),
    );
    this.documents = documents;
    this.wanted = null; // the step of a long trace that is being loaded
    this.open = new Map(); // nodes that the reader has folded or unfolded
    this.all = new Set(); // nodes whose children are all shown, however many
    this.pathOnly = undefined; // whether the reader chose to see only the path, or the whole tree
    this.speed = 1;
    this.build();
    const asked = this.fromAddress();
    this.viewAsked = asked.view ?? options.view ?? 'auto';
    this.pathOnly = { path: true, whole: false }[asked.tree];
    this.use(this.find(asked), asked.step ?? options.step, asked.path ?? options.path);
    this.listen();
  }

  // The current document.

  find(wanted) {
    const values = Object.fromEntries(Object.keys(CHOICES).map((name) => [name, wanted[name] ?? this.options[name]]));
    const fits = (doc) =>
      Object.entries(CHOICES).filter(([name, [, of]]) => values[name] !== undefined && String(of(doc)) === values[name])
        .length;
    let best = 0;
    this.documents.forEach((doc, i) => {
      if (fits(doc) > fits(this.documents[best])) best = i;
    });
    return best;
  }

  use(index, step = 1, path = undefined) {
    this.index = index;
    if (typeof this.models[index] === 'function') this.models[index] = this.models[index]();
    this.model = this.models[index];
    this.area = places(this.model.doc.game);
    this.open.clear();
    this.view = null;
    if (this.model.kind === 'atlas') {
      const node = path === undefined ? null : this.model.node(path);
      step = this.model.select(node ?? this.model.root);
      if (!node && path && this.model.branch) this.reach(path);
    }
    this.element.dataset.kind = this.model.kind;
    this.choices();
    this.legend();
    this.code();
    const asked = Math.max(1, Math.min(this.model.steps, Math.round(Number(step)) || 1));
    this.wanted = null;
    this.step = this.model.has && !this.model.has(asked) ? 1 : asked;
    this.now = this.model.at(this.step);
    this.follower.hidden = !this.model.small || this.model.nodes.length <= LITTLE;
    this.followBox.checked = !this.whole;
    this.note.textContent = this.model.doc.note ?? '';
    this.note.hidden = !this.note.textContent;
    this.running.hidden = this.model.kind === 'atlas';
    if (this.options.frame && this.options.names) this.heading.textContent = this.options.names[index];
    this.options.shown?.(index);
    this.tell(this.now); // before the first measurement, so that the page is laid out only once
    this.show(this.viewNow());
    if (asked !== this.step) this.go(asked);
  }

  viewNow() {
    if (this.viewAsked !== 'auto') return this.viewAsked;
    return this.element.clientWidth && this.element.clientWidth < NARROW ? 'outline' : 'tree';
  }

  show(name) {
    if (this.view && this.viewName === name) return;
    this.viewName = name;
    for (const [key, button] of Object.entries(this.viewButtons)) button.setAttribute('aria-pressed', key === name);
    this.zoomer.hidden = name === 'outline';
    this.view = name === 'outline' ? new Outline(this) : new Tree(this);
    this.stage.replaceChildren(this.view.element);
    this.view.measure();
    this.pathShown = null;
    this.draw();
  }

  // Unfolding.

  /** Whether a node's children are shown. */
  isOpen(node) {
    const chosen = this.open.get(node.key);
    if (chosen !== undefined) return chosen;
    return this.whole || this.now.unfolded.has(node);
  }

  /** Whether the whole tree is unfolded, or only the path to the current state with its siblings. */
  get whole() {
    return this.model.small && !(this.pathOnly ?? this.model.nodes.length > LITTLE);
  }

  followPath(on) {
    this.pathOnly = on;
    this.followBox.checked = on;
    this.open.clear();
    this.arranged();
    this.view.follow(true);
    this.remember();
  }

  /** Lay out the tree again and draw it. */
  arranged() {
    this.pathShown = null;
    this.view.measure();
    this.draw();
  }

  /** The visible nodes: the visible children of each, whether it is folded, and how many children are left out. */
  visible() {
    const kids = new Map();
    const folded = new Map();
    const more = new Map();
    const pending = [this.model.root];
    const path = new Set(this.now.stack);
    while (pending.length) {
      const node = pending.pop();
      if (node.place === 'end' || node.border) continue;
      const open = this.isOpen(node);
      if (!open && this.model.kind === 'atlas') {
        folded.set(node, true);
        continue;
      }
      if (!node.kids.length) continue;
      folded.set(node, !open);
      if (!open) continue;
      let shown = node.kids;
      if (shown.length > CROWD && !this.all.has(node.key)) {
        const best = this.model.kind === 'atlas' ? node.chosen : null;
        shown = shown.filter((kid, i) => i < FIRST || kid === best || path.has(kid));
        more.set(node, node.kids.length - shown.length);
      }
      kids.set(node, shown);
      pending.push(...shown);
    }
    return { kids, folded, more };
  }

  fold(node, open = !this.isOpen(node)) {
    this.open.set(node.key, open);
    this.arranged();
  }

  showAll(key) {
    this.all.add(key);
    this.arranged();
  }

  // Steps.

  seek(step) {
    const to = Math.max(1, Math.min(this.model.steps, Math.round(step)));
    if (to !== this.step || this.wanted !== null) this.go(to);
  }

  jump(node) {
    this.pause();
    this.go(this.model.select(node, this.step));
  }

  /** Go to a step; of a long trace, load it first, unless the reader has asked for another step meanwhile. */
  async go(step) {
    const { model } = this;
    if (model.has && !model.has(step)) {
      this.wanted = step;
      this.element.setAttribute('aria-busy', 'true');
      await new Promise((settled) => setTimeout(settled, SETTLE));
      if (this.model !== model || this.wanted !== step || !this.view) return;
      const found = await model.load(step);
      if (this.model !== model || this.wanted !== step || !this.view) return;
      if (!found) {
        this.pause();
        step = this.step;
      }
    }
    this.wanted = null;
    this.element.removeAttribute('aria-busy');
    this.step = step;
    this.draw();
    const ahead = Math.min(step + AHEAD, model.steps);
    if (model.has && !model.has(ahead)) model.load(ahead);
  }

  /** Go to a node that may be beyond the border of an atlas, unless the reader has moved on meanwhile. */
  async reach(path) {
    const { model } = this;
    const node = await model.reach(path);
    if (this.model !== model || !this.view || this.now.node !== model.root) return;
    this.step = model.select(node);
    this.arranged();
  }

  /** Load the branch beyond the border of an atlas, if possible, and go on there. */
  async grow(node) {
    const { model } = this;
    if (!(await model.grow(node)) || this.model !== model) return;
    this.pathShown = null;
    if (this.now.node !== node) return;
    this.step = model.select(node);
    this.draw();
  }

  play() {
    if (this.model.steps < 2) return;
    if (this.step >= this.model.steps) this.seek(1);
    this.playing = true;
    this.playButton();
    const tick = () => {
      this.timer = setTimeout(() => {
        this.seek(this.step + 1);
        if (this.step < this.model.steps) tick();
        else this.pause();
      }, PACE / this.speed);
    };
    tick();
  }

  pause() {
    clearTimeout(this.timer);
    if (!this.playing) return;
    this.playing = false;
    this.playButton();
    this.remember();
  }

  toggle() {
    if (this.playing) this.pause();
    else this.play();
  }

  /** Whether to avoid animations: the reader prefers no motion, or the steps follow too quickly. */
  still() {
    return this.motion.matches || (this.playing && this.speed > 2);
  }

  // Drawing.

  draw() {
    this.now = this.model.at(this.step);
    this.tell(this.now);
    const keys = [...this.now.unfolded].map((node) => node.key);
    const path = this.whole ? 'all' : `${keys.join('|')} ${this.model.has ? this.step : ''}`;
    if (path !== this.pathShown) {
      this.pathShown = path;
      this.view.arrange();
    }
    this.view.update();
    if (!this.playing) this.remember();
    if (this.now.node.border) this.grow(this.now.node);
  }

  /** Update everything but the tree: the sentence, the controls, the pseudocode, the variables and the board. */
  tell(now) {
    if (this.say.textContent !== now.text) this.say.textContent = now.text;
    this.slider.max = this.model.steps;
    this.slider.value = this.step;
    this.slider.setAttribute('aria-valuetext', now.count.replace('/', ' of '));
    this.slider.style.setProperty(
      '--done',
      `${this.model.steps > 1 ? ((this.step - 1) / (this.model.steps - 1)) * 100 : 100}%`,
    );
    this.count.textContent = now.count;
    this.counter.textContent = now.counter;
    for (const name of ['first', 'back']) this.buttons[name].disabled = this.step <= 1;
    for (const name of ['on', 'last']) this.buttons[name].disabled = this.step >= this.model.steps;
    const enters = this.model.over?.(this.step) > this.step + 1;
    this.jumps.over.disabled = !enters;
    this.jumps.out.disabled = !this.model.out || this.step >= this.model.steps;
    this.jumper.hidden = !this.model.out;
    this.paced(now.pace ?? []);
    this.buttons.play.disabled = this.slider.disabled = this.model.steps < 2;
    this.lines.forEach((line, i) => {
      if (i + 1 === now.line) line.setAttribute('aria-current', 'true');
      else line.removeAttribute('aria-current');
    });
    this.describe(now);
    this.big(now);
  }

  /** Show how many states minimax and alpha-beta have searched so far. */
  paced(rows) {
    this.pace.hidden = !rows.length;
    const most = Math.max(...rows.map(([, , total]) => total ?? 0));
    const body = this.pace.tBodies[0];
    if (body.rows.length !== rows.length) {
      const bar = () => html('td', { class: 'nx-bar-cell', 'aria-hidden': 'true' }, html('i', {}, html('b')));
      body.replaceChildren(
        ...rows.map(() => html('tr', {}, html('th', { scope: 'row' }), html('td'), html('td'), bar())),
      );
    }
    rows.forEach(([name, count, total, own], i) => {
      const row = body.rows[i];
      const texts = [name, count == null ? 'too many to count' : grouped(count), total == null ? '' : `of ${grouped(total)}`];
      texts.forEach((text, j) => {
        if (row.cells[j].textContent !== text) row.cells[j].textContent = text;
      });
      row.classList.toggle('is-own', own);
      const [track, done] = [row.cells[3].firstChild, row.cells[3].firstChild.firstChild];
      track.style.width = `${total == null ? 0 : (100 * total) / most}%`;
      done.style.width = `${total ? (100 * count) / total : 0}%`;
    });
  }

  describe(now) {
    const names = now.variables.map(([, name]) => name).join();
    if (this.variables.dataset.names !== names) {
      this.variables.dataset.names = names;
      this.variables.replaceChildren(
        ...now.variables.map(([label, name]) =>
          html('div', {}, html('dt', {}, label), html('dd', { 'data-variable': name })),
        ),
      );
    }
    now.variables.forEach(([, , value], i) => {
      const place_ = this.variables.children[i].lastChild;
      if (place_.textContent !== value) place_.textContent = value;
    });
  }

  /** Draw the board of the current state, with the values of its moves as far as they are known. */
  big(now) {
    const { node } = now;
    const { area, model } = this;
    const { game } = model.doc;
    const cell = 56;
    const looks =
      node.kids?.length && node.place !== 'end' ? node.kids.map((kid) => [kid, model.look(kid, this.step, false)]) : [];
    const key = `${node.key}|${model.kind}|${this.index}|${looks.map(([, look]) => `${look.status}${look.score}${look.bound}`).join()}`;
    if (key === this.bigKey) return;
    this.bigKey = key;
    const top = Math.max(22, area.width * 3.4);
    const left = area.falls ? 4 : top;
    const picture = svg('svg', {
      class: 'nx-big',
      role: 'img',
      viewBox: `0 0 ${left + area.width * cell + 4} ${top + area.height * cell + 4}`,
      'aria-label': `${heard(game, node)} ${looks.map(([kid, look]) => words(model, kid, look, false)).join(' ')}`,
    });
    picture.style.setProperty('--names', Math.max(13, area.width * 2.1));
    picture.style.maxWidth = `${Math.min(460, Math.max(230, area.width * 60 + 30))}px`;
    for (let layer = 0; layer < area.layers; layer++) {
      game.columns.forEach((name, x) =>
        picture.append(
          svg('text', { class: 'nx-name', x: left + (layer * area.wide + x + 0.5) * cell, y: top - 7 }, name),
        ),
      );
    }
    for (const [y, name] of area.falls ? [] : game.rows.entries())
      picture.append(svg('text', { class: 'nx-name', x: left / 2 - 1, y: top + (y + 0.5) * cell + 4 }, name));
    const inside = svg('g', { transform: `translate(${left} ${top}) scale(${cell})` });
    for (const [x, y] of area.falls ? [] : area.spots)
      inside.append(svg('rect', { class: 'nx-cell', x, y, width: 1, height: 1 }));
    inside.append(smallBoard({ ...area, grid: '' }, node, 0.08));
    picture.append(inside);
    const roomy = area.width <= 6;
    const lift = area.falls && roomy ? 8 : 0; // in a round hole, the number stands below the value
    for (const [kid, look] of looks) {
      const [x, y] = area.spots[kid.cell].map((at) => at * cell);
      const colour = look.status === 'done' ? tone(kid, look.score) : look.status;
      const spot = svg('g', { class: `nx-spot nx-${colour}`, transform: `translate(${left + x} ${top + y})` });
      spot.append(svg('rect', { x: 5, y: 13 - lift, width: 46, height: 30, rx: 6 }));
      const value =
        look.status === 'done'
          ? roomy
            ? `${SHAPES[colour]} ${forMover(model.doc, look)}`
            : SHAPES[colour]
          : ({ cut: 'cut', open: '…' }[look.status] ?? '');
      spot.append(
        svg('text', { x: 28, y: 32 - lift, class: `${roomy ? (value.length > 5 ? 'is-long' : '') : 'is-shape'}` }, value),
      );
      const corner = lift ? { class: 'nx-corner is-below', x: 28, y: 48 } : { class: 'nx-corner', x: 52, y: 53 };
      if (model.kind === 'trace' && roomy) spot.append(svg('text', corner, kid.label));
      spot.addEventListener('click', () => this.jump(kid));
      picture.append(spot);
    }
    const caption = node.over
      ? 'The game is over.'
      : `${letter(node.turn)} to move, ${node.role === 'max' ? 'wants the greatest score' : 'wants the least score'}.`;
    this.boardTitle.textContent =
      model.kind === 'trace'
        ? `State ${node.label}`
        : node.move
          ? `After ${now.stack
              .slice(1)
              .map((up) => up.called)
              .join(', ')}`
          : 'The start';
    this.board.replaceChildren(picture, html('p', { class: 'nx-caption' }, caption));
  }

  // The parts of the page, which are built once.

  build() {
    const { options } = this;
    const h = (level, text, attributes = {}) => html(`h${(options.heading ?? 2) + level}`, attributes, text);
    const button = (name, label) =>
      html(
        'button',
        { type: 'button', 'aria-label': label, title: label, onclick: () => this.press(name) },
        icon(name),
      );
    this.motion = matchMedia('(prefers-reduced-motion: reduce)');
    this.selects = html('div', { class: 'nx-choices' });
    this.viewButtons = Object.fromEntries(
      [
        ['tree', 'Tree'],
        ['outline', 'Outline'],
      ].map(([name, label]) => [
        name,
        html(
          'button',
          {
            type: 'button',
            onclick: () => {
              this.viewAsked = name;
              this.show(name);
              this.remember();
            },
          },
          label,
        ),
      ]),
    );
    const zoomer = (label, does, factor) =>
      html(
        'button',
        { type: 'button', 'aria-label': does, title: does, onclick: () => this.view.scale(factor) },
        label,
      );
    this.zoomer = html(
      'div',
      { class: 'nx-zoom', role: 'group', 'aria-label': 'Size of the tree' },
      zoomer('−', 'Smaller', 0.8),
      zoomer('+', 'Larger', 1.25),
      zoomer('Fit', 'Fit the whole tree, or undo that', 0),
    );
    const help = html(
      'details',
      { class: 'nx-help' },
      html('summary', { 'aria-label': 'Keys', title: 'Keys' }, '?'),
      html(
        'div',
        { class: 'nx-keys' },
        h(1, 'Keys'),
        html('dl', {}, ...KEYS.map(([keys, does]) => html('div', {}, html('dt', {}, keys), html('dd', {}, does)))),
        html(
          'p',
          {},
          'Click a state to jump to it, and again for its next step. The sign below a state folds everything under it.',
        ),
      ),
    );
    this.help = help;
    this.heading = h(0, options.title ?? 'Game tree');
    this.note = html('p', { class: 'nx-note' });
    this.paper = html('p', { class: 'nx-paper' });
    this.followBox = html('input', { type: 'checkbox', onchange: () => this.followPath(this.followBox.checked) });
    this.follower = html(
      'label',
      { class: 'nx-follow', title: 'Show only the current path and its siblings' },
      this.followBox,
      'Follow',
    );
    const keysWork = options.frame ? 'Click the tree, then use the arrow keys: ' : 'The arrow keys work, too: ';
    this.hinted = html('p', { class: 'nx-hint' }, `${keysWork}← → one step, ↑ ↓ through the tree.`);
    this.say = html('p', { class: 'nx-say', 'aria-live': 'polite', 'aria-atomic': 'true' });
    this.stage = html('div', { class: 'nx-view' });
    this.buttons = {
      first: button('first', 'First step'),
      back: button('back', 'One step back'),
      play: html('button', { type: 'button', class: 'nx-play', onclick: () => this.press('play') }),
      on: button('on', 'One step on'),
      last: button('last', 'Last step'),
    };
    const jump = (name, label, does) =>
      html(
        'button',
        { type: 'button', title: does, 'aria-label': does, onclick: () => this.press(name) },
        icon(name),
        label,
      );
    this.jumps = {
      over: jump('over', 'Skip', 'Skip the next state and everything below it'),
      out: jump('out', 'Finish', 'Finish this state: go to the step at which it returns its score'),
    };
    this.jumper = html('div', { class: 'nx-jumps', role: 'group', 'aria-label': 'Jumps' }, ...Object.values(this.jumps));
    this.pace = html(
      'table',
      { class: 'nx-pace', hidden: true },
      html('caption', {}, 'States searched'),
      html('tbody'),
    );
    this.slider = html('input', {
      type: 'range',
      class: 'nx-slider',
      min: 1,
      step: 1,
      'aria-label': 'Step',
      oninput: () => {
        this.pause();
        this.seek(Number(this.slider.value));
      },
    });
    this.count = html('output', { class: 'nx-count' });
    this.counter = html('span', { class: 'nx-counter' });
    this.speeds = html(
      'select',
      {
        'aria-label': 'Speed',
        title: 'Speed',
        onchange: () => {
          this.speed = Number(this.speeds.value);
          this.say.setAttribute('aria-live', this.speed > 2 ? 'off' : 'polite');
        },
      },
      ...SPEEDS.map((speed) => html('option', { value: speed, selected: speed === 1 }, `${speed}×`)),
    );
    this.legendList = html('ul', { class: 'nx-legend', 'aria-label': 'Legend' });
    this.listing = html('ol', { class: 'nx-code' });
    this.codeTitle = html('p', { class: 'nx-form' });
    this.variables = html('dl', { class: 'nx-variables' });
    this.boardTitle = h(0, '');
    this.board = html('div', { class: 'nx-now' });
    this.running = html(
      'section',
      { class: 'nx-card nx-running', 'aria-label': 'What runs now' },
      h(0, 'What runs now'),
      this.codeTitle,
      this.listing,
      h(1, 'Variables'),
      this.variables,
    );
    this.playButton();
    this.element.classList.add('noughts-explorer');
    if (options.frame) this.element.dataset.frame = '';
    this.element.replaceChildren(
      html(
        'div',
        { class: 'nx-grid-main' },
        html(
          'section',
          { class: 'nx-card nx-main', 'aria-label': 'Game tree' },
          html(
            'div',
            { class: 'nx-head' },
            this.heading,
            this.selects,
            html(
              'div',
              { class: 'nx-tools' },
              html(
                'div',
                { class: 'nx-views', role: 'group', 'aria-label': 'View' },
                ...Object.values(this.viewButtons),
              ),
              this.follower,
              this.zoomer,
              help,
            ),
          ),
          this.note,
          this.say,
          this.pace,
          this.paper,
          this.stage,
          html(
            'div',
            { class: 'nx-bar' },
            html('div', { class: 'nx-buttons', role: 'group', 'aria-label': 'Steps' }, ...Object.values(this.buttons)),
            this.jumper,
            html('div', { class: 'nx-seek' }, this.slider),
            html('div', { class: 'nx-tell' }, this.count, this.counter),
            this.speeds,
          ),
          html('div', { class: 'nx-below' }, this.hinted, this.legendList),
        ),
        html(
          'div',
          { class: 'nx-side' },
          this.running,
          html('section', { class: 'nx-card nx-board-card', 'aria-label': 'Board' }, this.boardTitle, this.board),
        ),
      ),
    );
  }

  press(name) {
    if (name === 'play') return this.toggle();
    this.pause();
    const { model, step } = this;
    const here = this.wanted ?? step;
    if (name === 'over' || name === 'out') return model[name] && this.seek(model[name](step));
    return this.seek({ first: 1, back: here - 1, on: here + 1, last: model.steps }[name]);
  }

  playButton() {
    const { play } = this.buttons;
    play.replaceChildren(icon(this.playing ? 'pause' : 'play'), html('span', {}, this.playing ? 'Pause' : 'Play'));
  }

  choices() {
    const { documents } = this;
    const selects = Object.entries(CHOICES).flatMap(([name, [label, of]]) => {
      const values = [...new Set(documents.map(of))];
      if (values.length < 2) return [];
      const titles = (value) =>
        name === 'form' ? documents.find((doc) => of(doc) === value).pseudocode.title : (WORDS[value] ?? value);
      if (name === 'form' && values.length <= new Set(documents.map(CHOICES.algorithm[1])).size) return [];
      const select = html(
        'select',
        {
          'data-choice': name,
          onchange: () => {
            this.pause();
            const wanted = { ...this.address(), [name]: select.value };
            const index = this.find({ [name]: select.value, ...this.without(wanted, name, select.value) });
            this.use(index, ...this.same(index));
            this.selects.querySelector(`[data-choice=${name}]`)?.focus();
          },
        },
        ...values.map((value) =>
          html('option', { value, selected: of(documents[this.index]) === value }, titles(value)),
        ),
      );
      return [html('label', {}, html('span', {}, label), select)];
    });
    this.selects.replaceChildren(...selects);
  }

  /** The step and path at which another document shows the current state, or the nearest state that it searches. */
  same(index) {
    const { model, now, step } = this;
    if (typeof this.models[index] === 'function') this.models[index] = this.models[index]();
    const other = this.models[index];
    const moves = now.stack.slice(1).map((node) => node.move);
    if (other.kind === 'atlas') return [1, moves.join('.')];
    if (model.kind === 'trace' && (step === 1 || step === model.steps)) return [step === 1 ? 1 : other.steps];
    return [other.like(moves, model.kind === 'trace' ? model.doc.events[step - 1].kind : 'ask')];
  }

  /** The choices that some document combines with a new value of one choice. */
  without(wanted, name, value) {
    const of = CHOICES[name][1];
    const left = this.documents.filter((doc) => String(of(doc)) === value);
    return Object.fromEntries(
      Object.entries(CHOICES)
        .filter(([other, [, its]]) => other !== name && left.some((doc) => String(its(doc)) === wanted[other]))
        .map(([other]) => [other, wanted[other]]),
    );
  }

  legend() {
    const { model } = this;
    const [max, min] = [letter(model.max), letter(model.max === 'x' ? 'o' : 'x')];
    const wins = model.doc.depth ? 'stands better' : 'wins';
    const entries = [
      ['now', model.kind === 'trace' ? 'being searched' : 'where you are'],
      ['path', model.kind === 'trace' ? 'waits for it' : 'on the path'],
      ['win', `▲ ${max} ${wins}`],
      ['draw', '■ draw'],
      ['loss', `▼ ${min} ${wins}`],
      ['best', 'chosen'],
    ];
    const has = (which) => model.kind === 'trace' && (model.nodes.some(which) || (model.has && model.windowed));
    if (model.kind === 'trace') entries.push(['ahead', 'not reached yet']);
    if (has((node) => !node.data.searched)) entries.push(['left', 'not searched']);
    if (has((node) => node.data.end === 'cut')) entries.push(['', `${SCISSORS} the rest was cut`]);
    if (has((node) => node.data.bound !== '=')) entries.push(['', '≤ at most, ≥ at least: a bound']);
    if (model.kind === 'trace' && model.nodes.some((node) => node.place === 'horizon')) entries.push(['guess', 'an estimate']);
    if (model.doc.view === 'mover') entries.push(['', 'scores are those of the player to move']);
    if (model.kind === 'atlas' && !model.doc.complete) entries.push(['unknown', '? unknown']);
    entries.push(['last', 'mark just placed']);
    this.legendList.replaceChildren(
      ...entries.map(([name, text]) =>
        html('li', {}, name ? html('i', { class: `nx-key nx-key-${name}`, 'aria-hidden': 'true' }) : '', text),
      ),
    );
  }

  code() {
    this.lines = this.model.pseudocode.lines.map((text) => {
      const indent = text.length - text.trimStart().length;
      const line = html('li', {}, html('code', {}, ...breakable(text.trimStart())));
      line.style.setProperty('--indent', indent);
      return line;
    });
    this.codeTitle.textContent = this.model.pseudocode.title;
    this.listing.replaceChildren(...this.lines);
  }

  // Keys, size and address. A link reopens what was shown.

  listen() {
    const keys = this.options.keys === 'page' ? document : this.element;
    const stop = new AbortController();
    this.stop = stop;
    addEventListener('beforeprint', () => this.toPaper(), { signal: stop.signal });
    addEventListener('afterprint', () => this.fromPaper(), { signal: stop.signal });
    keys.addEventListener('keydown', (event) => this.key(event), { signal: stop.signal });
    this.element.addEventListener('focusout', (event) => {
      if (this.help.open && !this.help.contains(event.relatedTarget)) this.help.open = false;
    });
    if (this.options.frame) this.dress(stop.signal);
    let width = this.element.clientWidth;
    this.observer = new ResizeObserver(() => {
      this.frameHeight();
      if (this.element.clientWidth === width) return;
      width = this.element.clientWidth;
      this.show(this.viewNow());
      this.view.measure();
      this.view.resize();
      this.view.follow(true);
    });
    this.observer.observe(this.element);
    if (this.options.hash) {
      addEventListener(
        'hashchange',
        () => {
          const asked = this.fromAddress();
          if (asked.view) this.viewAsked = asked.view;
          this.pathOnly = { path: true, whole: false }[asked.tree];
          this.followBox.checked = !this.whole;
          const index = this.find(asked);
          if (index !== this.index || this.model.kind === 'atlas') this.use(index, asked.step, asked.path);
          else {
            this.show(this.viewNow());
            this.draw();
            this.seek(Number(asked.step) || 1);
          }
        },
        { signal: stop.signal },
      );
    }
  }

  /** In a frame, match the light or dark colours of the surrounding page, if the browser permits reading them. */
  dress(signal) {
    const around = window.frameElement; // null if the surrounding page is from another origin
    if (!around) return;
    const dress = () => {
      const theme = themeAround(around);
      if (theme) this.element.dataset.theme = theme;
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

  /** Make a narrow frame as high as its content, if the browser permits it. */
  frameHeight() {
    const around = this.options.frame && window.frameElement;
    if (!around) return;
    const narrow = this.element.clientWidth < NARROW;
    const height = narrow ? Math.ceil(this.element.scrollHeight) + 4 : Number(around.getAttribute('height'));
    if (height) around.style.height = `${height}px`;
  }

  /** Prepare for printing: paper does not scroll, so only the path of a large tree is printed. */
  toPaper() {
    const { model, view } = this;
    this.printing = null;
    if (view.fill && this.whole && model.nodes.length > LITTLE) {
      this.printing = { left: view.scroller.scrollLeft, top: view.scroller.scrollTop };
      this.printed(true);
    }
    view.fill?.();
    const part = model.kind === 'trace' && !this.whole;
    this.paper.textContent = part
      ? `Only the states ${this.step === model.steps ? 'of the chosen moves' : `on the path to ${this.now.node.name}`} and their siblings are printed, out of ${counted(model.count, 'state')}.`
      : '';
  }

  fromPaper() {
    if (!this.printing) return;
    this.printed(false);
    this.view.scroller.scrollTo(this.printing);
    this.printing = null;
  }

  printed(path) {
    this.pathOnly = path;
    this.pathShown = null;
    this.draw();
  }

  key(event) {
    if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return;
    const { target, key } = event;
    if (key === 'Escape') {
      this.help.open = false;
      this.view.hint?.(null);
      return;
    }
    if (target.closest?.('select, textarea, [contenteditable]')) return;
    const outside = !this.element.contains(target) && target.closest?.('a, button, input, summary');
    if (outside) return;
    const range = target === this.slider;
    const node = this.view.chosen;
    const presses = !node && target.closest?.('button, summary, a');
    if (node && (key === 'Enter' || key === ' ')) this.jump(node);
    else if (node && (key === '+' || key === '=' || key === '-' || key === '−')) {
      if (node.place !== 'end') this.fold(node, key === '+' || key === '=');
    } else if (
      this.viewName === 'tree' &&
      !range &&
      (key === 'ArrowUp' || key === 'ArrowDown') &&
      this.stage.contains(target)
    )
      this.view.move(key, false);
    else if (node && event.shiftKey && (key === 'ArrowLeft' || key === 'ArrowRight')) this.view.move(key, true);
    else if (event.shiftKey && (key === 'ArrowDown' || key === 'ArrowUp') && !range)
      this.press(key === 'ArrowDown' ? 'over' : 'out');
    else if (event.shiftKey) return;
    else if (key === ' ' && !presses) this.toggle();
    else if (key === 'ArrowRight') this.press('on');
    else if (key === 'ArrowLeft') this.press('back');
    else if (key === 'Home') this.press('first');
    else if (key === 'End') this.press('last');
    else return;
    event.preventDefault();
  }

  fromAddress() {
    if (!this.options.hash) return {};
    const found = Object.fromEntries(new URLSearchParams(location.hash.slice(1)));
    if (found.view !== 'tree' && found.view !== 'outline') delete found.view;
    if (found.tree !== 'path' && found.tree !== 'whole') delete found.tree;
    return found;
  }

  address() {
    const doc = this.documents[this.index];
    return Object.fromEntries(Object.entries(CHOICES).map(([name, [, of]]) => [name, String(of(doc))]));
  }

  remember() {
    if (!this.options.hash) return;
    clearTimeout(this.remembering);
    this.remembering = setTimeout(() => {
      const now = new URLSearchParams();
      for (const select of this.selects.querySelectorAll('select')) now.set(select.dataset.choice, select.value);
      if (this.model.kind === 'atlas') now.set('path', this.now.node.key);
      else now.set('step', this.step);
      if (this.viewAsked !== 'auto') now.set('view', this.viewAsked);
      if (this.pathOnly !== undefined) now.set('tree', this.pathOnly ? 'path' : 'whole');
      const hash = `#${now}`;
      if (hash !== location.hash) history.replaceState(null, '', hash);
    }, 200);
  }

  destroy() {
    this.pause();
    clearTimeout(this.remembering);
    this.stop.abort();
    this.observer.disconnect();
    this.view = null;
    this.element.replaceChildren();
  }
}

/**
 * Show an explorer in an element.
 *
 * documents: a trace or an atlas, or several for the reader to choose from.
 * options:
 *   algorithm, form, order, unit, numbering   choose the document to show first
 *   step       the first step to show, counted from 1
 *   path       in an atlas, the moves to the first position to show, as in 'b2.a1'
 *   view       'tree', 'outline', or 'auto': the outline if the element is narrow
 *   hash       whether to keep algorithm, step and view in the page's address
 *   keys       'page': keys work wherever the focus is; otherwise only inside the element
 *   title      the heading of the tree
 *   heading    the level of that heading, by default 2
 *   names      the names of the documents, for the heading in a frame
 *   shown      (index) => …, called when a document is shown
 *   frame      whether the explorer fills a frame in another page; it is then laid out to need no scrolling
 *   branch     (board, turn) => a promise of the atlas beyond the border, or of null
 *   part       (first) => a promise of the part of a long trace that begins with this step, or of null
 */
export function mount(element, documents, options = {}) {
  const explorer = new Explorer(element, Array.isArray(documents) ? documents : [documents], options);
  return {
    element,
    get step() {
      return explorer.step;
    },
    get steps() {
      return explorer.model.steps;
    },
    seek: (step) => explorer.seek(step),
    play: () => explorer.play(),
    pause: () => explorer.pause(),
    jump: (key) => explorer.jump(explorer.model.node(key)),
    use: (index) => explorer.use(index),
    destroy: () => explorer.destroy(),
  };
}
