/** `Trace`, `LongTrace` and `Atlas`: what a document says about each step and each state. */

import { WORDS, SCISSORS, SHAPES, number, listed, grouped, counted, letter, called } from './words.js';

const WHOLE = 400; // the most states of a tree that can be drawn whole; of a larger one only the path and its siblings

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

export class Trace {
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
    const own = { negamax: 'minimax' }[algorithm] ?? algorithm;
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
export class LongTrace extends Trace {
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

export class Atlas {
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
export function tone(node, score) {
  if (score === null) return '';
  const seen = node.flip ? -score : score;
  return seen > 0 ? 'win' : seen < 0 ? 'loss' : 'draw';
}

/** The score of a move from its player's point of view; in negamax the child's score is negated. */
export function forMover(doc, { score, bound }) {
  if (doc.view !== 'mover') return number(score, bound);
  return number(-score, { '<=': '>=', '>=': '<=' }[bound] ?? bound);
}

/** Whether a score is an estimate: nonzero, but less than a win in this unit. */
export function estimated(doc, score) {
  const size = Math.abs(score);
  return size > 0 && (doc.unit === 'depth' ? size % 1 !== 0 : size < (doc.unit === 'ten' ? 10 : 1));
}

/** The texts below a node's board: its score and its score list; a long list takes several lines. */
export function foot(model, node, look) {
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
export function themeAround(element) {
  const { defaultView: view, documentElement: root } = element.ownerDocument;
  for (let up = element; up; up = up.parentElement) {
    const [red, green, blue, solid = 1] = (view.getComputedStyle(up).backgroundColor.match(/[\d.]+/g) ?? []).map(Number);
    if (solid > 0.5) return 0.3 * red + 0.6 * green + 0.1 * blue < 128 ? 'dark' : 'light';
  }
  const dark = view.matchMedia('(prefers-color-scheme: dark)').matches;
  return dark && view.getComputedStyle(root).colorScheme.includes('dark') ? 'dark' : 'light';
}
