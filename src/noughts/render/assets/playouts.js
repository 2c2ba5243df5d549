/** `Playouts`: what the story of a Monte Carlo tree search says about each playout and each state. */

import { chain } from './trace.js';
import { called, counted, grouped, letter, number } from './words.js';

const DRAWN_WHOLE = 400; // the most states of a tree that can be drawn whole

/** A story of playouts. It is a model as described in trace.js. Scores are means, rounded for display. */
export class Playouts {
  /** @param {nx.PlayoutsDocument} doc */
  constructor(doc) {
    this.doc = doc;
    this.kind = /** @type {const} */ ('playouts');
    this.steps = doc.steps.length;
    this.pseudocode = doc.pseudocode;
    this.windowed = this.inParts = false;
    /** @type {nx.PlayoutNode[]} */
    this.nodes = [];
    for (const data of doc.nodes) this.create(data);
    this.root = this.nodes[0];
    this.max = this.root.turn;
    this.count = this.nodes.length;
    this.small = this.count <= DRAWN_WHOLE;
    this.little = this.count <= 60;
    /** @type {number[]} */
    this.visits = [];
    /** @type {number[]} */
    this.totals = [];
    this.counted = -1; // the playouts that these count
    for (const [step, { node }] of doc.steps.entries()) this.nodes[node - 1].from ||= step + 1;
  }

  /** @param {nx.PlayoutsDocument['nodes'][number]} data */
  create(data) {
    const { game } = this.doc;
    const cell = game.cells.indexOf(data.move);
    const parent = data.parent ? this.nodes[data.parent - 1] : null;
    /** @type {nx.PlayoutNode} */
    const node = {
      key: String(data.id),
      label: grouped(data.id),
      name: `state ${grouped(data.id)}`,
      move: data.move,
      called: cell < 0 ? '' : called(game, cell),
      cell,
      board: data.board,
      turn: data.turn,
      depth: data.depth,
      line: data.line,
      role: data.depth % 2 ? 'min' : 'max',
      flip: false,
      parent,
      kids: [],
      over: data.over,
      place: data.over ? 'end' : undefined,
      leaf: false,
      from: 0,
    };
    parent?.kids.push(node);
    this.nodes.push(node);
  }

  /** Count the visits and the results after a step. @param {number} step */
  tally(step) {
    const { playouts } = this.doc.steps[step - 1];
    if (playouts === this.counted) return;
    this.counted = playouts;
    this.visits = this.nodes.map(() => 0);
    this.totals = this.nodes.map(() => 0);
    for (const [last, result] of this.doc.results.slice(0, playouts))
      for (const node of chain(this.nodes[last - 1], (up) => up.parent)) {
        this.visits[Number(node.key) - 1] += 1;
        this.totals[Number(node.key) - 1] += result;
      }
  }

  /** @param {string} key */
  node(key) {
    return this.nodes[Number(key) - 1];
  }

  has() {
    return true;
  }

  async load() {
    return true;
  }

  /** @param {number} step @returns {nx.Now} */
  at(step) {
    this.tally(step);
    const { node: id, text, line, playouts } = this.doc.steps[step - 1];
    const node = this.nodes[id - 1];
    const stack = chain(node, (up) => up.parent).reverse();
    const [visits, total] = [this.visits[id - 1], this.totals[id - 1]];
    return {
      node,
      stack,
      unfolded: new Set(stack),
      text,
      line,
      moving: null,
      title: `State ${node.label}`,
      count: `step ${grouped(step)}/${grouped(this.steps)}`,
      counter: `${grouped(playouts)} of ${counted(this.doc.playouts, 'playout')}`,
      variables: [
        ['state', 'state', node.move ? `${node.label} (${node.called})` : node.label],
        ['to move', 'turn', node.over ? 'nobody' : `${letter(node.turn)}, ${node.role}imises`],
        ['visits', 'visits', grouped(visits)],
        ['total', 'total', number(total)],
        ['mean', 'mean', visits ? number(this.mean(id - 1)) : '—'],
        ['playouts', 'playouts', grouped(playouts)],
      ],
    };
  }

  /** @param {number} index */
  mean(index) {
    return Math.round((100 * this.totals[index]) / (this.visits[index] + 1)) / 100;
  }

  /** @param {nx.PlayoutNode} node @param {number} step @returns {nx.Look} */
  look(node, step) {
    this.tally(step);
    const index = Number(node.key) - 1;
    const visits = this.visits[index];
    const status = visits ? 'done' : step >= node.from ? 'open' : 'ahead';
    const chosen = step === this.steps && node === this.root ? this.nodes[this.doc.chosen - 1] : null;
    const v = `${grouped(visits)}×`;
    const score = visits ? this.mean(index) : null;
    return { status, score, bound: '=', scores: [], bounds: [], window: null, chosen, reason: '', v };
  }

  /** @param {nx.PlayoutNode} node */
  last(node) {
    return this.look(node, this.steps);
  }

  /** @returns {[string, string][]} */
  legend() {
    return [
      ['ahead', 'not in the tree yet'],
      ['', '+0.33: the total divided by one more than the visits'],
      ['', '12×: visits'],
    ];
  }

  /** The first step of the next playout. @param {number} step */
  over(step) {
    const { playouts } = this.doc.steps[step - 1];
    const next = this.doc.steps.findIndex((one) => one.playouts === playouts + 1);
    return next < 0 ? this.steps : Math.min(next + 2, this.steps);
  }

  out() {
    return this.steps;
  }

  /** @param {nx.PlayoutNode} node @param {number} step */
  select(node, step) {
    const next = this.doc.steps.findIndex((one, i) => i >= step && String(one.node) === node.key);
    return next < 0 ? node.from : next + 1;
  }

  like() {
    return 1;
  }
}
