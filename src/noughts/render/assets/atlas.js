/** `Atlas`: what an atlas says about each position. */

import { chain } from './trace.js';
import { number, listed, grouped, counted, letter, called } from './words.js';

/**
 * An atlas: the tree below a position, opened move by move. `branch` loads what is beyond its border: (board, turn) =>
 * a promise of another atlas, or of null. It is a model as described in trace.js. A step is a ply of the line that
 * leads through the current node.
 */
export class Atlas {
  /** @param {nx.AtlasDocument} doc @param {nx.Branch} [branch] */
  constructor(doc, branch) {
    this.doc = doc;
    this.kind = /** @type {const} */ ('atlas');
    this.pseudocode = doc.pseudocode;
    this.windowed = false;
    this.max = doc.max;
    this.small = this.little = false;
    this.inParts = false;
    this.branch = branch;
    this.root = this.made(doc, 0, null, -1);
    /** @type {Set<string>} */
    this.opened = new Set(); // boards
    /** @type {nx.AtlasNode[]} */
    this.line = [];
    this.select(this.root);
  }

  /**
   * Create the node of a state. Its children are created on demand.
   * @param {nx.AtlasDocument} doc
   * @param {number} index
   * @param {nx.AtlasNode | null} parent
   * @param {number} cell
   * @returns {nx.AtlasNode}
   */
  made(doc, index, parent, cell) {
    const move = cell < 0 ? '' : doc.game.cells[cell];
    const name = cell < 0 ? '' : called(doc.game, cell);
    const model = this;
    return {
      ...this.state(doc, index),
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
    };
  }

  /** What a document says about a state. @param {nx.AtlasDocument} doc @param {number} index */
  state(doc, index) {
    const { states } = doc;
    const size = doc.game.points.length;
    const end = states.ends[index];
    const turn = /** @type {nx.Mark} */ (states.turns[index]);
    const over = end !== '.' && end !== '+';
    return {
      doc,
      index,
      made: null,
      board: states.boards.slice(index * size, (index + 1) * size),
      turn,
      role: /** @type {nx.Role} */ (turn === this.max ? 'max' : 'min'),
      over,
      border: end === '+',
      place: over ? /** @type {const} */ ('end') : undefined,
      line: states.lines[index] ?? [],
      score: states.scores[index],
    };
  }

  /** @param {string} key @returns {nx.AtlasNode | undefined} */
  node(key) {
    const moves = key ? key.split('.') : [];
    return moves.reduce(
      (node, move) => node?.kids.find((kid) => kid.move === move),
      /** @type {nx.AtlasNode | undefined} */ (this.root),
    );
  }

  get steps() {
    return this.line.length;
  }

  has() {
    return true;
  }

  async load() {
    return true;
  }

  /**
   * Go to a node and return the step. The line leads through it and continues with the best moves.
   * @param {nx.AtlasNode} node
   */
  select(node) {
    const before = chain(node, (up) => up.parent)
      .slice(1)
      .reverse();
    this.line = [...before, ...chain(node, (on) => on.chosen)];
    return node.depth + 1;
  }

  /** @param {number} step @returns {nx.Now} */
  at(step) {
    const node = this.line[step - 1];
    const states = node.doc.states;
    const says = node.doc.sentences[states.sentences[node.index]];
    const plies = states.plies[node.index];
    this.opened.add(`${node.board}${node.turn}`);
    /** @type {Record<string, string>} */
    const values = {
      score: node.score === null ? '?' : number(node.score),
      scores: listed(this.scores(node), [], ', '),
      move: node.chosen?.called ?? '',
      plies: String(plies),
      cells: node.board,
    };
    const stack = this.line.slice(0, step);
    const moves = stack.slice(1).map((up) => up.called);
    const opened = grouped(this.opened.size);
    const { count, ends } = this.doc.states;
    return {
      node,
      stack,
      unfolded: new Set(stack),
      text: this.said(node, says.text).replace(/\{(\w+)\}/g, (_, name) => values[name]),
      line: says.line,
      moving: null,
      title: node.move ? `After ${moves.join(', ')}` : 'The start',
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

  /**
   * The sentence of a node, without the hint how to continue beyond the border if the explorer can do so itself.
   * @param {nx.AtlasNode} node
   * @param {string} text
   */
  said(node, text) {
    return node.border && this.branch ? text.replace(/ This page ends here.*$/, ' …') : text;
  }

  /** @param {nx.AtlasNode} node */
  scores(node) {
    return node.doc.states.next[node.index].map((next) => node.doc.states.scores[next]);
  }

  /** @param {nx.AtlasNode} node @param {number} _step @param {boolean} open @returns {nx.Look} */
  look(node, _step, open) {
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

  /** @param {nx.AtlasNode} node @param {number} step @param {boolean} open */
  last(node, step, open) {
    return this.look(node, step, open);
  }

  /** @returns {[string, string][]} */
  legend() {
    return this.doc.complete ? [] : [['unknown', '? unknown']];
  }

  /**
   * Load the branch beyond the border, if `options.branch` is set; return whether there is more now.
   * @param {nx.AtlasNode} node
   */
  async grow(node) {
    if (!node.border || !this.branch || node.asked) return false;
    node.asked = true;
    const doc = await this.branch(node.board, node.turn);
    if (doc) Object.assign(node, this.state(doc, 0));
    node.asked = false; // after a failure it can be requested again
    return Boolean(doc);
  }

  /**
   * Follow the moves of a path as far as possible, loading branches on the way; return the last node.
   * @param {string} path
   */
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
