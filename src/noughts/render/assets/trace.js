/** `Trace`: what the story of a search says about each step and each state. */

import { WORDS, SCISSORS, grouped, letter, called } from './words.js';

const WHOLE = 400; // the most states of a tree that can be drawn whole; of a larger one only the path and its siblings
const LITTLE = 30; // the most states of a tree that is drawn whole by default

// A model (`Trace` or `Atlas`) has nodes, and steps counted from 1 to `steps`. `at` returns what a step shows, `select`
// the step to which a jump to a node leads, and `look` and `last` how a node looks at a step and at the end. The types
// are in noughts/render/explorer.d.ts.

/** @typedef {Pick<nx.TraceEvent, 'variables' | 'scores' | 'bounds' | 'alpha' | 'beta'>} Values */

/** @type {Values} */
const BEFORE = { variables: [['', '']], scores: [], bounds: [], alpha: null, beta: null }; // what a state shows first

/**
 * Whether the game is over in a state of a trace. In a skipped state the board and its line show it.
 * @param {nx.TraceState} data
 */
const isOver = (data) =>
  data.end === 'win' ||
  data.end === 'draw' ||
  data.winner !== null ||
  data.line.length > 0 ||
  !data.board.includes('_');

/** Why a state was not searched, in a word. @param {nx.TraceState} data @param {nx.TraceNode | null} parent */
const left = (data, parent) =>
  data.searched || !parent ? '' : !parent.data.searched ? parent.left : parent.data.end === 'cut' ? 'cut' : 'known';

/**
 * A node and those after it, as long as there is a next one.
 * @template {nx.Node} N
 * @param {N} node
 * @param {(node: N) => N | null} next
 */
export function chain(node, next) {
  const nodes = [node];
  for (let on = next(node); on; on = next(on)) nodes.push(on);
  return nodes;
}

/**
 * A story. Its document has all steps or the first part of them. `bring` loads the others: (first) => a promise of the
 * part that begins with this step, or of null.
 */
export class Trace {
  /** @param {nx.TraceDocument} doc @param {nx.Part} [bring] */
  constructor(doc, bring) {
    this.doc = doc;
    this.kind = /** @type {const} */ ('trace');
    this.steps = doc.steps;
    this.pseudocode = doc.pseudocode;
    this.windowed = doc.windowed;
    this.bring = bring;
    this.size = doc.events[doc.events.length - 1].step; // steps in a part
    this.inParts = this.size < doc.steps;
    this.cells = new Map(doc.game.cells.map((name, cell) => [name, cell]));
    /** @type {nx.TraceNode[]} */
    this.nodes = [];
    /** @type {Map<number | null, nx.TraceNode>} */
    this.byId = new Map();
    /** @type {Map<number, nx.TraceEvent>} */
    this.events = new Map(); // by step
    /** @type {Set<number>} */
    this.parts = new Set();
    /** @type {Map<number, Promise<nx.TracePart | null>>} */
    this.loading = new Map();
    this.add(doc);
    this.root = this.nodes[0];
    this.max = this.root.turn;
    this.small = !this.inParts && this.nodes.length <= WHOLE;
    this.little = this.small && this.nodes.length <= LITTLE;
  }

  // The parts.

  /** Add the states and the steps of a part. @param {nx.TracePart} part */
  add({ first, nodes, events }) {
    this.parts.add(this.part(first));
    for (const data of nodes) if (!this.byId.has(data.id)) this.create(data);
    for (const { id, children } of nodes) {
      const node = this.state(id);
      if (!node.kids.length) node.kids = children.map((kid) => this.state(kid));
    }
    for (const event of events) {
      const known = this.events.has(event.step);
      if (!known) this.state(event.node).events.push(event.step);
      // Earlier steps do not count other searches.
      if (!known || event.step >= first) this.events.set(event.step, event);
    }
    for (const { id } of nodes) this.state(id).events.sort((a, b) => a - b);
  }

  /** Create the node of a state. Its parent has been created before. @param {nx.TraceState} data */
  create(data) {
    const { doc } = this;
    const cell = this.cells.get(data.move) ?? -1;
    const parent = this.byId.get(data.parent) ?? null;
    const over = isOver(data);
    /** @type {nx.TraceNode} */
    const node = {
      key: String(data.id),
      label: grouped(data.id),
      name: `state ${grouped(data.id)}`,
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
      parent,
      kids: [],
      over,
      place: over ? 'end' : data.end === 'horizon' || data.end === 'table' ? data.end : undefined,
      leaf: data.end !== null && data.end !== 'cut',
      events: [],
      asked: data.asked ?? Infinity,
      done: data.done ?? Infinity,
      cut: data.cut ?? Infinity,
      reason: data.reason,
      left: left(data, parent),
    };
    this.nodes.push(node);
    this.byId.set(data.id, node);
  }

  /** @param {number} step */
  part(step) {
    return Math.floor((step - 1) / this.size);
  }

  /** @param {number} step */
  has(step) {
    return this.parts.has(this.part(step));
  }

  /** Load the part with a step; return whether it is there. @param {number} step */
  async load(step) {
    if (this.has(step)) return true;
    const wanted = this.part(step);
    const loading = this.loading.get(wanted) ?? this.bring?.(wanted * this.size + 1) ?? Promise.resolve(null);
    this.loading.set(wanted, loading);
    const found = await loading;
    this.loading.delete(wanted); // after a failure it can be requested again
    if (found && !this.parts.has(wanted)) this.add(found);
    return Boolean(found);
  }

  // What a step shows.

  /** @param {string} key */
  node(key) {
    return this.byId.get(Number(key));
  }

  /** The node of a state that has been loaded. @param {number} id */
  state(id) {
    const node = this.byId.get(id);
    if (!node) throw new Error(`State ${id} is not loaded.`);
    return node;
  }

  /** A step that has been loaded. @param {number} step */
  event(step) {
    const event = this.events.get(step);
    if (!event) throw new Error(`Step ${step} is not loaded.`);
    return event;
  }

  /** @param {number} step @returns {nx.Now} */
  at(step) {
    const event = this.event(step);
    const node = this.state(event.node);
    const stack = chain(node, (up) => up.parent).reverse();
    const unfolded = new Set(stack);
    if (event.kind === 'choose') for (const on of chain(node, (up) => this.chosen(up))) unfolded.add(on);
    const { minimax } = this.doc;
    const searched = `${grouped(event.searched)}${minimax === null ? '' : ` of ${grouped(minimax)}`}`;
    return {
      pace: this.pace(event),
      node,
      stack,
      unfolded,
      text: event.text,
      line: event.line,
      moving: event.kind === 'push' ? (this.byId.get(event.child) ?? null) : null,
      count: `step ${grouped(step)}/${grouped(this.steps)}`,
      counter: `searched ${searched}`,
      title: `State ${node.label}`,
      variables: [
        ['state', 'state', node.move ? `${node.label} (${node.called})` : node.label],
        ['to move', 'turn', node.over ? 'nobody' : `${letter(node.turn)}, ${node.role}imises`],
        // a dash until its line has run
        ...event.variables.map(([name, value]) => /** @type {[string, string, string]} */ ([name, name, value || '—'])),
        ['call stack', 'stack', stack.map((up) => up.label).join(' > ')],
        ['states searched', 'searched', searched],
      ],
    };
  }

  /** The number of states in the story, for the note on paper. */
  get count() {
    return this.inParts ? this.doc.searched : this.nodes.length;
  }

  /** How many states minimax, alpha-beta and this search have searched so far. @param {nx.TraceEvent} event */
  pace(event) {
    const { doc } = this;
    if ((doc.minimax ?? doc.alphabeta) === null) return [];
    const own = doc.algorithm === 'negamax' ? 'minimax' : doc.algorithm;
    /** @type {nx.Pace[]} */
    const rows = [
      [WORDS.minimax, event.minimax, doc.minimax, own === 'minimax'],
      [WORDS.alphabeta, event.alphabeta, doc.alphabeta, own === 'alphabeta'],
    ];
    if (own === 'transposition') rows.push([WORDS[own], event.searched, doc.searched, true]);
    return rows;
  }

  // How a node looks.

  /** @param {nx.TraceNode} node @param {number} step @returns {nx.Look} */
  look(node, step) {
    if (step >= node.asked) {
      const event = this.events.get(node.events.findLast((at) => at <= step) ?? 0) ?? BEFORE;
      return this.shown(node, event, step >= node.done);
    }
    const status = step >= node.cut ? 'cut' : 'ahead';
    const reason = status === 'cut' ? node.reason : '';
    return { status, score: null, bound: '=', scores: [], bounds: [], window: null, chosen: null, reason };
  }

  /**
   * How a node looks after one of its events.
   * @param {nx.TraceNode} node
   * @param {Values} event
   * @param {boolean} done
   * @returns {nx.Look}
   */
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

  /** The child that a state finally chooses. It may not have been loaded yet. @param {nx.TraceNode} node */
  chosen(node) {
    return this.byId.get(node.data.chosen) ?? null;
  }

  /**
   * How a node looks at the end, which decides its width. In a story in parts that is not known: how it looks now.
   * @param {nx.TraceNode} node
   * @param {number} step
   */
  last(node, step) {
    return this.look(node, this.inParts ? step : this.steps);
  }

  /** The legend: [sign, text]. */
  legend() {
    const { nodes, doc } = this;
    const unknown = this.inParts && this.windowed;
    /** @type {[shown: boolean, sign: string, text: string][]} */
    const entries = [
      [true, 'ahead', 'not reached yet'],
      [unknown || nodes.some(({ data }) => !data.searched), 'left', 'not searched'],
      [unknown || nodes.some(({ data }) => data.end === 'cut'), '', `${SCISSORS} the rest was cut`],
      [unknown || nodes.some(({ data }) => data.bound !== '='), '', '≤ at most, ≥ at least: a bound'],
      [nodes.some((node) => node.place === 'horizon'), 'guess', 'an estimate'],
      [doc.view === 'mover', '', 'scores are those of the player to move'],
    ];
    return entries.flatMap(([shown, sign, text]) => (shown ? [/** @type {[string, string]} */ ([sign, text])] : []));
  }

  // Jumps.

  /** The step after the next state, if the next step searches one; otherwise the next step. @param {number} step */
  over(step) {
    const { kids } = this.state(this.event(step).node);
    return 1 + (kids.find((kid) => kid.asked === step + 1)?.done ?? step);
  }

  /**
   * The step at which the current state returns its score or, if it has done so, at which its parent does.
   * @param {number} step
   */
  out(step) {
    const node = this.state(this.event(step).node);
    return node.done <= step && node.parent ? node.parent.done : node.done;
  }

  /**
   * The step to jump to: the first step of a state, then its next one; for a skipped state, the cut-off.
   * @param {nx.TraceNode} node
   * @param {number} step
   */
  select(node, step) {
    if (node.asked === Infinity) return node.cut;
    if (this.event(step).node !== node.data.id || step >= node.done) return node.asked;
    return this.over(step);
  }

  /**
   * The step closest to a step of another model: in the same state, or in the last searched state above it.
   * @param {string[]} moves
   * @param {string} kind
   */
  like(moves, kind) {
    let node = this.root;
    for (const move of moves) {
      const kid = node.kids.find((one) => one.move === move);
      if (!kid || kid.asked === Infinity) break;
      node = kid;
    }
    const found = node.events.find((at) => this.event(at).kind === kind);
    return found ?? (kind === 'answer' || kind === 'end' ? (node.events.at(-1) ?? node.asked) : node.asked);
  }
}
