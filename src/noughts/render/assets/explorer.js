/**
 * The explorer: it plays a trace (the story of a search) or walks through an atlas (positions with their exact scores).
 * The formats are described in trace.schema.json and atlas.schema.json in noughts/explain/story. A story with too many
 * steps for one document is loaded part by part.
 *
 * The explorer knows no rules and searches nothing. Boards, turns, children, scores and sentences all come from the
 * document.
 *
 * Pages that are saved and notebooks embed this file and the files that it imports as one script, which also works from
 * the file system and fetches nothing. There is no build step. Each file imports only those above it:
 *
 *   elements.js   `html` and `svg`, which create elements
 *   roving.js     one stop for the Tab key, for the tree and for the boards of pages and notebooks
 *   words.js      names, and scores as text
 *   trace.js      `Trace`, a model: what the story of a search says about each step and each state
 *   atlas.js      `Atlas`, the other model: what an atlas says about each position
 *   playouts.js   `Playouts`, the third model: what the story of a Monte Carlo tree search says
 *   layout.js     the places of the states of a tree
 *   boards.js     small boards, and boards in words
 *   looks.js      how a state looks at a step, and its description
 *   tree.js       `Tree`, a view: the tree as a picture
 *   outline.js    `Outline`, the other view: the tree as a list
 *   controls.js   `Controls` and `Pace`: buttons, slider, choices, and how many states have been searched
 *   side.js       `Side`: the pseudocode, the variables, and the board of the current state
 *   paper.js      `Paper`: the reader fills in the scores
 *   quiz.js       `Quiz`: a question before each cut-off
 *   frame.js      the colours and the height of an explorer in a frame
 *   explorer.js   `Explorer`: the document, unfolding, steps, keys, address, printing
 *
 *     mount(element, documents, options) → {step, steps, seek, follow, play, pause, jump, use, destroy}
 */

import { html } from './elements.js';
import { CHOICES, counted, letter } from './words.js';
import { Trace, chain } from './trace.js';
import { Atlas } from './atlas.js';
import { Playouts } from './playouts.js';
import { places } from './boards.js';
import { Tree } from './tree.js';
import { Outline } from './outline.js';
import { Controls, Pace } from './controls.js';
import { Side } from './side.js';
import { Paper } from './paper.js';
import { Quiz } from './quiz.js';
import { dressed, fitted } from './frame.js';

const CROWD = 24; // the most siblings drawn; if there are more, only the first ones and a button for the others
const FIRST = 12;
const NARROW = 640; // pixels; a narrower explorer begins with the outline
const BEAT = 1500; // milliseconds per step at speed 1
const FRAME = 50; // milliseconds between two steps that are shown; at a high speed, those between them are left out
const AHEAD = 40; // steps; the part with the step so far ahead is loaded early
/** @type {Record<string, string>} */
const STEPS = { ArrowRight: 'on', ArrowLeft: 'back', Home: 'first', End: 'last' };
const SETTLE = 60; // milliseconds before a part is requested, so that moving the slider requests only the last one
let mounted = 0;

export class Explorer {
  /** @param {HTMLElement} element @param {nx.Document[]} documents @param {nx.Options} options */
  constructor(element, documents, options) {
    this.number = ++mounted;
    this.element = element;
    this.options = options;
    this.documents = documents;
    /** @type {nx.Model[]} */
    this.models = [];
    /** @type {number | null} */
    this.wanted = null; // the step that is being loaded
    /** @type {Map<string, boolean>} */
    this.open = new Map(); // nodes that the reader has folded or unfolded
    /** @type {Set<string>} */
    this.all = new Set(); // nodes whose children are all shown, however many
    this.speed = 1;
    this.playing = false;
    this.timer = this.remembering = 0;
    /** @type {{ left: number, top: number } | null} */
    this.printing = null; // where the tree was scrolled to
    this.pathShown = ''; // what the view has arranged
    this.page = pageNow();
    const asked = this.fromAddress();
    this.viewAsked = asked.view ?? options.view ?? 'auto';
    this.pathOnly = onlyPath(asked.tree); // whether the reader chose to see only the path, or the whole tree
    this.index = this.find(asked);
    this.model = this.modelOf(this.index);
    this.area = places(this.model.doc.game);
    const [step, path] = [asked.step ?? options.step, asked.path ?? options.path];
    this.step = this.entry(step, path);
    this.now = this.model.at(this.model.has(this.step) ? this.step : 1);
    this.motion = matchMedia('(prefers-reduced-motion: reduce)');
    this.paper = new Paper(this);
    this.quiz = new Quiz(this);
    this.controls = new Controls(this);
    this.side = new Side(this);
    this.pace = new Pace();
    this.heading = this.title(0, options.title ?? 'Game tree');
    this.note = html('p', { class: 'nx-note' });
    this.printNote = html('p', { class: 'nx-paper' });
    this.say = html('p', { class: 'nx-say', 'aria-live': 'polite', 'aria-atomic': 'true' });
    this.stage = html('div', { class: 'nx-view' });
    this.legendList = html('ul', { class: 'nx-legend', 'aria-label': 'Legend' });
    this.build();
    this.viewName = '';
    /** @type {nx.View} */
    this.view = new Outline(this); // until `use` knows which view fits
    this.use(this.index, step, path);
    this.stop = new AbortController();
    this.observer = this.observed();
    this.listen(this.stop.signal);
  }

  get destroyed() {
    return this.stop.signal.aborted;
  }

  // The current document.

  /** The index of the document with the most of the wanted choices. @param {nx.Wanted} wanted */
  find(wanted) {
    const values = Object.fromEntries(Object.keys(CHOICES).map((name) => [name, wanted[name] ?? this.options[name]]));
    /** @param {nx.Document} doc */
    const fits = (doc) =>
      Object.entries(CHOICES).filter(([name, [, of]]) => values[name] !== undefined && String(of(doc)) === values[name])
        .length;
    let best = 0;
    this.documents.forEach((doc, i) => {
      if (fits(doc) > fits(this.documents[best])) best = i;
    });
    return best;
  }

  /** The model of a document, which is made when it is needed. @param {number} index */
  modelOf(index) {
    const { options } = this;
    const doc = this.documents[index];
    this.models[index] ??=
      doc.format === 'noughts-atlas'
        ? new Atlas(doc, options.branch)
        : doc.format === 'noughts-playouts'
          ? new Playouts(doc)
          : new Trace(doc, options.part);
    return this.models[index];
  }

  /** Show a document. @param {number} index @param {number} [step] @param {string} [path] */
  use(index, step = 1, path = undefined) {
    this.index = index;
    this.model = this.modelOf(index);
    this.area = places(this.model.doc.game);
    this.open.clear();
    this.fill(false);
    this.examine(false);
    this.element.dataset.kind = this.model.kind;
    this.controls.choices(this.documents, this.model.doc);
    this.controls.exercises(this.model);
    this.legend();
    this.side.code(this.model);
    const asked = this.entry(step, path);
    this.wanted = null;
    this.step = this.model.has(asked) ? asked : 1;
    this.now = this.model.at(this.step);
    this.controls.follower.hidden = !this.model.small || this.model.little;
    this.controls.followBox.checked = !this.whole;
    this.note.textContent = this.model.doc.note ?? '';
    this.note.hidden = !this.note.textContent;
    if (this.options.frame && this.options.names) this.heading.textContent = this.options.names[index];
    this.options.shown?.(index);
    this.tell(this.now); // before the first measurement, so that the page is laid out only once
    this.viewName = ''; // another document needs another view
    this.show(this.viewNow());
    if (asked !== this.step) this.go(asked);
    if (path && this.model.kind === 'atlas' && this.model.branch && !this.model.node(path))
      this.reach(this.model, path);
  }

  /**
   * The first step to show: the wanted one, or that of a path in an atlas.
   * @param {number} [step]
   * @param {string} [path]
   */
  entry(step = 1, path = '') {
    const { model } = this;
    if (model.kind === 'atlas') return model.select(model.node(path) ?? model.root, 1);
    return Math.max(1, Math.min(model.steps, Math.round(step) || 1));
  }

  viewNow() {
    if (this.viewAsked !== 'auto') return this.viewAsked;
    return this.isNarrow ? 'outline' : 'tree';
  }

  /** Whether the explorer is laid out for a phone. */
  get isNarrow() {
    return this.element.clientWidth > 0 && this.element.clientWidth < NARROW;
  }

  /** Show the view that the reader asks for. @param {string} name */
  choose(name) {
    this.viewAsked = name;
    this.show(name);
    this.remember();
  }

  /** @param {string} name */
  show(name) {
    if (this.viewName === name) return;
    this.viewName = name;
    this.controls.shows(name);
    this.view = name === 'outline' ? new Outline(this) : new Tree(this);
    this.stage.replaceChildren(this.view.element);
    this.arranged();
  }

  // Unfolding.

  /** Whether a node's children are shown. @param {nx.Node} node */
  isOpen(node) {
    const chosen = this.open.get(node.key);
    if (chosen !== undefined) return chosen;
    return this.whole || this.now.unfolded.has(node);
  }

  /** Whether the whole tree is unfolded, or only the path to the current state with its siblings. */
  get whole() {
    return this.model.small && (this.paper.on || !(this.pathOnly ?? !this.model.little));
  }

  /**
   * The view of the current node, or of the last unfolded node on the path to it.
   * @template V
   * @param {Map<string, V>} views
   */
  nearest(views) {
    const view = chain(this.now.node, (up) => up.parent).flatMap(({ key }) => views.get(key) ?? [])[0];
    if (!view) throw new Error('The root of the tree is not shown.');
    return view;
  }

  /** @param {boolean} on */
  followPath(on) {
    this.pathOnly = on;
    this.controls.followBox.checked = on;
    this.open.clear();
    this.arranged();
    this.view.follow(true);
    this.remember();
  }

  /** Lay out the tree again and draw it. */
  arranged() {
    this.pathShown = '';
    this.view.measure();
    this.draw();
  }

  /** @returns {nx.Visible} */
  visible() {
    /** @type {nx.Visible} */
    const { kids, folded, more } = { kids: new Map(), folded: new Map(), more: new Map() };
    const pending = [this.model.root];
    for (const node of pending) {
      if (node.place === 'end' || node.border) continue;
      const open = this.isOpen(node);
      // An atlas creates the children of a node when it is unfolded.
      if ((open || this.model.kind !== 'atlas') && !node.kids.length) continue;
      folded.set(node, !open);
      if (!open) continue;
      const shown = this.siblings(node);
      if (shown.length < node.kids.length) more.set(node, node.kids.length - shown.length);
      kids.set(node, shown);
      pending.push(...shown);
    }
    return { kids, folded, more };
  }

  /** The children of an unfolded node, without those that are left out of a crowd. @param {nx.Node} node */
  siblings({ key, kids, chosen }) {
    if (kids.length <= CROWD || this.all.has(key)) return kids;
    return kids.filter((kid, i) => i < FIRST || kid === chosen || this.now.stack.includes(kid));
  }

  /** @param {nx.Node} node @param {boolean} open */
  fold(node, open = !this.isOpen(node)) {
    this.open.set(node.key, open);
    this.arranged();
  }

  /** @param {string} key */
  showAll(key) {
    this.all.add(key);
    this.arranged();
  }

  // Steps.

  /** @param {number} step */
  seek(step) {
    const to = Math.max(1, Math.min(this.model.steps, Math.round(step)));
    if (to !== this.step || this.wanted !== null) this.go(to);
  }

  /** @param {nx.Node} node */
  jump(node) {
    if (this.paper.on) return this.paper.fields.get(node)?.input.focus();
    this.pause();
    this.go(this.model.select(node, this.step));
  }

  /**
   * Go to a step; load it first if necessary, unless the reader has asked for another step meanwhile.
   * @param {number} step
   */
  async go(step) {
    const { model } = this;
    if (!model.has(step)) {
      this.wanted = step;
      this.element.setAttribute('aria-busy', 'true');
      await new Promise((settled) => setTimeout(settled, SETTLE));
      if (this.model !== model || this.wanted !== step || this.destroyed) return;
      const found = await model.load(step);
      if (this.model !== model || this.wanted !== step || this.destroyed) return;
      if (!found) {
        this.pause();
        step = this.step;
      }
    }
    this.wanted = null;
    this.element.removeAttribute('aria-busy');
    if (model.kind === 'trace' && step === this.step + 1 && this.quiz.asks(model, step)) {
      this.pause();
      return this.quiz.ask(model, step);
    }
    this.quiz.close();
    this.step = step;
    this.draw();
    const ahead = Math.min(step + AHEAD, model.steps);
    if (!model.has(ahead) && BEAT > FRAME * this.speed) model.load(ahead);
  }

  /**
   * Go to a node that may be beyond the border of an atlas, unless the reader has moved on meanwhile.
   * @param {nx.AtlasModel} model
   * @param {string} path
   */
  async reach(model, path) {
    const node = await model.reach(path);
    if (this.model !== model || this.destroyed || this.now.node !== model.root) return;
    this.step = model.select(node, this.step);
    this.arranged();
  }

  /**
   * Load the branch beyond the border of an atlas, if possible, and go on there.
   * @param {nx.AtlasModel} model
   * @param {nx.Node} node
   */
  async grow(model, node) {
    if (!(await model.grow(node)) || this.model !== model || this.destroyed) return;
    this.pathShown = '';
    if (this.now.node !== node) return;
    this.step = model.select(node, this.step);
    this.draw();
  }

  // Exercises.

  /** Let the reader fill in the scores, or go back to the steps. @param {boolean} on */
  fill(on) {
    if (on === this.paper.on) return;
    this.pause();
    this.quiz.close();
    this.element.toggleAttribute('data-paper', on);
    this.paper.bar.hidden = !on;
    this.controls.filler.setAttribute('aria-pressed', String(on));
    if (on) {
      this.step = 1;
      this.paper.begin();
    } else {
      this.paper.end();
      if (this.viewName) this.arranged();
    }
  }

  /** Ask the reader before each cut-off, or stop asking. @param {boolean} on */
  examine(on) {
    this.fill(false);
    this.quiz.on = on;
    this.quiz.close();
    this.controls.examiner.setAttribute('aria-pressed', String(on));
    const next = on && this.quiz.next(this.model, this.step);
    if (next) this.quiz.lead(next);
  }

  play() {
    if (this.model.steps < 2) return;
    if (this.step >= this.model.steps) this.seek(1);
    this.playing = true;
    this.controls.playing(this.playing);
    this.tick(performance.now());
  }

  /** Wait, go on by as many steps as are due since a time, and so on. @param {number} before */
  tick(before) {
    const beat = BEAT / this.speed;
    const timer = setTimeout(
      async () => {
        const now = performance.now();
        const due = beat < FRAME ? Math.max(1, Math.round((now - before) / beat)) : 1;
        await this.go(Math.min(this.step + due, this.model.steps));
        if (this.timer !== timer) return;
        if (this.step < this.model.steps) this.tick(now);
        else this.pause();
      },
      Math.max(beat, FRAME),
    );
    this.timer = timer;
  }

  pause() {
    clearTimeout(this.timer);
    this.timer = 0;
    if (!this.playing) return;
    this.playing = false;
    this.wanted = null;
    this.element.removeAttribute('aria-busy');
    this.controls.playing(this.playing);
    this.remember();
  }

  toggle() {
    if (this.playing) this.pause();
    else this.play();
  }

  /** Play at another speed. Screen readers cannot keep up with a high one. @param {number} speed */
  hurry(speed) {
    this.speed = speed;
    this.say.setAttribute('aria-live', speed > 2 ? 'off' : 'polite');
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
    const path = this.whole ? 'all' : `${keys.join('|')} ${this.model.inParts ? this.step : ''}`;
    if (path !== this.pathShown) {
      this.pathShown = path;
      this.view.arrange();
    }
    this.view.update();
    this.options.moved?.(this.place);
    if (!this.playing) this.remember();
    if (this.model.kind === 'atlas' && this.now.node.border) this.grow(this.model, this.now.node);
  }

  /** Update everything but the tree. @param {nx.Now} now */
  tell(now) {
    const text = this.paper.on ? this.paper.text : now.text;
    if (this.say.textContent !== text) this.say.textContent = text;
    this.controls.update(now);
    this.pace.update(now.pace ?? []);
    this.side.update(now);
  }

  // The parts of the page, which are built once.

  /** A heading of the explorer, this many levels below its title. @param {number} level @param {string} text */
  title(level, text) {
    return html(/** @type {'h2'} */ (`h${(this.options.heading ?? 2) + level}`), {}, text);
  }

  build() {
    const { options } = this;
    const keysWork = options.frame ? 'Click the tree, then use the arrow keys: ' : 'The arrow keys work, too: ';
    const hint = html('p', { class: 'nx-hint' }, `${keysWork}← → one step, ↑ ↓ through the tree.`);
    this.element.classList.add('noughts-explorer');
    if (options.frame) this.element.dataset.frame = '';
    const main = html(
      'section',
      { class: 'nx-card nx-main', 'aria-label': options.title ?? 'Game tree' },
      html('div', { class: 'nx-head' }, this.heading, this.controls.selects, this.controls.tools),
      this.note,
      this.say,
      this.pace.element,
      this.printNote,
      this.stage,
      this.controls.bar,
      html('div', { class: 'nx-below' }, this.paper.reasons, hint, this.legendList),
    );
    this.element.replaceChildren(html('div', { class: 'nx-grid-main' }, main, this.side.element));
  }

  /** Do what a button does. @param {string} name */
  press(name) {
    if (this.paper.on) return;
    if (name === 'play') return this.toggle();
    this.pause();
    const { model, step } = this;
    const here = this.wanted ?? step;
    if (name === 'first') this.seek(1);
    else if (name === 'back') this.seek(here - 1);
    else if (name === 'on') this.seek(here + 1);
    else if (name === 'last') this.seek(model.steps);
    else if (model.kind !== 'atlas') this.seek(name === 'over' ? model.over(step) : model.out(step));
  }

  /**
   * Show the document with another value of one choice, at the same state if it has it.
   * @param {string} name
   * @param {string} value
   */
  switch(name, value) {
    this.pause();
    const index = this.find({ [name]: value, ...this.without({ ...this.address(), [name]: value }, name, value) });
    this.use(index, ...this.same(index));
  }

  /**
   * The step and path at which another document shows the current state, or the nearest state that it searches.
   * @param {number} index
   * @returns {[step: number, path?: string]}
   */
  same(index) {
    const other = this.modelOf(index);
    const { moves } = this.place;
    return other.kind === 'atlas' ? [1, moves.join('.')] : [stepAt(other, this.place)];
  }

  /** Where the reader is, in words that another search of the position understands. @returns {nx.Place} */
  get place() {
    const { model, now, step } = this;
    const moves = now.stack.slice(1).map((node) => node.move);
    if (model.kind !== 'trace') return { moves, kind: 'ask', isEnd: false };
    return { moves, kind: model.event(step).kind, isEnd: step === model.steps };
  }

  /** Go to the place of another search. @param {nx.Place} place */
  follow(place) {
    if (this.model.kind !== 'atlas') this.seek(stepAt(this.model, place));
  }

  /**
   * The choices that some document combines with a new value of one choice.
   * @param {nx.Wanted} wanted
   * @param {string} name
   * @param {string} value
   */
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
    const trace = model.kind !== 'atlas';
    const [max, min] = [letter(model.max), letter(model.max === 'x' ? 'o' : 'x')];
    const wins = model.doc.depth || model.kind === 'playouts' ? 'stands better' : 'wins';
    /** @type {[sign: string, text: string][]} */
    const entries = [
      ['now', trace ? 'being searched' : 'where you are'],
      ['path', trace ? 'waits for it' : 'on the path'],
      ['win', `▲ ${max} ${wins}`],
      ['draw', '■ draw'],
      ['loss', `▼ ${min} ${wins}`],
      ['best', 'chosen'],
      ...model.legend(),
      ['last', 'mark just placed'],
    ];
    /** @param {string} name */
    const sign = (name) => (name ? html('i', { class: `nx-key nx-key-${name}`, 'aria-hidden': 'true' }) : '');
    this.legendList.replaceChildren(...entries.map(([name, text]) => html('li', {}, sign(name), text)));
  }

  // Keys, size and address. A link reopens the same view.

  /** @param {AbortSignal} signal */
  listen(signal) {
    addEventListener('beforeprint', () => this.toPaper(), { signal });
    addEventListener('afterprint', () => this.fromPaper(), { signal });
    if (this.options.keys === 'page') document.addEventListener('keydown', (event) => this.key(event), { signal });
    else this.element.addEventListener('keydown', (event) => this.key(event), { signal });
    this.element.addEventListener('focusout', ({ relatedTarget }) => {
      const { help } = this.controls;
      if (help.open && !(relatedTarget instanceof Node && help.contains(relatedTarget))) help.open = false;
    });
    if (this.options.frame) dressed(this.element, signal);
    if (this.options.hash) addEventListener('hashchange', () => this.toAddress(), { signal });
  }

  /** Follow the size of the element. */
  observed() {
    let width = this.element.clientWidth;
    const observer = new ResizeObserver(() => {
      if (this.options.frame) fitted(this.element, this.isNarrow);
      if (this.element.clientWidth === width) return;
      width = this.element.clientWidth;
      this.show(this.viewNow());
      this.view.measure();
      this.view.resize();
      this.view.follow(true);
    });
    observer.observe(this.element);
    return observer;
  }

  /** Show what the address asks for. */
  toAddress() {
    if (this.page !== pageNow()) return; // the reader is leaving the page
    const asked = this.fromAddress();
    if (asked.view) this.viewAsked = asked.view;
    this.pathOnly = onlyPath(asked.tree);
    this.controls.followBox.checked = !this.whole;
    const index = this.find(asked);
    if (index !== this.index || this.model.kind === 'atlas') this.use(index, asked.step, asked.path);
    else {
      this.show(this.viewNow());
      this.draw();
      this.seek(asked.step ?? 1);
    }
  }

  /** Prepare for printing: paper does not scroll, so only the path of a large tree is printed. */
  toPaper() {
    const { model, view } = this;
    this.printing = null;
    if (this.viewName === 'tree' && this.whole && !model.little) {
      this.printing = { left: view.scroller.scrollLeft, top: view.scroller.scrollTop };
      this.printed(true);
    }
    view.fill();
    this.printNote.textContent = '';
    if (model.kind === 'atlas' || this.whole) return;
    const which = this.step === model.steps ? 'of the chosen moves' : `on the path to ${this.now.node.name}`;
    const all = counted(model.count, 'state');
    this.printNote.textContent = `Only the states ${which} and their siblings are printed, out of ${all}.`;
  }

  fromPaper() {
    if (!this.printing) return;
    this.printed(false);
    this.view.scroller.scrollTo(this.printing);
    this.printing = null;
  }

  /** @param {boolean} path */
  printed(path) {
    this.pathOnly = path;
    this.pathShown = '';
    this.draw();
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return;
    const target = event.target instanceof Element ? event.target : this.element;
    if (event.key === 'Escape') {
      this.controls.help.open = false;
      this.view.hint(null);
      return;
    }
    if (target.closest('select, textarea, [contenteditable], .nx-field')) return;
    if (!this.element.contains(target) && target.closest('a, button, input, summary')) return;
    const does = this.meaning(event, target);
    if (!does) return;
    does();
    event.preventDefault();
  }

  /** What a key does, if anything. @param {KeyboardEvent} event @param {Element} target */
  meaning({ key, shiftKey }, target) {
    const node = this.view.chosen;
    const range = target === this.controls.slider;
    const sideways = key === 'ArrowLeft' || key === 'ArrowRight';
    const upright = (key === 'ArrowUp' || key === 'ArrowDown') && !range;
    if (node && (key === 'Enter' || key === ' ')) return () => this.jump(node);
    if (node && '+=-−'.includes(key)) return () => node.place !== 'end' && this.fold(node, key === '+' || key === '=');
    if (upright && this.viewName === 'tree' && this.stage.contains(target)) return () => this.view.move(key);
    if (node && shiftKey && sideways) return () => this.view.move(key);
    if (shiftKey) return upright && (() => this.press(key === 'ArrowDown' ? 'over' : 'out'));
    if (key === ' ') return !target.closest('button, summary, a') && (() => this.toggle());
    const name = STEPS[key];
    return name && (() => this.press(name));
  }

  /** @returns {nx.Wanted} */
  fromAddress() {
    if (!this.options.hash) return {};
    const found = Object.fromEntries(new URLSearchParams(location.hash.slice(1)));
    if (found.view !== 'tree' && found.view !== 'outline') delete found.view;
    if (found.tree !== 'path' && found.tree !== 'whole') delete found.tree;
    return { ...found, step: Number(found.step) || undefined };
  }

  address() {
    const doc = this.documents[this.index];
    return Object.fromEntries(Object.entries(CHOICES).map(([name, [, of]]) => [name, String(of(doc))]));
  }

  remember() {
    if (!this.options.hash) return;
    clearTimeout(this.remembering);
    this.remembering = setTimeout(() => {
      if (this.page !== pageNow()) return;
      const now = new URLSearchParams();
      for (const [name, value] of this.controls.chosen) now.set(name, value);
      if (this.model.kind === 'atlas') now.set('path', this.now.node.key);
      else now.set('step', String(this.step));
      if (this.viewAsked !== 'auto') now.set('view', this.viewAsked);
      if (this.pathOnly !== undefined) now.set('tree', this.pathOnly ? 'path' : 'whole');
      const url = new URL(location.href); // not relative to the page's base
      url.hash = String(now);
      if (url.href !== location.href) history.replaceState(history.state, '', url);
    }, 200);
  }

  destroy() {
    this.pause();
    clearTimeout(this.remembering);
    this.stop.abort();
    this.observer.disconnect();
    this.element.replaceChildren();
  }
}

/** The step of a search at which it is at a place. @param {Exclude<nx.Model, nx.AtlasModel>} model @param {nx.Place} place */
const stepAt = (model, { moves, kind, isEnd }) => (isEnd ? model.steps : model.like(moves, kind));

/** The page's address without what explorers keep in it. */
const pageNow = () => location.pathname + location.search;

/** Whether only the path is shown, as an address says it. @param {string | undefined} tree */
const onlyPath = (tree) => (tree === 'path' ? true : tree === 'whole' ? false : undefined);

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
 *   moved      (place) => …, called when a step is shown: another explorer can `follow` to the same state
 *   frame      whether the explorer fills a frame in another page; it is then laid out to need no scrolling
 *   branch     (board, turn) => a promise of the atlas beyond the border, or of null
 *   part       (first) => a promise of the part of a story that begins with this step, or of null
 * @param {HTMLElement} element
 * @param {nx.Document | nx.Document[]} documents
 * @param {nx.Options} options
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
    seek: (/** @type {number} */ step) => explorer.seek(step),
    follow: (/** @type {nx.Place} */ place) => explorer.follow(place),
    play: () => explorer.play(),
    pause: () => explorer.pause(),
    jump: (/** @type {string} */ key) => {
      const node = explorer.model.node(key);
      if (node) explorer.jump(node);
    },
    use: (/** @type {number} */ index) => explorer.use(index),
    destroy: () => explorer.destroy(),
  };
}
