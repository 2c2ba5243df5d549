/** How a state looks at a step, and its description: what the tree and the outline share. */

import { number, limit, listed, letter } from './words.js';
import { tone, estimated, foot } from './models.js';

/** What both views share: how a node looks now, and its description. */
export function state(explorer, node) {
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

export const place = (node) => node.place ?? `${node.role} ${letter(node.turn)}`;

export function words(model, node, look, active) {
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

export const limitsOf = (look) =>
  look.window ? `α ${limit(look.window[0], '−∞')}  β ${limit(look.window[1], '+∞')}` : '';

export const slash = ({ x, y }) => `M${x - 8} ${y - 18}l16-5m-16 11l16-5`;
