/** How a state looks at a step, and its description: what the tree and the outline share. */

import { SCISSORS, SHAPES, number, limit, listed, letter } from './words.js';

/**
 * The tone of a score from MAX's point of view; empty if there is no score.
 * @param {nx.Node} node
 * @param {nx.Score} score
 */
export function tone(node, score) {
  if (score === null) return '';
  const seen = node.flip ? -score : score;
  return seen > 0 ? 'win' : seen < 0 ? 'loss' : 'draw';
}

/**
 * The score of a move from its player's point of view; in negamax the child's score is negated.
 * @param {nx.Document} doc
 * @param {nx.Look} look
 */
export function forMover(doc, { score, bound }) {
  if (score === null) return '';
  if (doc.view !== 'mover') return number(score, bound);
  return number(-score, bound === '<=' ? '>=' : bound === '>=' ? '<=' : bound);
}

/**
 * Whether a score is an estimate: nonzero, but less than a win in this unit.
 * @param {nx.Document} doc
 * @param {number} score
 */
export function estimated(doc, score) {
  const size = Math.abs(score);
  return size > 0 && (doc.unit === 'depth' ? size % 1 !== 0 : size < (doc.unit === 'ten' ? 10 : 1));
}

/**
 * The texts below a node's board: its score and its score list; a long list takes several lines.
 * @param {nx.Node} node
 * @param {nx.Look} look
 * @returns {nx.Line[]}
 */
export function foot(node, look) {
  if (look.status === 'cut') return [[node.left ?? '', '']];
  if (look.status === 'ahead') return [['', '']];
  if (look.status === 'unknown') return [[node.border ? '? …' : '?', '']];
  const shape = look.score === null ? '' : SHAPES[tone(node, look.score)];
  const score = look.score === null ? '' : `${shape} ${number(look.score, look.bound)}`;
  const more = look.left ? ` ${SCISSORS}` : '';
  const leaf =
    (node.leaf ?? !node.kids.length) ||
    node.place === 'horizon' ||
    node.place === 'table' ||
    (!look.scores.length && look.status === 'done');
  if (look.v != null) return [[score, look.v]];
  if (leaf) return [[score + (node.border ? ' …' : ''), '']];
  const parts = look.scores.map((value, i) => (value === null ? '?' : number(value, look.bounds[i])));
  if (parts.length <= 5) return [[score, `[${parts.join(' ')}${more}]`]];
  if (parts.length > 15) return [[score, `[${parts.slice(0, 4).join(' ')} …${parts.length}]`]];
  /** @type {string[]} */
  const rows = [];
  for (let i = 0; i < parts.length; i += 5) rows.push(parts.slice(i, i + 5).join(' '));
  const list = `[${rows.join('\n ')}${more}]`.split('\n');
  return [[score, ''], ...list.map((row) => /** @type {nx.Line} */ (['', row]))];
}

/**
 * What both views share: how a node looks now, and its description.
 * @param {nx.Explorer} explorer
 * @param {nx.Node} node
 */
export function state(explorer, node) {
  const { model, step, now } = explorer;
  const look = explorer.paper.on ? explorer.paper.look(node) : model.look(node, step, explorer.isOpen(node));
  const active = now.node === node;
  const onPath = !active && now.stack.includes(node);
  const lines = foot(node, look);
  const colour = look.status === 'done' ? tone(node, look.score) : '';
  const guess = colour && look.score !== null && estimated(model.doc, look.score) ? ' is-guess' : '';
  const here = active ? ' is-now' : onPath ? ' is-path' : '';
  const names = `is-${look.status}${here}${colour ? ` nx-${colour}` : ''}${guess}`;
  return { look, active, lines, names, words: words(model, node, look, active) };
}

/** @param {nx.Node} node */
export const place = (node) => node.place ?? `${node.role} ${letter(node.turn)}`;

/** A node in words. @param {nx.Model} model @param {nx.Node} node @param {nx.Look} look @param {boolean} active */
export function words(model, node, look, active) {
  const parts = [`${model.kind === 'atlas' ? 'Move' : 'State'} ${node.label}`];
  if (node.move && model.kind !== 'atlas') parts[0] += `, ${node.called}`;
  parts.push(node.over ? 'the game is over' : (node.place ?? `${letter(node.turn)} to move, ${node.role}imises`));
  if (look.v) parts.push(look.v.replace('×', ' visits'));
  if (look.scores.length) parts.push(`scores ${listed(look.scores, look.bounds, ', ')}`);
  if (look.status === 'done' && look.score !== null) {
    /** @type {Record<string, string>} */
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

/** @param {nx.Look} look */
export const limitsOf = (look) =>
  look.window ? `α ${limit(look.window[0], '−∞')}  β ${limit(look.window[1], '+∞')}` : '';

/** @param {{ x: number, y: number }} place */
export const slash = ({ x, y }) => `M${x - 8} ${y - 18}l16-5m-16 11l16-5`;
