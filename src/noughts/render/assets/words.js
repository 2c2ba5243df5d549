/** Names, scores as text, and `html` and `svg`, which create elements. */

const SVG = 'http://www.w3.org/2000/svg';

export const WORDS = {
  minimax: 'minimax',
  negamax: 'negamax',
  alphabeta: 'alpha-beta',
  transposition: 'alpha-beta with a table',
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
/** @type {Record<string, [string, (doc: any) => string]>} */
export const CHOICES = {
  algorithm: ['Algorithm', (doc) => doc.algorithm ?? 'atlas'],
  form: ['Pseudocode', (doc) => doc.pseudocode.form],
  order: ['Order', (doc) => doc.order],
  unit: ['Scores', (doc) => doc.unit],
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
export const SHAPES = { win: '▲', draw: '■', loss: '▼' };
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
export function number(score, bound = '=') {
  const size = String(Number(Math.abs(score).toPrecision(6)));
  return { '=': '', '<=': '≤', '>=': '≥' }[bound] + (score > 0 ? '+' : score < 0 ? '−' : '') + size;
}

export const limit = (score, infinite) => (score === null ? infinite : number(score));
/** A score list; a long one is abbreviated. */
export function listed(scores, bounds, comma, most = 15) {
  const parts = scores.map((score, i) => (score === null ? '?' : number(score, bounds[i])));
  return parts.length <= most ? parts.join(comma) : `${parts.slice(0, 8).join(comma)}${comma}… ${parts.length} in all`;
}

/** 12345 as '12,345'. toLocaleString would load a locale first, which takes longer than drawing a tree. */
export const grouped = (count) => String(count).replace(/\B(?=(\d{3})+$)/g, ',');
export const counted = (count, word) => `${grouped(count)} ${word}${count === 1 ? '' : 's'}`;
export const letter = (turn) => turn.toUpperCase();
/** What a move is called: its column where discs fall, otherwise its cell. */
export const called = (game, cell) => (game.falls ? game.columns[game.points[cell][0]] : game.cells[cell]);

export function html(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
    else if (value !== null && value !== false) element.setAttribute(name, value === true ? '' : value);
  }
  element.append(...children);
  return element;
}

/** A line of code that can be broken after a bracket. */
export const breakable = (text) => text.split(/(?<=\()(?!\))/).flatMap((part, i) => (i ? [html('wbr'), part] : [part]));

export function svg(tag, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, tag);
  for (const name in attributes) element.setAttribute(name, attributes[name]);
  if (children.length) element.append(...children);
  return element;
}

export const icon = (name) =>
  svg('svg', { viewBox: '0 0 16 16', 'aria-hidden': 'true', class: 'nx-icon' }, svg('path', { d: ICONS[name] }));
