/**
 * The explorer: it plays a trace (the story of a search) or walks through an atlas (positions with their exact scores).
 * The formats are described in trace.schema.json and atlas.schema.json in noughts/explain. A long trace, described in
 * long_format.py, is loaded part by part.
 *
 * The explorer knows no rules and searches nothing. Boards, turns, children, scores and sentences all come from the
 * document.
 *
 * Pages and notebooks embed this file unchanged, as one script that also works from the file system. It needs no build
 * step and fetches nothing. Its parts use only the parts above them:
 *
 *   1 Words and numbers     names, scores as text, and `html` and `svg`, which create elements
 *   2 Models                `Trace`, `LongTrace` and `Atlas`: what a document says about each step and each state
 *   3 Layout                the places of the states of a tree
 *   4 Boards                small boards, and boards in words
 *   5 Tree and outline      `Tree`, a picture, and `Outline`, a list: two views of one model
 *   6 The explorer          `Explorer`: the document, unfolding, steps, drawing, controls, keys, address
 *
 *     mount(element, documents, options) → {step, steps, seek, play, pause, jump, use, destroy}
 */

const SVG = 'http://www.w3.org/2000/svg';
const WHOLE = 400; // the most states of a tree that can be drawn whole; of a larger one only the path and its siblings
const LITTLE = 30; // the most states of a tree that is drawn whole by default
const CROWD = 24; // the most siblings drawn; if there are more, only the first ones and a button for the others
const FIRST = 12;
const AT_ONCE = 150; // the most states drawn at once; if there are more, those near the current one come first
const LATER = 80; // milliseconds until the next batch, so that the browser can paint what is in view
const NARROW = 640; // pixels; a narrower explorer begins with the outline
const SPEEDS = [0.5, 1, 2, 4, 8];
const PACE = 1500; // milliseconds per step at speed 1
const READABLE = 0.93; // the smallest automatic scale: the texts of the tree have at least 12 pixels
const LEGIBLE = 0.5; // the smallest scale at which states are readable
const RISE = 26; // from the lower edge of a state to the upper edge of its children
const LETTER = 7.85; // the width of a letter in a node's score list
const LINE = 16; // the height of a line of text in a node
const AHEAD = 40; // steps; the part with the step so far ahead is loaded early
const SETTLE = 60; // milliseconds before a part is requested, so that moving the slider requests only the last one
let mounted = 0;

// 1. Words and numbers ------------------------------------------------------------------------------------------

const WORDS = {
  minimax: 'minimax',
  negamax: 'negamax',
  alphabeta: 'alpha-beta',
  transposition: 'alpha-beta with a table',
  'depth-limited': 'alpha-beta to a depth',
  atlas: 'move by move',
  level: 'level',
  visit: 'visit',
  scan: 'row by row',
  centre: 'centre first',
  random: 'random',
  noughts: '1 + empty cells',
  one: '±1',
  ten: '±10',
  depth: '±(10 − depth)',
};
const CHOICES = {
  algorithm: ['Algorithm', (doc) => doc.algorithm ?? 'atlas'],
  form: ['Pseudocode', (doc) => doc.pseudocode.form],
  order: ['Order', (doc) => doc.order],
  unit: ['Scores', (doc) => doc.unit],
  numbering: ['Number by', (doc) => doc.numbering ?? 'visit'],
};
const KEYS = [
  ['→  ←', 'one step on, one step back'],
  ['Home  End', 'to the first, to the last step'],
  ['Shift ↓', 'skip the next state and all below it'],
  ['Shift ↑', 'go to the end of this state'],
  ['Space', 'play or pause'],
  ['↑  ↓', 'in the tree: to the parent, to the first child'],
  ['Shift ←  →', 'in the tree: to the neighbour'],
  ['Enter', 'in the tree: jump to this state, then to its next step'],
  ['+  −', 'in the tree: unfold, fold'],
  ['Esc', 'close a pop-up'],
];
const SCISSORS = '✂\uFE0E'; // after a score list: a cut-off skipped the rest
const SHAPES = { win: '▲', draw: '■', loss: '▼' };
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

/** A score as Python writes it: +10, −8, 0, ≤−10. */
function number(score, bound = '=') {
  const size = String(Number(Math.abs(score).toPrecision(6)));
  return { '=': '', '<=': '≤', '>=': '≥' }[bound] + (score > 0 ? '+' : score < 0 ? '−' : '') + size;
}

const limit = (score, infinite) => (score === null ? infinite : number(score));
/** A score list; a long one is abbreviated. */
function listed(scores, bounds, comma, most = 15) {
  const parts = scores.map((score, i) => (score === null ? '?' : number(score, bounds[i])));
  return parts.length <= most ? parts.join(comma) : `${parts.slice(0, 8).join(comma)}${comma}… ${parts.length} in all`;
}

/** 12345 as '12,345'. toLocaleString would load a locale first, which takes longer than drawing a tree. */
const grouped = (count) => String(count).replace(/\B(?=(\d{3})+$)/g, ',');
const counted = (count, word) => `${grouped(count)} ${word}${count === 1 ? '' : 's'}`;
const letter = (turn) => turn.toUpperCase();
/** What a move is called: its column where discs fall, otherwise its cell. */
const called = (game, cell) => (game.falls ? game.columns[game.points[cell][0]] : game.cells[cell]);

function html(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
    else if (value !== null && value !== false) element.setAttribute(name, value === true ? '' : value);
  }
  element.append(...children);
  return element;
}

/** A line of code that can be broken after a bracket. */
const breakable = (text) => text.split(/(?<=\()(?!\))/).flatMap((part, i) => (i ? [html('wbr'), part] : [part]));

function svg(tag, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, tag);
  for (const name in attributes) element.setAttribute(name, attributes[name]);
  if (children.length) element.append(...children);
  return element;
}

const icon = (name) =>
  svg('svg', { viewBox: '0 0 16 16', 'aria-hidden': 'true', class: 'nx-icon' }, svg('path', { d: ICONS[name] }));

// 2. Models -----------------------------------------------------------------------------------------------------
//
// A model has nodes {key, label, name, move, cell, board, turn, role, depth, parent, kids, over, line, place} and steps
// counted from 1 to `steps`. `at` returns what a step shows, `select` the step to which a jump to a node leads, and
// `look` and `last` how a node looks at a step and at the end:
//   status  ahead · open (on the call stack) · done · cut · unknown
//   score, bound, scores, bounds, window ([alpha, beta] or null), chosen (a node), reason (why it was not searched)

/** Whether the game is over in a state of a trace. In a skipped state the board and its line show it. */
const isOver = (data) =>
  data.end === 'win' ||
  data.end === 'draw' ||
  data.winner !== null ||
  data.line.length > 0 ||
  !data.board.includes('_');

class Trace {
  constructor(doc) {
    this.doc = doc;
    this.kind = 'trace';
    this.steps = doc.events.length;
    this.pseudocode = doc.pseudocode;
    this.windowed = doc.windowed;
    this.max = doc.nodes[0]?.turn;
    this.small = doc.nodes.length <= WHOLE;
    this.cells = new Map(doc.game.cells.map((name, cell) => [name, cell]));
    this.nodes = doc.nodes.map((data) => this.shared(data));
    for (const node of this.nodes) {
      node.parent = node.data.parent === null ? null : this.nodes[node.data.parent - 1];
      node.kids = node.data.children.map((id) => this.nodes[id - 1]);
    }
    this.root = this.nodes[0];
    doc.events.forEach((event, index) => {
      const node = this.nodes[event.node - 1];
      node.events.push(index);
      if (event.kind === 'ask') node.asked = index;
      if (event.kind === 'end' || event.kind === 'answer' || event.kind === 'choose') node.done = index;
      for (const id of event.skipped) this.nodes[id - 1].cut = index;
    });
    const left = this.root ? [this.root] : []; // the states below a skipped state were skipped, too
    while (left.length) {
      const node = left.pop();
      for (const kid of node.kids) {
        if (!kid.data.searched) {
          if (kid.cut === Infinity) kid.cut = node.data.searched ? node.done : node.cut;
          kid.left = node.data.searched ? (node.data.end === 'cut' ? 'cut' : 'known') : node.left;
        }
        left.push(kid);
      }
    }
  }

  /** A node with what the document says about its state. */
  shared(data) {
    const { doc } = this;
    const cell = this.cells.get(data.move) ?? -1;
    return {
      key: String(data.id),
      label: String(data.id),
      name: `state ${data.id}`,
      move: data.move,
      called: cell < 0 ? '' : called(doc.game, cell),
      cell,
      board: data.board,
      turn: data.turn,
      depth: data.depth,
      line: data.line,
      role: doc.view === 'mover' ? 'max' : data.role,
      flip: doc.view === 'mover' && data.role === 'min',
      data,
      over: isOver(data),
      place: isOver(data) ? 'end' : { horizon: 'horizon', table: 'table' }[data.end],
      events: [],
      asked: Infinity,
      done: Infinity,
      cut: Infinity,
      reason: data.reason,
      left: 'cut', // its text if it was not searched
    };
  }

  node(key) {
    return this.nodes[Number(key) - 1];
  }

  event(step) {
    return this.doc.events[step - 1];
  }

  at(step) {
    const event = this.event(step);
    const node = this.node(event.node);
    const stack = [];
    for (let up = node; up; up = up.parent) stack.unshift(up);
    const unfolded = new Set(stack);
    if (event.kind === 'choose') for (let on = this.chosen(node); on; on = this.chosen(on)) unfolded.add(on);
    const searched = grouped(event.searched);
    const counter = `searched ${searched}${this.total}`;
    return {
      pace: this.pace(event),
      node,
      stack,
      unfolded,
      text: event.text,
      line: event.line,
      moving: event.kind === 'push' ? this.node(event.child) : null,
      count: `step ${grouped(step)}/${grouped(this.steps)}`,
      counter,
      variables: [
        ['state', 'state', node.move ? `${node.label} (${node.called})` : node.label],
        ['to move', 'turn', node.over ? 'nobody' : `${letter(node.turn)}, ${node.role}imises`],
        ...event.variables.map(([name, value]) => [name, name, value || '—']), // a dash until its line has run
        ['call stack', 'stack', stack.map((up) => up.label).join(' > ')],
        ['states searched', 'searched', counter.slice('searched '.length)],
      ],
    };
  }

  /** The number of states in the whole tree, in words. */
  get total() {
    return ` of ${this.doc.complete ? '' : 'more than '}${grouped(this.nodes.length)}`;
  }

  /** The number of states in the story, for the note on paper. */
  get count() {
    return this.nodes.length;
  }

  /** How many states each search visits in all. */
  get totals() {
    return this.doc.events.at(-1);
  }

  /** How many states minimax, alpha-beta and this search have searched so far: [name, count, total, whether it is this one]. */
  pace(event) {
    const { totals } = this;
    if ((totals.minimax ?? totals.alphabeta) == null) return [];
    const { algorithm } = this.doc;
    const own = { negamax: 'minimax', 'depth-limited': 'alphabeta' }[algorithm] ?? algorithm;
    const rows = ['minimax', 'alphabeta'].map((name) => [WORDS[name], event[name], totals[name], name === own]);
    if (own === 'transposition') rows.push([WORDS[own], event.searched, totals.searched, true]);
    return rows;
  }

  look(node, step) {
    const now = step - 1;
    if (now < node.asked) {
      const status = now >= node.cut ? 'cut' : 'ahead';
      return {
        status,
        score: null,
        bound: '=',
        scores: [],
        bounds: [],
        window: null,
        chosen: null,
        reason: status === 'cut' ? node.reason : '',
      };
    }
    const event = this.latest(node, now) ?? { variables: [['', '']], scores: [], bounds: [], alpha: null, beta: null };
    return this.shown(node, event, now >= node.done);
  }

  /** The latest event of a node. */
  latest(node, now) {
    let low = 0;
    let high = node.events.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (node.events[middle] <= now) low = middle;
      else high = middle - 1;
    }
    return this.doc.events[node.events[low]];
  }

  /** How a node looks after one of its events. */
  shown(node, event, done) {
    const [name, value] = event.variables[0]; // forms that keep only the best score have no list
    return {
      status: done ? 'done' : 'open',
      score: done ? node.data.score : null,
      bound: node.data.bound,
      v: name === 'v' ? (value && !done ? `v = ${value}` : '') : null,
      scores: name === 'v' ? [] : event.scores,
      bounds: event.bounds,
      window: this.windowed ? [event.alpha, event.beta] : null,
      chosen: done ? this.chosen(node) : null,
      reason: '',
      left: done && node.data.end === 'cut',
    };
  }

  /** The step after the next state, if the next step searches one; otherwise the next step. */
  over(step) {
    const kid = this.at(step).node.kids.find((one) => one.asked === step);
    return kid ? kid.done + 2 : step + 1;
  }

  /** The step at which the current state returns its score or, if it has done so, at which its parent does. */
  out(step) {
    const { node } = this.at(step);
    return 1 + (node.done < step && node.parent ? node.parent.done : node.done);
  }

  /** The child that a state finally chooses. */
  chosen(node) {
    return node.data.chosen ? this.nodes[node.data.chosen - 1] : null;
  }

  /** How a node looks at the end, which decides its width. */
  last(node) {
    return this.look(node, this.steps);
  }

  /** The step to jump to: the first step of a state, then its next one; for a skipped state, the cut-off. */
  select(node, step) {
    if (node.asked === Infinity) return node.cut === Infinity ? step : node.cut + 1;
    const at = node.events.indexOf(step - 1);
    return (at < 0 ? node.asked : node.events[(at + 1) % node.events.length]) + 1;
  }

  /** The step closest to a step of another model: in the same state, or in the last searched state above it. */
  like(moves, kind) {
    let node = this.root;
    for (const move of moves) {
      const kid = node.kids.find((one) => one.move === move);
      if (!kid || kid.asked === Infinity) break;
      node = kid;
    }
    return 1 + (node.events.find((index) => this.doc.events[index].kind === kind) ?? node.asked);
  }
}

/** A trace that is loaded part by part. It knows the states on the path to each loaded step, and their siblings. */
class LongTrace extends Trace {
  constructor(doc, bring) {
    super({ ...doc, nodes: [], events: [] });
    this.doc = doc;
    this.steps = doc.steps;
    this.small = false;
    this.bring = bring;
    this.size = doc.part.end; // steps in a part
    this.byId = new Map();
    this.events = new Map();
    this.parts = new Set();
    this.loading = new Map();
    this.add(doc.part);
    this.root = this.byId.get(1);
    this.max = this.root.turn;
  }

  get nodes() {
    return [...(this.byId?.values() ?? [])];
  }

  set nodes(ignored) {} // the nodes come with the parts

  get total() {
    return this.doc.total === null ? '' : ` of ${grouped(this.doc.total)}`;
  }

  get count() {
    return this.doc.searched;
  }

  get totals() {
    return { ...this.doc.counts, searched: this.doc.searched };
  }

  node(key) {
    return this.byId.get(Number(key));
  }

  event(step) {
    return this.events.get(step - 1);
  }

  add(part) {
    this.parts.add(Math.floor(part.first / this.size));
    for (const data of part.nodes) {
      const node = this.byId.get(data.id);
      if (node) {
        if (data.children.length) node.data = data;
        continue;
      }
      this.byId.set(data.id, this.made(data));
    }
    for (const event of part.events) {
      if (!this.events.has(event.at)) this.byId.get(event.node).events.push(event.at);
      this.events.set(event.at, event);
    }
    for (const { id } of part.nodes) this.byId.get(id).events.sort((a, b) => a - b);
  }

  made(data) {
    const node = Object.assign(this.shared(data), {
      label: data.searched ? String(data.id) : '',
      asked: data.asked ?? Infinity,
      done: data.done ?? Infinity,
      cut: data.cut ?? Infinity,
      leaf: !data.pushes,
    });
    return Object.defineProperties(node, {
      parent: { get: () => this.byId.get(node.data.parent) ?? null },
      kids: { get: () => node.data.children.map((id) => this.byId.get(id)) },
    });
  }

  has(step) {
    return this.parts.has(Math.floor((step - 1) / this.size));
  }

  /** Load the part with a step; return whether it is there. */
  async load(step) {
    if (this.has(step)) return true;
    const number_ = Math.floor((step - 1) / this.size);
    if (!this.loading.has(number_)) this.loading.set(number_, this.bring(number_ * this.size));
    const part = await this.loading.get(number_);
    this.loading.delete(number_); // after a failure it can be requested again
    if (part && !this.parts.has(number_)) this.add(part);
    return Boolean(part);
  }

  latest(node, now) {
    return this.events.get(node.events.findLast((at) => at <= now));
  }

  chosen(node) {
    return this.byId.get(node.data.chosen) ?? null;
  }

  /** How a node looks now: its look at the end may not have been loaded yet. */
  last(node, open, step) {
    return this.look(node, step);
  }

  select(node, step) {
    if (node.asked === Infinity) return node.cut + 1;
    const now = step - 1;
    if (this.events.get(now)?.node !== node.data.id || now >= node.done) return node.asked + 1;
    return this.over(step);
  }

  like() {
    return 1;
  }
}

class Atlas {
  constructor(doc, branch) {
    this.doc = doc;
    this.kind = 'atlas';
    this.pseudocode = doc.pseudocode;
    this.windowed = false;
    this.max = doc.max;
    this.small = false;
    this.branch = branch;
    this.root = this.made(doc, 0, null, -1);
    this.opened = new Set();
    this.line = [];
    this.select(this.root, 1);
  }

  /** Create the node of a state. Its children are created on demand. */
  made(doc, index, parent, cell) {
    const move = cell < 0 ? '' : doc.game.cells[cell];
    const name = cell < 0 ? '' : called(doc.game, cell);
    const model = this;
    return model.fill(
      {
        parent,
        cell,
        move,
        called: name,
        key: parent?.parent ? `${parent.key}.${move}` : move,
        label: name || 'start',
        name: name || 'the start',
        depth: parent ? parent.depth + 1 : 0,
        flip: false,
        get kids() {
          const { moves, next } = this.doc.states;
          this.made ??= next[this.index].map((place_, i) => model.made(this.doc, place_, this, moves[this.index][i]));
          return this.made;
        },
        get chosen() {
          const chosen = this.doc.states.chosen[this.index];
          return chosen === null ? null : this.kids[chosen];
        },
      },
      doc,
      index,
    );
  }

  /** Copy what a document says about a state into its node. */
  fill(node, doc, index) {
    const { states } = doc;
    const size = doc.game.points.length;
    const end = states.ends[index];
    return Object.assign(node, {
      doc,
      index,
      made: null,
      board: states.boards.slice(index * size, (index + 1) * size),
      turn: states.turns[index],
      role: states.turns[index] === this.max ? 'max' : 'min',
      over: end !== '.' && end !== '+',
      border: end === '+',
      place: end === '.' || end === '+' ? undefined : 'end',
      line: states.lines[index] ?? [],
      score: states.scores[index],
    });
  }

  node(key) {
    let node = this.root;
    for (const move of key ? key.split('.') : []) node = node?.kids.find((kid) => kid.move === move);
    return node;
  }

  get steps() {
    return this.line.length;
  }

  /** Go to a node and return the step. The line leads through it and continues with the best moves. */
  select(node) {
    this.line = [];
    for (let up = node; up; up = up.parent) this.line.unshift(up);
    for (let on = node.chosen; on; on = on.chosen) this.line.push(on);
    return node.depth + 1;
  }

  at(step) {
    const node = this.line[step - 1];
    const states = node.doc.states;
    const says = node.doc.sentences[states.sentences[node.index]];
    const plies = states.plies[node.index];
    this.opened.add(`${node.board}${node.turn}`);
    const values = {
      score: node.score === null ? '?' : number(node.score),
      scores: listed(this.scores(node), [], ', '),
      move: node.chosen?.called ?? '',
      plies: String(plies),
      cells: node.board,
    };
    const stack = this.line.slice(0, step);
    const opened = grouped(this.opened.size);
    const { count, ends } = this.doc.states;
    return {
      node,
      stack,
      unfolded: new Set(stack),
      text: this.said(node, says.text).replace(/\{(\w+)\}/g, (_, name) => values[name]),
      line: says.line,
      moving: null,
      count: this.steps > 1 ? `ply ${step - 1}/${this.steps - 1}` : `ply ${step - 1}`,
      counter: ends.includes('+')
        ? `${counted(this.opened.size, 'position')} opened`
        : `opened ${opened} of ${counted(count, 'position')}`,
      variables: [
        ['move', 'state', node.called || 'none yet'],
        ['to move', 'turn', node.over ? 'nobody' : `${letter(node.turn)}, ${node.role}imises`],
        ['scores', 'scores', `[${values.scores}]`],
        [
          'score',
          'score',
          values.score + (plies !== null && !node.over ? `, the game ends in ${counted(plies, 'move')}` : ''),
        ],
        ['call stack', 'stack', stack.map((up) => up.label).join(' > ')],
      ],
    };
  }

  /** The sentence of a node, without the hint how to continue beyond the border if the explorer can do so itself. */
  said(node, text) {
    return node.border && this.branch ? text.replace(/ This page ends here.*$/, ' …') : text;
  }

  scores(node) {
    return node.doc.states.next[node.index].map((next) => node.doc.states.scores[next]);
  }

  look(node, step, open) {
    const scores = open && !node.border ? this.scores(node) : [];
    const ends = this.branch ? 'The game goes on: press to open it.' : 'The game goes on, but this page ends here.';
    const reason = node.border ? ends : '';
    return {
      status: node.score === null ? 'unknown' : 'done',
      score: node.score,
      bound: '=',
      scores,
      bounds: scores.map(() => '='),
      window: null,
      chosen: open ? node.chosen : null,
      reason,
    };
  }

  last(node, open) {
    return this.look(node, 0, open);
  }

  /** Load the branch beyond the border, if `options.branch` is set; return whether there is more now. */
  async grow(node) {
    if (!node.border || !this.branch || node.asked) return false;
    node.asked = true;
    const doc = await this.branch(node.board, node.turn);
    if (doc) this.fill(node, doc, 0);
    node.asked = false; // after a failure it can be requested again
    return Boolean(doc);
  }

  /** Follow the moves of a path as far as possible, loading branches on the way; return the last node. */
  async reach(path) {
    let node = this.root;
    for (const move of path.split('.')) {
      await this.grow(node);
      const kid = node.border ? null : node.kids.find((one) => one.move === move);
      if (!kid) break;
      node = kid;
    }
    return node;
  }
}

/** The tone of a score from MAX's point of view; empty if there is no score. */
function tone(node, score) {
  if (score === null) return '';
  const seen = node.flip ? -score : score;
  return seen > 0 ? 'win' : seen < 0 ? 'loss' : 'draw';
}

/** The score of a move from its player's point of view; in negamax the child's score is negated. */
function forMover(doc, { score, bound }) {
  if (doc.view !== 'mover') return number(score, bound);
  return number(-score, { '<=': '>=', '>=': '<=' }[bound] ?? bound);
}

/** Whether a score is an estimate: nonzero, but less than a win in this unit. */
function estimated(doc, score) {
  const size = Math.abs(score);
  return size > 0 && (doc.unit === 'depth' ? size % 1 !== 0 : size < (doc.unit === 'ten' ? 10 : 1));
}

/** The texts below a node's board: its score and its score list; a long list takes several lines. */
function foot(model, node, look) {
  if (look.status === 'cut') return [[node.left, '']];
  if (look.status === 'ahead') return [['', '']];
  if (look.status === 'unknown') return [[node.border ? '? …' : '?', '']];
  const shape = look.score === null ? '' : SHAPES[tone(node, look.score)];
  const score = look.score === null ? '' : `${shape} ${number(look.score, look.bound)}`;
  const more = look.left ? ` ${SCISSORS}` : '';
  const leaf =
    (node.leaf ?? !node.kids?.length) ||
    node.place === 'horizon' ||
    node.place === 'table' ||
    (!look.scores.length && look.status === 'done');
  if (leaf) return [[score + (node.border ? ' …' : ''), '']];
  if (look.v != null) return [[score, look.v]];
  const parts = look.scores.map((value, i) => (value === null ? '?' : number(value, look.bounds[i])));
  if (parts.length <= 5) return [[score, `[${parts.join(' ')}${more}]`]];
  if (parts.length > 15) return [[score, `[${parts.slice(0, 4).join(' ')} …${parts.length}]`]];
  const rows = [];
  for (let i = 0; i < parts.length; i += 5) rows.push(parts.slice(i, i + 5).join(' '));
  return [[score, ''], ...rows.map((row, i) => ['', (i ? ' ' : '[') + row + (i < rows.length - 1 ? '' : `${more}]`)])];
}

/** Whether the background of an element is light or dark. */
function themeAround(element) {
  const { defaultView: view, documentElement: root } = element.ownerDocument;
  for (let up = element; up; up = up.parentElement) {
    const [red, green, blue, solid = 1] = (view.getComputedStyle(up).backgroundColor.match(/[\d.]+/g) ?? []).map(Number);
    if (solid > 0.5) return 0.3 * red + 0.6 * green + 0.1 * blue < 128 ? 'dark' : 'light';
  }
  const dark = view.matchMedia('(prefers-color-scheme: dark)').matches;
  return dark && view.getComputedStyle(root).colorScheme.includes('dark') ? 'dark' : 'light';
}

// 3. Layout -----------------------------------------------------------------------------------------------------

/**
 * Lay out a tree tidily in linear time: subtrees as close as their outlines allow, parents centred above their
 * children, equal subtrees drawn alike. The algorithm is that of Reingold and Tilford, 1981, for nodes of any width and number of
 * children. As in Kennedy, 1996, the result is the mean of packing to the left and packing to the right.
 * If `path` contains one of the children, the parent stands above that child instead.
 * Return the x of each node's middle, and the total width.
 */
export function layout(root, kidsOf, widthOf, path = new Set(), gap = 12) {
  const shift = new Map();
  const fit = (left, right) => {
    let apart = -Infinity;
    for (let level = 0; level < left.length && level < right.length; level++) {
      apart = Math.max(apart, left[level][1] - right[level][0] + gap);
    }
    return apart;
  };
  const add = (outline, other, by) => {
    other.forEach(([low, high], level) => {
      const mine = (outline[level] ??= [Infinity, -Infinity]);
      mine[0] = Math.min(mine[0], low + by);
      mine[1] = Math.max(mine[1], high + by);
    });
  };
  const place = (node) => {
    const half = widthOf(node) / 2;
    const kids = kidsOf(node);
    const outlines = kids.map(place);
    const leftward = [];
    const rightward = [];
    let all = [];
    outlines.forEach((outline, i) => {
      leftward[i] = i ? fit(all, outline) : 0;
      add(all, outline, leftward[i]);
    });
    all = [];
    for (let i = outlines.length - 1; i >= 0; i--) {
      rightward[i] = all.length ? -fit(outlines[i], all) : 0;
      add(all, outlines[i], rightward[i]);
    }
    const middles = kids.map((_, i) => (leftward[i] + rightward[i]) / 2);
    const ahead = kids.findIndex((kid) => path.has(kid));
    const centre = ahead >= 0 ? middles[ahead] : kids.length ? (middles[0] + middles[kids.length - 1]) / 2 : 0;
    const below = [];
    kids.forEach((kid, i) => {
      shift.set(kid, middles[i] - centre);
      add(below, outlines[i], middles[i] - centre);
    });
    return [[-half, half], ...below];
  };
  const outline = place(root);
  const left = Math.min(...outline.map(([low]) => low));
  const width = Math.max(...outline.map(([, high]) => high)) - left;
  const at = new Map([[root, -left]]);
  const pending = [root];
  while (pending.length) {
    const node = pending.pop();
    for (const kid of kidsOf(node)) {
      at.set(kid, at.get(node) + shift.get(kid));
      pending.push(kid);
    }
  }
  return { at, width };
}

// 4. Boards -----------------------------------------------------------------------------------------------------

/** The places of a game's cells, in units of a cell; layers stand side by side. */
function places(game) {
  const rest = (point) => point.slice(2).join();
  const layers = [...new Set(game.points.map(rest))];
  const wide = game.shape[0] + 0.5;
  const spots = game.points.map((point) => [layers.indexOf(rest(point)) * wide + point[0], point[1] ?? 0]);
  const taken = new Set(spots.map(String));
  let grid = '';
  for (const [x, y] of spots) {
    if (taken.has(String([x + 1, y]))) grid += `M${x + 1} ${y}v1`;
    if (taken.has(String([x, y + 1]))) grid += `M${x} ${y + 1}h1`;
  }
  const { falls } = game;
  return { spots, grid, width: layers.length * wide - 0.5, height: game.shape[1], layers: layers.length, wide, falls };
}

const ring = ([x, y], radius) =>
  `M${x + 0.5 - radius} ${y + 0.5}a${radius} ${radius} 0 1 0 ${2 * radius} 0a${radius} ${radius} 0 1 0 ${-2 * radius} 0`;
const cross = ([x, y], half) =>
  `M${x + 0.5 - half} ${y + 0.5 - half}l${2 * half} ${2 * half}m0 ${-2 * half}l${-2 * half} ${2 * half}`;
/** One path of the shapes at all cells with a mark, in units of a cell. */
const drawn = ({ spots }, { board }, mark, shape, size) =>
  spots.map((spot, cell) => (board[cell] === mark ? shape(spot, size) : '')).join('');

/** A small board in units of a cell; the caller scales it. */
function smallBoard(area, node, thick) {
  const board = svg('g', { class: `nx-board${area.falls ? ' nx-columns' : ''}`, 'stroke-width': thick });
  const path = (name, d) => d && board.append(svg('path', { class: name, d }));
  if (area.falls) {
    board.append(svg('rect', { class: 'nx-panel', width: area.width, height: area.height, rx: 0.3 }));
    path('nx-hole', drawn(area, node, '_', ring, 0.42));
    path('nx-x', drawn(area, node, 'x', ring, 0.42));
    path('nx-o', drawn(area, node, 'o', ring, 0.42));
    if (node.cell >= 0) path('nx-last', ring(area.spots[node.cell], 0.42));
    path('nx-mark', drawn(area, node, 'x', cross, 0.17) + drawn(area, node, 'o', ring, 0.19));
  } else {
    if (node.cell >= 0) {
      const [x, y] = area.spots[node.cell];
      board.append(svg('rect', { class: 'nx-last', x: x + 0.04, y: y + 0.04, width: 0.92, height: 0.92 }));
    }
    path('nx-grid', area.grid);
    path('nx-x', drawn(area, node, 'x', cross, 0.28));
    path('nx-o', drawn(area, node, 'o', ring, 0.3));
  }
  if (node.line.length) path('nx-strike', strike(area, node));
  return board;
}

/** A stroke through a row, or squares around its cells if they are not in a row on the screen (layers, a torus). */
function strike(area, node) {
  const row = node.line.map((cell) => area.spots[cell]);
  const steps = row.slice(1).map(([x, y], i) => [x - row[i][0], y - row[i][1]]);
  const straight = steps.every(
    ([x, y]) => Math.max(Math.abs(x), Math.abs(y)) === 1 && x === steps[0][0] && y === steps[0][1],
  );
  if (steps.length && straight) return `M${row.map(([x, y]) => `${x + 0.5} ${y + 0.5}`).join('L')}`;
  return row.map(([x, y]) => `M${x + 0.05} ${y + 0.05}h.9v.9h-.9z`).join('');
}

/** The board in words, for screen readers. */
function heard(game, node) {
  const cells = (mark) => game.cells.filter((_, cell) => node.board[cell] === mark).join(', ') || 'no cell';
  return `X on ${cells('x')}. O on ${cells('o')}.`;
}

// 5. Tree and outline -------------------------------------------------------------------------------------------

/** What both views share: how a node looks now, and its description. */
function state(explorer, node) {
  const { model, step, now } = explorer;
  const look = model.look(node, step, explorer.isOpen(node));
  const active = now.node === node;
  const onPath = !active && now.stack.includes(node);
  const lines = foot(model, node, look);
  const colour = look.status === 'done' ? tone(node, look.score) : '';
  const guess = colour && estimated(model.doc, look.score) ? ' is-guess' : '';
  const names = `is-${look.status}${active ? ' is-now' : ''}${onPath ? ' is-path' : ''}${colour ? ` nx-${colour}` : ''}${guess}`;
  return { look, active, onPath, lines, names, words: words(model, node, look, active) };
}

const place = (node) => node.place ?? `${node.role} ${letter(node.turn)}`;

function words(model, node, look, active) {
  const parts = [`${model.kind === 'atlas' ? 'Move' : 'State'} ${node.label}`];
  if (node.move && model.kind !== 'atlas') parts[0] += `, ${node.called}`;
  parts.push(node.over ? 'the game is over' : (node.place ?? `${letter(node.turn)} to move, ${node.role}imises`));
  if (look.v) parts.push(look.v);
  if (look.scores.length) parts.push(`scores ${listed(look.scores, look.bounds, ', ')}`);
  if (look.status === 'done') {
    const who = {
      win: `good for ${letter(model.max)}`,
      draw: 'a draw',
      loss: `good for ${letter(model.max === 'x' ? 'o' : 'x')}`,
    };
    parts.push(`worth ${number(look.score, look.bound)}, ${who[tone(node, look.score)]}`);
  }
  if (look.window) parts.push(`alpha ${limit(look.window[0], '−∞')}, beta ${limit(look.window[1], '+∞')}`);
  if (look.status === 'open') parts.push('being searched');
  if (look.status === 'ahead') parts.push('not reached yet');
  if (look.status === 'unknown') parts.push('score unknown');
  if (look.status === 'cut') parts.push('not searched');
  if (look.chosen) parts.push(`chooses ${look.chosen.called || look.chosen.label}`);
  return `${parts.join('; ')}${active ? '; now' : ''}.${look.reason ? ` ${look.reason}` : ''}`;
}

const limitsOf = (look) => (look.window ? `α ${limit(look.window[0], '−∞')}  β ${limit(look.window[1], '+∞')}` : '');

const slash = ({ x, y }) => `M${x - 8} ${y - 18}l16-5m-16 11l16-5`;

/** The tree as a picture. Only changed parts are redrawn. */
class Tree {
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
    this.picture.addEventListener('pointerover', (event) => this.hint(this.nodeOf(event)));
    this.picture.addEventListener('pointerleave', () => this.hint(null));
    this.picture.addEventListener('focusin', (event) => this.focused(this.nodeOf(event)));
    this.picture.addEventListener('focusout', () => this.focused(null));
    this.scroller.addEventListener('scroll', () => this.hint(null), { passive: true });
  }

  nodeOf(event) {
    const group = event.target.closest('.nx-node');
    return group ? this.views.get(group.dataset.key)?.node : null;
  }

  clicked(event) {
    this.scroller.focus({ preventScroll: true });
    const more = event.target.closest('.nx-more');
    if (more) this.explorer.showAll(more.dataset.key);
    const node = this.nodeOf(event);
    if (!node) return;
    if (event.target.closest('.nx-fold')) this.explorer.fold(node);
    else this.explorer.jump(node);
  }

  focused(node) {
    const view = node && this.views.get(node.key);
    this.hint(node);
    if (!view || !view.group.matches(':focus-visible')) return this.ring.setAttribute('visibility', 'hidden');
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
    if (known?.size && known.open === open && known.step === (model.has && this.explorer.step)) return known.size;
    const last = model.last(node, open, this.explorer.step);
    const lines = foot(model, node, last);
    const letters = Math.max(...lines.map(([score, list]) => score.length + list.length + (score && list ? 1 : 0)));
    const head = node.label.length * 8.5 + place(node).length * 7.6 + 24;
    const limits = last.window ? limitsOf(last).length * 7.25 + 16 : 0;
    const view = this.view(node);
    view.open = open;
    view.step = model.has && this.explorer.step;
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
      explorer.model.has ? explorer.now.unfolded : new Set(), // the path to a state of a long trace is a straight line
    );
    const heights = [];
    for (const node of at.keys()) heights[node.depth] = Math.max(heights[node.depth] ?? 0, this.size(node).height);
    const tops = [8];
    heights.forEach((height, depth) => tops.push(tops[depth] + height + RISE));
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
    const here = this.views.get(document.activeElement?.dataset?.key)?.node;
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
    return this.views.get(document.activeElement?.closest?.('.nx-node')?.dataset.key)?.node;
  }
}

/** The tree as a nested list, for screen readers and narrow screens. */
class Outline {
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

  get chosen() {
    return null;
  }
}

// 6. The explorer -----------------------------------------------------------------------------------------------

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
      html('caption', {}, 'States searched so far'),
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
    const wins = model.doc.algorithm === 'depth-limited' || model.doc.depth ? 'stands better' : 'wins';
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
