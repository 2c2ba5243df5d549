/** Small boards, and boards in words. */

import { svg } from './elements.js';

/**
 * The places of a game's cells, in units of a cell; layers stand side by side.
 * @param {nx.Game} game
 * @returns {nx.Area}
 */
export function places(game) {
  /** @param {number[]} point */
  const rest = (point) => point.slice(2).join();
  const layers = [...new Set(game.points.map(rest))];
  const wide = game.shape[0] + 0.5;
  const spots = game.points.map(
    (point) => /** @type {nx.Point} */ ([layers.indexOf(rest(point)) * wide + point[0], point[1] ?? 0]),
  );
  const taken = new Set(spots.map(String));
  let grid = '';
  for (const [x, y] of spots) {
    if (taken.has(String([x + 1, y]))) grid += `M${x + 1} ${y}v1`;
    if (taken.has(String([x, y + 1]))) grid += `M${x} ${y + 1}h1`;
  }
  const { falls } = game;
  return { spots, grid, width: layers.length * wide - 0.5, height: game.shape[1], layers: layers.length, wide, falls };
}

/** @param {nx.Point} spot @param {number} radius */
export const ring = ([x, y], radius) =>
  `M${x + 0.5 - radius} ${y + 0.5}a${radius} ${radius} 0 1 0 ${2 * radius} 0a${radius} ${radius} 0 1 0 ${-2 * radius} 0`;
/** @param {nx.Point} spot @param {number} half */
const cross = ([x, y], half) =>
  `M${x + 0.5 - half} ${y + 0.5 - half}l${2 * half} ${2 * half}m0 ${-2 * half}l${-2 * half} ${2 * half}`;
/**
 * One path of the shapes at all cells with a mark, in units of a cell.
 * @param {nx.Area} area
 * @param {nx.Node} node
 * @param {nx.Mark | '_'} mark
 * @param {(spot: nx.Point, size: number) => string} shape
 * @param {number} size
 */
const drawn = ({ spots }, { board }, mark, shape, size) =>
  spots.map((spot, cell) => (board[cell] === mark ? shape(spot, size) : '')).join('');

/**
 * A small board in units of a cell; the caller scales it.
 * @param {nx.Area} area
 * @param {nx.Node} node
 * @param {number} thick
 */
export function smallBoard(area, node, thick) {
  const board = svg('g', { class: `nx-board${area.falls ? ' nx-columns' : ''}`, 'stroke-width': thick });
  /** @param {string} name @param {string} d */
  const path = (name, d) => d && board.append(svg('path', { class: name, d }));
  if (area.falls) {
    board.append(svg('rect', { class: 'nx-panel', width: area.width, height: area.height, rx: 0.3 }));
    path('nx-hole', drawn(area, node, '_', ring, 0.42));
    path('nx-x', drawn(area, node, 'x', ring, 0.42));
    path('nx-o', drawn(area, node, 'o', ring, 0.42));
    if (node.cell >= 0) path('nx-last', ring(area.spots[node.cell], 0.42));
    path('nx-mark', drawn(area, node, 'x', cross, 0.17) + drawn(area, node, 'o', ring, 0.19));
  } else {
    if (node.cell >= 0) {
      const [x, y] = area.spots[node.cell];
      board.append(svg('rect', { class: 'nx-last', x: x + 0.04, y: y + 0.04, width: 0.92, height: 0.92 }));
    }
    path('nx-grid', area.grid);
    path('nx-x', drawn(area, node, 'x', cross, 0.28));
    path('nx-o', drawn(area, node, 'o', ring, 0.3));
  }
  if (node.line.length) path('nx-strike', strike(area, node));
  return board;
}

/**
 * A stroke through a row, or squares around its cells if they are not in a row on the screen (layers, a torus).
 * @param {nx.Area} area
 * @param {nx.Node} node
 */
function strike(area, node) {
  const row = node.line.map((cell) => area.spots[cell]);
  const steps = row.slice(1).map(([x, y], i) => [x - row[i][0], y - row[i][1]]);
  const straight = steps.every(
    ([x, y]) => Math.max(Math.abs(x), Math.abs(y)) === 1 && x === steps[0][0] && y === steps[0][1],
  );
  if (steps.length && straight) return `M${row.map(([x, y]) => `${x + 0.5} ${y + 0.5}`).join('L')}`;
  return row.map(([x, y]) => `M${x + 0.05} ${y + 0.05}h.9v.9h-.9z`).join('');
}

/** The board in words, for screen readers. @param {nx.Game} game @param {nx.Node} node */
export function heard(game, node) {
  /** @param {nx.Mark} mark */
  const cells = (mark) => game.cells.filter((_, cell) => node.board[cell] === mark).join(', ') || 'no cell';
  return `X on ${cells('x')}. O on ${cells('o')}.`;
}
