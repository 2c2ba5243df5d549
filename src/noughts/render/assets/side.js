/** Beside the tree: what runs now, and the board of the current state. */

import { html, breakable, svg } from './elements.js';
import { SHAPES, letter } from './words.js';
import { smallBoard, heard } from './boards.js';
import { tone, forMover, words } from './looks.js';

const CELL = 56; // pixels: the side of a cell of the board

export class Side {
  /** @param {nx.Explorer} explorer */
  constructor(explorer) {
    this.explorer = explorer;
    this.bigKey = ''; // what the board shows
    /** @type {HTMLElement[]} */
    this.lines = [];
    this.listing = html('ol', { class: 'nx-code' });
    this.codeTitle = html('p', { class: 'nx-form' });
    this.variables = html('dl', { class: 'nx-variables' });
    this.boardTitle = explorer.title(0, '');
    this.board = html('div', { class: 'nx-now' });
    this.running = html(
      'section',
      { class: 'nx-card nx-running', 'aria-label': 'What runs now' },
      explorer.title(0, 'What runs now'),
      this.codeTitle,
      this.listing,
      explorer.title(1, 'Variables'),
      this.variables,
    );
    this.element = html(
      'div',
      { class: 'nx-side' },
      explorer.quiz.element,
      this.running,
      html('section', { class: 'nx-card nx-board-card', 'aria-label': 'Board' }, this.boardTitle, this.board),
    );
  }

  /** Show the pseudocode of a document. An atlas runs none. @param {nx.Model} model */
  code({ kind, pseudocode }) {
    this.running.hidden = kind === 'atlas';
    this.lines = pseudocode.lines.map((text) => {
      const indent = text.length - text.trimStart().length;
      const line = html('li', {}, html('code', {}, ...breakable(text.trimStart())));
      line.style.setProperty('--indent', String(indent));
      return line;
    });
    this.codeTitle.textContent = pseudocode.title;
    this.listing.replaceChildren(...this.lines);
  }

  /** @param {nx.Now} now */
  update(now) {
    this.lines.forEach((line, i) => {
      if (i + 1 === now.line) line.setAttribute('aria-current', 'true');
      else line.removeAttribute('aria-current');
    });
    this.describe(now);
    this.big(now);
  }

  /** @param {nx.Now} now */
  describe(now) {
    const names = now.variables.map(([, name]) => name).join();
    if (this.variables.dataset.names !== names) {
      this.variables.dataset.names = names;
      this.variables.replaceChildren(
        ...now.variables.map(([label, name]) =>
          html('div', {}, html('dt', {}, label), html('dd', { 'data-variable': name })),
        ),
      );
    }
    now.variables.forEach(([, , value], i) => {
      const shown = this.variables.children[i].lastElementChild;
      if (shown && shown.textContent !== value) shown.textContent = value;
    });
  }

  /** Draw the board of the current state, with the values of its moves as far as they are known. @param {nx.Now} now */
  big(now) {
    const { node } = now;
    const { area, model, step, index } = this.explorer;
    const { game } = model.doc;
    const kids = node.place === 'end' ? [] : node.kids;
    const { paper } = this.explorer;
    const looks = kids.map((kid) => ({ kid, look: paper.on ? paper.look(kid) : model.look(kid, step, false) }));
    const values = looks.map(({ look }) => `${look.status}${look.score}${look.bound}`);
    const key = `${node.key}|${model.kind}|${index}|${values.join()}`;
    if (key === this.bigKey) return;
    this.bigKey = key;
    const top = Math.max(22, area.width * 3.4);
    const left = area.falls ? 4 : top;
    const picture = svg('svg', {
      class: 'nx-big',
      role: 'img',
      viewBox: `0 0 ${left + area.width * CELL + 4} ${top + area.height * CELL + 4}`,
      'aria-label': `${heard(game, node)} ${looks.map(({ kid, look }) => words(model, kid, look, false)).join(' ')}`,
    });
    picture.style.setProperty('--names', String(Math.max(13, area.width * 2.1)));
    picture.style.maxWidth = `${Math.min(460, Math.max(230, area.width * 60 + 30))}px`;
    nameCells(picture, game, area, left, top);
    const inside = svg('g', { transform: `translate(${left} ${top}) scale(${CELL})` });
    for (const [x, y] of area.falls ? [] : area.spots)
      inside.append(svg('rect', { class: 'nx-cell', x, y, width: 1, height: 1 }));
    inside.append(smallBoard({ ...area, grid: '' }, node, 0.08));
    picture.append(inside);
    for (const { kid, look } of looks) {
      const spot = spotOf(model, kid, look, area);
      const [x, y] = area.spots[kid.cell];
      spot.setAttribute('transform', `translate(${left + x * CELL} ${top + y * CELL})`);
      spot.addEventListener('click', () => this.explorer.jump(kid));
      picture.append(spot);
    }
    const caption = node.over
      ? 'The game is over.'
      : `${letter(node.turn)} to move, ${node.role === 'max' ? 'wants the greatest score' : 'wants the least score'}.`;
    this.boardTitle.textContent = now.title;
    this.board.replaceChildren(picture, html('p', { class: 'nx-caption' }, caption));
  }
}

/**
 * Write the names of the columns and rows beside a board.
 * @param {SVGElement} picture
 * @param {nx.Game} game
 * @param {nx.Area} area
 * @param {number} left
 * @param {number} top
 */
function nameCells(picture, game, area, left, top) {
  for (let layer = 0; layer < area.layers; layer++) {
    for (const [x, name] of game.columns.entries())
      picture.append(
        svg('text', { class: 'nx-name', x: left + (layer * area.wide + x + 0.5) * CELL, y: top - 7 }, name),
      );
  }
  for (const [y, name] of area.falls ? [] : game.rows.entries())
    picture.append(svg('text', { class: 'nx-name', x: left / 2 - 1, y: top + (y + 0.5) * CELL + 4 }, name));
}

/**
 * The value of a move, to be drawn on its cell.
 * @param {nx.Model} model
 * @param {nx.Node} kid
 * @param {nx.Look} look
 * @param {nx.Area} area
 */
function spotOf(model, kid, look, area) {
  const roomy = area.width <= 6;
  const lift = area.falls && roomy ? 8 : 0; // in a round hole, the number stands below the value
  const colour = look.status === 'done' ? tone(kid, look.score) : look.status;
  const number_ = roomy && look.status === 'done' ? ` ${forMover(model.doc, look)}` : '';
  const value = SHAPES[colour]
    ? `${SHAPES[colour]}${number_}`
    : colour === 'cut'
      ? 'cut'
      : colour === 'open'
        ? '…'
        : '';
  const size = roomy ? (value.length > 5 ? 'is-long' : '') : 'is-shape';
  const spot = svg('g', { class: `nx-spot nx-${colour}` });
  spot.append(
    svg('rect', { x: 5, y: 13 - lift, width: 46, height: 30, rx: 6 }),
    svg('text', { x: 28, y: 32 - lift, class: size }, value),
  );
  const corner = lift ? { class: 'nx-corner is-below', x: 28, y: 48 } : { class: 'nx-corner', x: 52, y: 53 };
  if (model.kind !== 'atlas' && roomy) spot.append(svg('text', corner, kid.label));
  return spot;
}
