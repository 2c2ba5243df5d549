/** `Atlas`: what an atlas says about each position. */

import { number, listed, grouped, counted, letter, called } from './words.js';

/**
 * An atlas: the tree below a position, opened move by move. `branch` loads what is beyond its border: (board, turn) => a
 * promise of another atlas, or of null. It is a model as described in trace.js. A step is a ply of the line that leads
 * through the current node.
 */
export class Atlas {
  constructor(doc, branch) {
    this.doc = doc;
    this.kind = 'atlas';
    this.pseudocode = doc.pseudocode;
    this.windowed = false;
    this.max = doc.max;
    this.small = false;
    this.inParts = false;
    this.branch = branch;
    this.root = this.made(doc, 0, null, -1);
    this.opened = new Set();
    this.line = [];
    this.select(this.root);
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

  has() {
    return true;
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

  /** The sentence of a node, without the hint how to continue beyond the border if the explorer can do so itself. */
  said(node, text) {
    return node.border && this.branch ? text.replace(/ This page ends here.*$/, ' …') : text;
  }

  scores(node) {
    return node.doc.states.next[node.index].map((next) => node.doc.states.scores[next]);
  }

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

  last(node, step, open) {
    return this.look(node, step, open);
  }

  legend() {
    return this.doc.complete ? [] : [['unknown', '? unknown']];
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
