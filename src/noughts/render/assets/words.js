/** Names, and scores as text. */

/** @type {Record<string, string>} */
export const WORDS = {
  minimax: 'minimax',
  negamax: 'negamax',
  alphabeta: 'alpha-beta',
  transposition: 'alpha-beta with a table',
  atlas: 'move by move',
  mcts: 'Monte Carlo tree search',
  own: 'yours',
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
/** @type {Record<string, [string, (doc: nx.Document) => string]>} */
export const CHOICES = {
  algorithm: ['Algorithm', (doc) => doc.algorithm ?? 'atlas'],
  form: ['Pseudocode', (doc) => doc.pseudocode.form],
  order: ['Order', (doc) => doc.order ?? ''],
  unit: ['Scores', (doc) => doc.unit ?? ''],
  numbering: ['Number by', (doc) => doc.numbering ?? 'visit'],
};
export const KEYS = [
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
export const SCISSORS = '✂\uFE0E'; // after a score list: a cut-off skipped the rest
/** @type {Record<string, string>} */
export const SHAPES = { win: '▲', draw: '■', loss: '▼' };

/** A score as Python writes it: +10, −8, 0, ≤−10. @param {number} score @param {nx.Bound} [bound] */
export function number(score, bound = '=') {
  const size = String(Number(Math.abs(score).toPrecision(6)));
  return { '=': '', '<=': '≤', '>=': '≥' }[bound] + (score > 0 ? '+' : score < 0 ? '−' : '') + size;
}

/** @param {number | null} score @param {string} infinite */
export const limit = (score, infinite) => (score === null ? infinite : number(score));

/**
 * A score list; a long one is abbreviated.
 * @param {nx.Score[]} scores
 * @param {nx.Bound[]} bounds
 * @param {string} comma
 */
export function listed(scores, bounds, comma) {
  const parts = scores.map((score, i) => (score === null ? '?' : number(score, bounds[i])));
  return parts.length <= 15 ? parts.join(comma) : `${parts.slice(0, 8).join(comma)}${comma}… ${parts.length} in all`;
}

/**
 * 12345 as '12,345'. toLocaleString would load a locale first, which takes longer than drawing a tree.
 * @param {number} count
 */
export const grouped = (count) => String(count).replace(/\B(?=(\d{3})+$)/g, ',');
/** @param {number} count @param {string} word */
export const counted = (count, word) => `${grouped(count)} ${word}${count === 1 ? '' : 's'}`;
/** @param {nx.Mark} turn */
export const letter = (turn) => turn.toUpperCase();
/**
 * What a move is called: its column where discs fall, otherwise its cell.
 * @param {nx.Game} game
 * @param {number} cell
 */
export const called = (game, cell) => (game.falls ? game.columns[game.points[cell][0]] : game.cells[cell]);
