/**
 * The explorer: plays a trace, the story of a search that Python wrote down, or walks through an atlas, where every
 * position has its exact score. See trace.schema.json and atlas.schema.json in noughts/explain.
 *
 * It knows no rule of any game and searches nothing: what is on a board, whose turn it is, what follows, what it is
 * worth and every sentence come from the document.
 *
 * It is one long file on purpose: a page or a notebook carries it as it is, as one script that works from the file
 * system, and nothing is built, bundled or fetched on the way. Its parts, each using only those above it:
 *
 *   1 Words and numbers     what things are called, scores as text, `html` and `svg`, which make elements
 *   2 Models                `Trace` and `Atlas`: what a document says of each step and each state
 *   3 Layout                where the states of a tree stand
 *   4 Boards                small boards, and boards in words
 *   5 Tree and outline      `Tree`, the picture, and `Outline`, the list: two views of one model
 *   6 The explorer          `Explorer`: the document shown, what is unfolded, steps, drawing, controls, keys, address
 *
 *     mount(element, documents, options) → {step, steps, seek, play, pause, jump, use, destroy}
 */

const SVG = 'http://www.w3.org/2000/svg';
const WHOLE = 400; // a tree of up to so many states can be drawn whole; of a larger one the path with its siblings
const LITTLE = 30; // a tree of up to so many states is drawn whole unless somebody asks for the path
const CROWD = 24; // so many siblings are drawn; of more, the first and a way to the others
const FIRST = 12;
const AT_ONCE = 150; // so many states are drawn at once; of more, first those near the one that is searched now
const LATER = 80; // milliseconds; then the others, so many at a time: what is in view is painted before
const NARROW = 640; // pixels; below, the outline is shown first
const SPEEDS = [0.5, 1, 2, 4, 8];
const PACE = 1500; // milliseconds a step at speed 1
const LEGIBLE = 0.5; // below this scale nobody can read what stands in a state
const RISE = 32; // from the foot of a state to the head of those below it
const LETTER = 6.65; // the width of a letter in a node's score list
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
  numbering: ['Number by', (doc) => doc.numbering ?? 'level'],
};
const KEYS = [
  ['→  ←', 'one step on, one step back'],
  ['Home  End', 'to the first, to the last step'],
  ['Space', 'play or pause'],
  ['↑  ↓', 'in the tree: to the parent, to the first child'],
  ['Shift ←  →', 'in the tree: to the neighbour'],
  ['Enter', 'in the tree: jump to this state; again: its next step'],
  ['+  −', 'in the tree: unfold, fold'],
  ['Esc', 'close what has opened'],
];
const SCISSORS = '✂\uFE0E'; // after a score list: the rest was cut
const SHAPES = { win: '▲', draw: '■', loss: '▼' };
const ICONS = {
  first: 'M4 3v10M13 3 6 8l7 5z',
  back: 'M11 3 4 8l7 5z',
  play: 'M5 3l8 5-8 5z',
  pause: 'M5.5 3v10M10.5 3v10',
  on: 'M5 3l7 5-7 5z',
  last: 'M12 3v10M3 3l7 5-7 5z',
};

/** A score as Python writes it: +10, −8, 0, ≤−10. */
function number(score, bound = '=') {
  const size = String(Number(Math.abs(score).toPrecision(6)));
  return { '=': '', '<=': '≤', '>=': '≥' }[bound] + (score > 0 ? '+' : score < 0 ? '−' : '') + size;
}

const limit = (score, infinite) => (score === null ? infinite : number(score));
/** A score list; of a long one the beginning. */
function listed(scores, bounds, comma, most = 15) {
  const parts = scores.map((score, i) => (score === null ? '?' : number(score, bounds[i])));
  return parts.length <= most ? parts.join(comma) : `${parts.slice(0, 8).join(comma)}${comma}… ${parts.length} in all`;
}

/** 12345 as '12,345'; toLocaleString would load a locale first, which takes longer than drawing a tree. */
const grouped = (count) => String(count).replace(/\B(?=(\d{3})+$)/g, ',');
const counted = (count, word) => `${grouped(count)} ${word}${count === 1 ? '' : 's'}`;
const letter = (turn) => turn.toUpperCase();

function html(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
    else if (value !== null && value !== false) element.setAttribute(name, value === true ? '' : value);
  }
  element.append(...children);
  return element;
}

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
// A model has nodes {key, label, name, move, cell, board, turn, role, depth, parent, kids, over, line, place}, steps
// counted from 1 to `steps`, what a step shows (`at`), where a jump to a node leads (`select`), and how a node looks
// at a step (`look`) and in the end (`last`):
//   status  ahead · open (on the call stack) · done · cut · unknown
//   score, bound, scores, bounds, window ([alpha, beta] or null), chosen (a node), reason (why it was not searched)

/** Whether a state of a trace is the end of a game: of those that were not searched, the full boards and lines. */
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
    this.max = doc.nodes[0].turn;
    this.small = doc.nodes.length <= WHOLE;
    const cells = new Map(doc.game.cells.map((name, cell) => [name, cell]));
    this.nodes = doc.nodes.map((data) => ({
      key: String(data.id),
      label: String(data.id),
      name: `state ${data.id}`,
      move: data.move,
      cell: cells.get(data.move) ?? -1,
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
      left: 'cut', // what stands in it when it was not searched
    }));
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
    const left = [this.root]; // what lies below a state that was not searched was not searched either
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

  node(key) {
    return this.nodes[Number(key) - 1];
  }

  at(step) {
    const event = this.doc.events[step - 1];
    const node = this.nodes[event.node - 1];
    const stack = [];
    for (let up = node; up; up = up.parent) stack.unshift(up);
    const unfolded = new Set(stack);
    if (event.kind === 'choose') for (let on = this.chosen(node); on; on = this.chosen(on)) unfolded.add(on);
    const searched = grouped(event.searched);
    const total = grouped(this.nodes.length);
    const counter = `searched ${searched} of ${this.doc.complete ? '' : 'more than '}${total}`;
    return {
      node,
      stack,
      unfolded,
      text: event.text,
      line: event.line,
      moving: event.kind === 'push' ? this.nodes[event.child - 1] : null,
      count: `step ${grouped(step)}/${grouped(this.steps)}`,
      counter,
      variables: [
        ['state', 'state', node.move ? `${node.label} (${node.move})` : node.label],
        ['to move', 'turn', node.over ? 'nobody' : `${letter(node.turn)}, ${node.role}imises`],
        ...event.variables.map(([name, value]) => [name, name, value || '—']), // a dash: its line has not run
        ['call stack', 'stack', stack.map((up) => up.label).join(' > ')],
        ['states searched', 'searched', counter.slice('searched '.length)],
      ],
    };
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
    let low = 0; // the last of the node's events up to now
    let high = node.events.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (node.events[middle] <= now) low = middle;
      else high = middle - 1;
    }
    const event = this.doc.events[node.events[low]];
    const done = now >= node.done;
    const [name, value] = event.variables[0]; // where a call keeps the best answer alone there is no list
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
      left: now >= node.done && node.data.end === 'cut',
    };
  }

  /** The state that a state's move leads to, in the end. */
  chosen(node) {
    return node.data.chosen ? this.nodes[node.data.chosen - 1] : null;
  }

  /** How a node looks in the end: nodes are as wide as that needs. */
  last(node) {
    return this.look(node, this.steps);
  }

  /** The step to jump to: where the state is searched, or its next step; where it was cut. */
  select(node, step) {
    if (node.asked === Infinity) return node.cut === Infinity ? step : node.cut + 1;
    const at = node.events.indexOf(step - 1);
    return (at < 0 ? node.asked : node.events[(at + 1) % node.events.length]) + 1;
  }

  /** The step that is most like a step of another model: at the same state, or the last above it that is searched. */
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

  /** Make the node of a state, without its children: these are made when somebody asks for them. */
  made(doc, index, parent, cell) {
    const move = cell < 0 ? '' : doc.game.cells[cell];
    const model = this;
    return model.fill(
      {
        parent,
        cell,
        move,
        key: parent?.parent ? `${parent.key}.${move}` : move,
        label: move || 'start',
        name: move || 'the start',
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

  /** Write into a node what a document says of its state. */
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

  /** Go to a node: the line leads through it and on with the best moves. Returns the step. */
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
      move: node.chosen?.move ?? '',
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
        ['move', 'state', node.move || 'none yet'],
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

  /** What is said of a node: where there is a way beyond the border, not how to go on without. */
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

  /** Fetch what lies beyond the border, where somebody gave us a way to; return whether there is more now. */
  async grow(node) {
    if (!node.border || !this.branch || node.asked) return false;
    node.asked = true;
    const doc = await this.branch(node.board, node.turn);
    if (doc) this.fill(node, doc, 0);
    node.asked = false; // where it did not come, it can be asked for again
    return Boolean(doc);
  }

  /** Return the node to which moves lead, as far as there is one, opening branches on the way. */
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

/** Whether a score is good for MAX: a tone, or nothing where there is no score. */
function tone(node, score) {
  if (score === null) return '';
  const seen = node.flip ? -score : score;
  return seen > 0 ? 'win' : seen < 0 ? 'loss' : 'draw';
}

/** A score of a move as who makes it sees it; where scores are those of the player to move, the other's turned round. */
function forMover(doc, { score, bound }) {
  if (doc.view !== 'mover') return number(score, bound);
  return number(-score, { '<=': '>=', '>=': '<=' }[bound] ?? bound);
}

/** Whether a score is an estimate: less than a win counts in this unit. */
function estimated(doc, score) {
  const size = Math.abs(score);
  return size > 0 && (doc.unit === 'depth' ? size % 1 !== 0 : size < (doc.unit === 'ten' ? 10 : 1));
}

/** What stands below a node's board: its answer, its score list; long lists in several lines. */
function foot(model, node, look) {
  if (look.status === 'cut') return [[node.left, '']];
  if (look.status === 'ahead') return [['', '']];
  if (look.status === 'unknown') return [[node.border ? '? …' : '?', '']];
  const shape = look.score === null ? '' : SHAPES[tone(node, look.score)];
  const score = look.score === null ? '' : `${shape} ${number(look.score, look.bound)}`;
  const more = look.left ? ` ${SCISSORS}` : '';
  const leaf =
    !node.kids?.length ||
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

/** Whether an element stands on a light or a dark ground; undefined where that is not to be seen. */
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
 * Lay out a tree tidily, in time proportional to its nodes: subtrees as close as their outlines allow, parents over
 * the middle of their children, a subtree the same wherever it stands. Reingold and Tilford 1981, for nodes of
 * different widths and many children; as Kennedy 1996, the mean of packing to the left and to the right.
 * Returns the x of each node's middle, and the width of all.
 */
export function layout(root, kidsOf, widthOf, gap = 12) {
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
    const centre = kids.length ? (middles[0] + middles[kids.length - 1]) / 2 : 0;
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

/** Where the cells of a game are drawn, in cells; layers in space stand side by side. */
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
  return { spots, grid, width: layers.length * wide - 0.5, height: game.shape[1], layers: layers.length, wide };
}

/** The marks of a board as two paths, crosses and rings, in cells. */
function marks(spots, board) {
  let crosses = '';
  let rings = '';
  for (let cell = 0; cell < board.length; cell++) {
    const [x, y] = spots[cell];
    if (board[cell] === 'x') crosses += `M${x + 0.22} ${y + 0.22}l.56 .56m0-.56l-.56 .56`;
    else if (board[cell] === 'o') rings += `M${x + 0.2} ${y + 0.5}a.3 .3 0 1 0 .6 0a.3 .3 0 1 0-.6 0`;
  }
  return { crosses, rings };
}

/** A small board, drawn in cells: the caller scales it. */
function smallBoard(area, node, thick) {
  const { crosses, rings } = marks(area.spots, node.board);
  const board = svg('g', { class: 'nx-board', 'stroke-width': thick });
  if (node.cell >= 0) {
    const [x, y] = area.spots[node.cell];
    board.append(svg('rect', { class: 'nx-last', x: x + 0.04, y: y + 0.04, width: 0.92, height: 0.92 }));
  }
  if (area.grid) board.append(svg('path', { class: 'nx-grid', d: area.grid }));
  if (crosses) board.append(svg('path', { class: 'nx-x', d: crosses }));
  if (rings) board.append(svg('path', { class: 'nx-o', d: rings }));
  if (node.line.length) board.append(svg('path', { class: 'nx-strike', d: strike(area, node) }));
  return board;
}

/** A stroke through the cells of a row, or squares around them where they are no row on the paper (layers, a torus). */
function strike(area, node) {
  const row = node.line.map((cell) => area.spots[cell]);
  const steps = row.slice(1).map(([x, y], i) => [x - row[i][0], y - row[i][1]]);
  const straight = steps.every(
    ([x, y]) => Math.max(Math.abs(x), Math.abs(y)) === 1 && x === steps[0][0] && y === steps[0][1],
  );
  if (steps.length && straight) return `M${row.map(([x, y]) => `${x + 0.5} ${y + 0.5}`).join('L')}`;
  return row.map(([x, y]) => `M${x + 0.05} ${y + 0.05}h.9v.9h-.9z`).join('');
}

/** The board in words, for those who hear it. */
function heard(game, node) {
  const cells = (mark) => game.cells.filter((_, cell) => node.board[cell] === mark).join(', ') || 'no cell';
  return `X on ${cells('x')}. O on ${cells('o')}.`;
}

// 5. Tree and outline -------------------------------------------------------------------------------------------

/** What both views share: how a node looks now, in words too. */
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
  if (node.move && model.kind !== 'atlas') parts[0] += `, ${node.move}`;
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
  if (look.status === 'unknown') parts.push('score not known');
  if (look.status === 'cut') parts.push('not searched');
  if (look.chosen) parts.push(`chooses ${look.chosen.move || look.chosen.label}`);
  return `${parts.join('; ')}${active ? '; now' : ''}.${look.reason ? ` ${look.reason}` : ''}`;
}

const limitsOf = (look) => (look.window ? `α ${limit(look.window[0], '−∞')}  β ${limit(look.window[1], '+∞')}` : '');

const slash = ({ x, y }) => `M${x - 8} ${y - 18}l16-5m-16 11l16-5`;

/** The tree as a picture. Only what has changed is drawn again. */
class Tree {
  constructor(explorer) {
    this.explorer = explorer;
    this.area = explorer.area;
    const { width, height } = this.area;
    this.cell = Math.max(4.5, Math.min(16, 110 / width, 56 / height));
    this.boardWidth = width * this.cell;
    this.boardHeight = height * this.cell;
    this.views = new Map();
    this.zoom = 0; // as it fits
    this.focus = null;
    const id = `nx${explorer.number}`;
    this.hatch = `url(#${id}-hatch)`;
    this.edges = svg('g', { class: 'nx-edges' });
    this.labels = svg('g'); // the moves, over all edges
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
        class: `nx-scroller${explorer.model.small && explorer.model.nodes.length <= LITTLE ? '' : ' is-tall'}`,
        tabindex: '-1',
      },
      html('div', { class: 'nx-inner' }, this.levels, html('div', { class: 'nx-canvas' }, this.picture)),
    );
    this.tip = html('div', { class: 'nx-tip', role: 'tooltip', hidden: true });
    this.element = html('div', { class: 'nx-stage' }, this.scroller, this.tip);
    this.picture.addEventListener('click', (event) => this.clicked(event));
    this.picture.addEventListener('mousedown', (event) => event.preventDefault()); // focus goes to the scroller
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

  /** How large a node must be to hold what will be written into it. */
  size(node) {
    const known = this.views.get(node.key);
    const open = this.explorer.isOpen(node);
    if (known?.size && known.open === open) return known.size;
    const { model } = this.explorer;
    const last = model.last(node, open);
    const lines = foot(model, node, last);
    const letters = Math.max(...lines.map(([score, list]) => score.length + list.length + (score && list ? 1 : 0)));
    const head = node.label.length * 7.8 + place(node).length * 6.4 + 22;
    const limits = last.window ? limitsOf(last).length * 6.1 + 16 : 0;
    const view = this.view(node);
    view.open = open;
    view.size = {
      width: Math.round(Math.max(64, this.boardWidth + 18, letters * LETTER + 16, head, limits)),
      height: Math.round(22 + this.boardHeight + 6 + lines.length * 14 + (model.windowed ? 13 : 0) + 8),
    };
    return view.size;
  }

  view(node) {
    let view = this.views.get(node.key);
    if (!view) this.views.set(node.key, (view = { node, group: null, key: '', words: '' }));
    return view;
  }

  /** Lay out what is unfolded. */
  arrange() {
    const { explorer } = this;
    const shown = explorer.visible();
    const kidsOf = (node) => shown.kids.get(node) ?? [];
    const { at, width } = layout(explorer.model.root, kidsOf, (node) => this.size(node).width);
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

  /** Whether a node may be seen when another is in the middle. */
  isNear(view, other) {
    if (this.views.size <= AT_ONCE) return true;
    const [dx, dy] = [Math.abs(view.x - other.x), Math.abs(view.y - other.y)];
    return (dx - view.width) * this.scaled < this.room && (dy - view.height) * this.scaled < this.tall;
  }

  /** Draw what is not drawn yet, a part at a time, after what is near has been painted. */
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

  /** Draw so many of the nodes that are not drawn yet, or all. */
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

  /** Give a node its place, and draw it if it is not drawn yet; return its group. */
  stand(view) {
    if (!view.group) this.draw(view);
    this.put(view);
    this.join(view);
    return view.group;
  }

  draw(view) {
    const { node } = view;
    view.box = svg('rect', { class: 'nx-box', rx: 6 });
    view.id = svg('text', { class: 'nx-id', y: 15, 'aria-hidden': 'true' });
    view.role = svg('text', { class: 'nx-role', y: 15, 'text-anchor': 'end', 'aria-hidden': 'true' });
    view.id.textContent = node.label;
    view.role.textContent = place(node);
    view.board = smallBoard(this.area, node, Math.max(0.1, Math.min(0.2, 1.9 / this.cell)));
    view.board.setAttribute('role', 'img'); // its label is what is heard, in place of all that is written around it
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
      view.label = svg('text', { class: 'nx-move', 'aria-hidden': 'true' }, node.move);
      this.edges.append(view.edge);
      this.labels.append(view.label);
    }
    this.boxes.append(view.group);
    view.key = '';
  }

  /** Put a node in its place. */
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
    view.board.setAttribute('transform', `translate(${-this.boardWidth / 2} 22) scale(${this.cell})`);
    view.window?.setAttribute('y', height - 11);
  }

  /** Join a node with its parent, and give it the sign by which it is folded. */
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
        const left = x > a + 1; // where the edge is not
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

  /** After the children that are shown, say how many others there are. */
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

  /** Make the tree larger or smaller by a factor; with 0 as large as the whole of it fits, and back. */
  scale(factor) {
    const { explorer } = this;
    if (!factor && explorer.whole && this.fits() < LEGIBLE) {
      this.zoom = 0; // nobody could read the whole of it: show what matters
      return explorer.followPath(true);
    }
    this.zoom = factor ? Math.max(0.1, Math.min(2.5, this.scaled * factor)) : this.zoom === -1 ? 0 : -1;
    this.resize();
    this.follow(true);
  }

  /** Look how much room there is: only when that may have changed, as it makes the browser lay out the page. */
  measure() {
    this.room = this.scroller.clientWidth - this.levels.offsetWidth;
    const most = Number.parseFloat(getComputedStyle(this.scroller).maxHeight);
    this.tall = (most || this.scroller.clientHeight) - 2 || Infinity;
    this.least = Infinity;
  }

  /** At which scale the whole picture fits. */
  fits() {
    return this.room > 0 ? Math.min(this.room / this.width, this.tall / this.height) : 1;
  }

  /** Give the picture its size: as large as fits, but legible, unless somebody has chosen another. */
  resize() {
    const { explorer } = this;
    const small = explorer.model.small && explorer.model.nodes.length <= LITTLE;
    const least = this.zoom < 0 ? 0.08 : small ? 0.62 : explorer.whole ? 0.8 : 0.72;
    this.scaled = this.zoom > 0 ? this.zoom : Math.max(least, Math.min(explorer.whole ? 1.2 : 1, this.fits()));
    if (!explorer.whole && !this.zoom) this.scaled = this.least = Math.min(this.least, this.scaled); // does not flicker
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

  /** The node that is searched now, or what of the path to it is unfolded. */
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

  /** Strike through the edge to a state that was cut. */
  slashing(view, cut) {
    if (cut === Boolean(view.slash)) return;
    view.slash?.remove();
    view.slash = cut ? svg('path', { class: 'nx-slash', d: slash(view) }) : null;
    if (cut) view.edge.after(view.slash);
  }

  footing(view, lines) {
    const bottom = view.height - (view.window ? 25 : 12) - (lines.length - 1) * 14;
    view.foot.replaceChildren(
      ...lines.flatMap(([score, list], i) => {
        if (!score && !list) return [];
        const line = svg('text', { 'text-anchor': 'middle', y: bottom + i * 14 });
        if (score) line.append(svg('tspan', { class: 'nx-score' }, score));
        if (score && list) line.append(' ');
        if (list) line.append(svg('tspan', { class: 'nx-list' }, list));
        return line;
      }),
    );
  }

  /** Keep what is searched now in view, and as far as there is room the state above it and the one that answers it. */
  follow(always = false) {
    const { explorer } = this;
    const step = `${explorer.step} ${explorer.now.node.key}`;
    if (!always && step === this.followed) return;
    const now = this.shownNow();
    const near = [now, explorer.now.moving, now.parent].map((node) => this.views.get(node?.key)).filter(Boolean);
    this.reveal(near, always);
    this.followed = step;
  }

  /** Scroll the first of these nodes into view, if it is not, and the others with it as far as there is room. */
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

  /** The node that has the focus, if one has. */
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
          explorer.model.kind === 'trace' && node.move ? html('span', {}, node.move) : '',
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
      (doc) => () => (doc.format === 'noughts-atlas' ? new Atlas(doc, options.branch) : new Trace(doc)),
    );
    this.documents = documents;
    this.open = new Map(); // what somebody has folded or unfolded
    this.all = new Set(); // whose children are shown, however many
    this.pathOnly = undefined; // whether somebody wants to see the path only, or the whole tree
    this.speed = 1;
    this.build();
    const asked = this.fromAddress();
    this.viewAsked = asked.view ?? options.view ?? 'auto';
    this.pathOnly = { path: true, whole: false }[asked.tree];
    this.use(this.find(asked), asked.step ?? options.step, asked.path ?? options.path);
    this.listen();
  }

  // The document that is shown.

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
    this.step = Math.max(1, Math.min(this.model.steps, Math.round(Number(step)) || 1));
    this.now = this.model.at(this.step);
    this.follower.hidden = !this.model.small || this.model.nodes.length <= LITTLE;
    this.followBox.checked = !this.whole;
    this.note.textContent = this.model.doc.note ?? '';
    this.note.hidden = !this.note.textContent;
    this.running.hidden = this.model.kind === 'atlas';
    if (this.options.frame && this.options.names) this.heading.textContent = this.options.names[index];
    this.options.shown?.(index);
    this.tell(this.now); // before the first look at how wide it is: so that this is laid out once
    this.show(this.viewNow());
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

  // What is unfolded.

  /** Whether a node's children are shown. */
  isOpen(node) {
    const chosen = this.open.get(node.key);
    if (chosen !== undefined) return chosen;
    return this.whole || this.now.unfolded.has(node);
  }

  /** Whether the whole tree is unfolded, or only the path to the state that is searched now, with its siblings. */
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

  /** Arrange the tree anew, and draw it. */
  arranged() {
    this.pathShown = null;
    this.view.measure();
    this.draw();
  }

  /** The nodes that are shown: for each its shown children, whether it is folded, how many children are left out. */
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
    if (to === this.step) return;
    this.step = to;
    this.draw();
  }

  jump(node) {
    this.pause();
    this.step = this.model.select(node, this.step);
    this.draw();
  }

  /** Go to a node beyond the border of an atlas, if there is a way; not where somebody has gone on meanwhile. */
  async reach(path) {
    const { model } = this;
    const node = await model.reach(path);
    if (this.model !== model || !this.view || this.now.node !== model.root) return;
    this.step = model.select(node);
    this.arranged();
  }

  /** Go on beyond the border of an atlas, if there is a way. */
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

  /** Whether nothing should glide: somebody wants no motion, or it goes too fast. */
  still() {
    return this.motion.matches || (this.playing && this.speed > 2);
  }

  // Drawing.

  draw() {
    this.now = this.model.at(this.step);
    this.tell(this.now);
    const path = this.whole ? 'all' : [...this.now.unfolded].map((node) => node.key).join('|');
    if (path !== this.pathShown) {
      this.pathShown = path;
      this.view.arrange();
    }
    this.view.update();
    if (!this.playing) this.remember();
    if (this.now.node.border) this.grow(this.now.node);
  }

  /** Everything but the tree: the sentence, the controls, the pseudocode, the variables, the board. */
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
    this.buttons.play.disabled = this.slider.disabled = this.model.steps < 2;
    this.lines.forEach((line, i) => {
      if (i + 1 === now.line) line.setAttribute('aria-current', 'true');
      else line.removeAttribute('aria-current');
    });
    this.describe(now);
    this.big(now);
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

  /** The board of the state that is searched now, with what its moves are known to be worth. */
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
    const [left, top] = [1, 1].map(() => Math.max(22, area.width * 3.4));
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
    game.rows.forEach((name, y) =>
      picture.append(svg('text', { class: 'nx-name', x: left / 2 - 1, y: top + (y + 0.5) * cell + 4 }, name)),
    );
    const inside = svg('g', { transform: `translate(${left} ${top}) scale(${cell})` });
    for (const [x, y] of area.spots) inside.append(svg('rect', { class: 'nx-cell', x, y, width: 1, height: 1 }));
    inside.append(smallBoard({ ...area, grid: '' }, node, 0.08));
    picture.append(inside);
    const roomy = area.width <= 6;
    for (const [kid, look] of looks) {
      const [x, y] = area.spots[kid.cell].map((at) => at * cell);
      const colour = look.status === 'done' ? tone(kid, look.score) : look.status;
      const spot = svg('g', { class: `nx-spot nx-${colour}`, transform: `translate(${left + x} ${top + y})` });
      spot.append(svg('rect', { x: 5, y: 13, width: 46, height: 30, rx: 6 }));
      const value =
        look.status === 'done'
          ? roomy
            ? `${SHAPES[colour]} ${forMover(model.doc, look)}`
            : SHAPES[colour]
          : ({ cut: 'cut', open: '…' }[look.status] ?? '');
      spot.append(
        svg('text', { x: 28, y: 32, class: `${roomy ? (value.length > 5 ? 'is-long' : '') : 'is-shape'}` }, value),
      );
      if (model.kind === 'trace' && roomy) spot.append(svg('text', { class: 'nx-corner', x: 52, y: 53 }, kid.label));
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
              .map((up) => up.move)
              .join(', ')}`
          : 'The start';
    this.board.replaceChildren(picture, html('p', { class: 'nx-caption' }, caption));
  }

  // The parts that stay.

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
      zoomer('Fit', 'Fit the whole tree, and back', 0),
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
          'Click a state to jump to it, and again for its next step. A fold sign at its foot hides what lies below.',
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
      { class: 'nx-follow', title: 'Fold what is finished and what is to come: the path and its siblings stay' },
      this.followBox,
      'Follow',
    );
    const keysWork = options.frame ? 'Click the tree, then use the arrow keys: ' : 'The arrow keys work too: ';
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
          this.paper,
          this.stage,
          html(
            'div',
            { class: 'nx-bar' },
            html('div', { class: 'nx-buttons', role: 'group', 'aria-label': 'Steps' }, ...Object.values(this.buttons)),
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
    this.seek({ first: 1, back: this.step - 1, on: this.step + 1, last: this.model.steps }[name]);
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

  /** Where another document is at the state that is shown now, or as near to it as that one searches: step and path. */
  same(index) {
    const { model, now, step } = this;
    if (typeof this.models[index] === 'function') this.models[index] = this.models[index]();
    const other = this.models[index];
    const moves = now.stack.slice(1).map((node) => node.move);
    if (other.kind === 'atlas') return [1, moves.join('.')];
    if (model.kind === 'trace' && (step === 1 || step === model.steps)) return [step === 1 ? 1 : other.steps];
    return [other.like(moves, model.kind === 'trace' ? model.doc.events[step - 1].kind : 'ask')];
  }

  /** The wanted values, as far as some document has them together with this one. */
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
    const wins = model.doc.algorithm === 'depth-limited' ? 'stands better' : 'wins';
    const entries = [
      ['now', model.kind === 'trace' ? 'being searched' : 'where you are'],
      ['path', model.kind === 'trace' ? 'waits for it' : 'on the way'],
      ['win', `▲ ${max} ${wins}`],
      ['draw', '■ draw'],
      ['loss', `▼ ${min} ${wins}`],
      ['best', 'chosen'],
    ];
    const has = (which) => model.kind === 'trace' && model.nodes.some(which);
    if (model.kind === 'trace') entries.push(['ahead', 'not reached yet']);
    if (has((node) => !node.data.searched)) entries.push(['left', 'not searched']);
    if (has((node) => node.data.end === 'cut')) entries.push(['', `${SCISSORS} the rest was cut`]);
    if (has((node) => node.data.bound !== '=')) entries.push(['', '≤ at most, ≥ at least: a bound']);
    if (has((node) => node.place === 'horizon')) entries.push(['guess', 'an estimate']);
    if (model.doc.view === 'mover') entries.push(['', 'scores are those of the player to move']);
    if (model.kind === 'atlas' && !model.doc.complete) entries.push(['unknown', '? not known']);
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
      const line = html('li', {}, html('code', {}, text.trimStart()));
      line.style.setProperty('--indent', indent);
      return line;
    });
    this.codeTitle.textContent = this.model.pseudocode.title;
    const longest = this.model.pseudocode.lines.map((text) => {
      const words = text.trim().split(' ');
      return 2 + (text.length - text.trimStart().length) / 2 + Math.max(...words.map((word) => word.length));
    });
    this.listing.style.setProperty('--letters', Math.max(...longest)); // no word of it is ever broken
    this.listing.replaceChildren(...this.lines);
  }

  // Keys, size, and the address, so that a link opens what was seen.

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
            this.seek(Number(asked.step) || 1);
            this.draw();
          }
        },
        { signal: stop.signal },
      );
    }
  }

  /** In a frame: be light or dark as the page around it is, where that can be looked at. */
  dress(signal) {
    const around = window.frameElement; // null where the page around is a stranger's
    if (!around) return;
    const dress = () => {
      const theme = themeAround(around);
      if (theme) this.element.dataset.theme = theme;
    };
    const later = () => {
      dress();
      setTimeout(dress, 400); // after it has faded over
    };
    const watch = new MutationObserver(later);
    for (const part of [around.ownerDocument.documentElement, around.ownerDocument.body])
      watch.observe(part, { attributes: true });
    signal.addEventListener('abort', () => watch.disconnect());
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', later, { signal });
    dress();
  }

  /** In a narrow frame: make it as high as what is in it, where that is allowed. */
  frameHeight() {
    const around = this.options.frame && window.frameElement;
    if (!around) return;
    const narrow = this.element.clientWidth < NARROW;
    const height = narrow ? Math.ceil(this.element.scrollHeight) + 4 : Number(around.getAttribute('height'));
    if (height) around.style.height = `${height}px`;
  }

  /** On paper nobody can scroll: of a large tree only the path is printed. */
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
      ? `Of ${counted(model.nodes.length, 'state')} those ${this.step === model.steps ? 'of the chosen moves' : `on the way to ${this.now.node.name}`} are printed, and what stands beside them.`
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
 * documents: a trace or an atlas, or several, among which the reader switches.
 * options:
 *   algorithm, form, order, unit, numbering   which of the documents is shown first
 *   step       the step it opens at, counted from 1; path: of an atlas the moves, as in 'b2.a1'
 *   view       'tree', 'outline', or 'auto': the outline where it is narrow
 *   hash       whether algorithm, step and view stand in the page's address
 *   keys       'page': keys work wherever the focus is; otherwise only inside
 *   title      the heading of the tree; heading: its level, 2 by default; names: the documents', in a frame
 *   shown      (index) => …, told which document is shown
 *   frame      whether it fills a frame in another page: then it is laid out to be seen without scrolling
 *   branch     (board, turn) => a promise of an atlas that goes on beyond the border, or of null
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
