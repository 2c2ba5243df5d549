// Boards: the script shows the mark of a move at once, asks for a second press on small cells, and handles the arrow
// keys.

import { rove, steer } from './roving.js';
import { announce, find, findAll, isPending, need, on, pending, whenShown, within } from './part.js';

const BOARDS = '.boards';
const CELLS = '.cell button';

// If cells are too small to tap reliably, the first tap chooses and describes a cell, and the second plays it.
const SMALL = 24; // pixels
const fingers = matchMedia('(any-pointer: coarse)');
const hovers = matchMedia('(hover: hover)'); // after a finger has left, what it pressed is still :hover
let chosen = ''; // the number of the cell
let shownGame = ''; // the page and the id of its game
let pointed = false; // whether the last press came from a finger or a mouse, not from a key
let tapped = false; // whether it came from a finger, which can miss the cell

document.addEventListener(
  'submit',
  (event) => {
    const form = /** @type {HTMLFormElement} */ (event.target);
    const button = /** @type {HTMLButtonElement} */ (event.submitter);
    if (form.dataset.board === undefined || button?.name !== 'cell') return;
    const small = tapped && button.closest('.cell') && button.value !== chosen && find('#choice') && cramped();
    const disabled = button.getAttribute('aria-disabled') === 'true';
    if (disabled || isPending() || small) {
      event.preventDefault();
      event.stopPropagation();
      if (!small || disabled) return;
      chosen = button.value;
      choosing();
      announce(`${nameOf(chosen)} is chosen. Press it again to play there.`);
      return;
    }
    chosen = '';
    press(form, button);
  },
  true, // before the form is sent
);

addEventListener(
  'click',
  (event) => {
    if (!event.isTrusted) return;
    pointed = event.detail > 0;
    tapped = pointed && (event.pointerType ? event.pointerType === 'touch' : fingers.matches);
  },
  true,
);
addEventListener(
  'keydown',
  ({ key }) => {
    if (key === 'Tab') pointed = false;
  },
  true,
);
addEventListener('resize', () => choosing());
on('focusin', '.cell button', choosing);

/** @param {string} number */
const cellOf = (number) => document.getElementById(`c${number}`);
/** @param {string} number */
const nameOf = (number) => cellOf(number)?.ariaLabel?.split(', ')[0] ?? '';
const cramped = () =>
  fingers.matches && need('.cell button', within(need('#choice'), 'form')).getBoundingClientRect().width < SMALL;

/** Describe the chosen cell, or else the focused one. @param {HTMLElement | null} [focused] */
function choosing(focused = null) {
  const bar = find('#choice');
  if (!bar) return;
  bar.hidden = !cramped();
  const play = need('button', bar);
  if (chosen && cellOf(chosen)?.getAttribute('aria-disabled')) chosen = ''; // it has been taken in the meantime
  for (const cell of findAll('.cell.chosen')) cell.classList.remove('chosen');
  const at = chosen ? cellOf(chosen) : focused;
  if (bar.hidden || !at) return;
  need('span', bar).textContent = at.ariaLabel;
  play.hidden = !chosen;
  if (!chosen) return; // the button still has the value of the move that is being sent
  play.value = chosen;
  play.textContent = `Play ${nameOf(chosen)}`;
  within(at, 'td').classList.add('chosen');
}

/**
 * Show the mark of a move at once. The server's response confirms it.
 * @param {HTMLFormElement} form
 * @param {HTMLButtonElement} button
 */
function press(form, button) {
  const cell = cellOf(button.value);
  /** @type {HTMLTemplateElement | null} */
  const mark = find(`template[data-mark="${form.dataset.board}"]`);
  if (!cell || !mark) return;
  const place = within(cell, 'td');
  const before = cell.innerHTML;
  if (!button.closest('.cell')) cell.focus({ preventScroll: true }); // the button for confirming disappears
  place.classList.remove('chosen');
  place.classList.add('pending');
  cell.replaceChildren(mark.content.cloneNode(true));
  pending(() => {
    place.classList.remove('pending');
    cell.innerHTML = before;
  });
}

/** @param {HTMLElement} board @returns {NodeListOf<HTMLButtonElement>} */
const buttonsOf = (board) => board.querySelectorAll('td button');

// A board is one stop for the Tab key: the cell that had the focus last.
on('focusin', CELLS, (button) => rove(buttonsOf(within(button, BOARDS)), button));

// The arrow keys move on a board, and past its left or right edge into the next layer. Page Up and Page Down change
// the layer. After a press with a finger or a mouse, they walk through the moves instead, where a page shows a game.
on('keydown', CELLS, (button, event) => {
  if (pointed && find('[data-step]')) return;
  const cell = within(button, 'td');
  const row = within(cell, 'tr');
  const table = within(row, 'table');
  const layers = [...(table.closest('.boards')?.querySelectorAll('table') ?? [table])];
  const at = cell.cellIndex;
  /** @param {number} down @param {number} deep */
  const rowAt = (down, deep) => layers[layers.indexOf(table) + deep]?.tBodies[0].rows[row.sectionRowIndex + down];
  /** @param {number} right */
  const beside = (right) => {
    const next = row.cells[at + right];
    if (next?.matches('td')) return next;
    return [...(rowAt(0, right)?.querySelectorAll('td') ?? [])].at(right > 0 ? 0 : -1);
  };
  /** @type {Record<string, HTMLTableCellElement | undefined>} */
  const cells = {
    ArrowLeft: beside(-1),
    ArrowRight: beside(1),
    ArrowUp: rowAt(-1, 0)?.cells[at],
    ArrowDown: rowAt(1, 0)?.cells[at],
    ...(layers.length > 1 && { PageUp: rowAt(0, -1)?.cells[at], PageDown: rowAt(0, 1)?.cells[at] }),
  };
  const targets = Object.entries(cells).map(([key, next]) => [key, next?.querySelector('button')]);
  steer(event, Object.fromEntries(targets));
});

/** In columns, show where a disc would land. @param {Element | null} target */
function aim(target) {
  for (const cell of findAll('.cell:is(.lit, .landing)')) cell.classList.remove('lit', 'landing');
  /** @type {HTMLButtonElement | null | undefined} */
  const button = target?.closest('.form-columns .cell button:not([aria-disabled=true])');
  if (!button) return;
  const column = within(button, 'td').cellIndex;
  const cells = [...within(button, 'tbody').rows].map((row) => row.cells[column]);
  for (const cell of cells) cell.classList.add('lit');
  // Every free cell of a column plays the same move, and the disc lands on the lowest one.
  cells.findLast((cell) => cell.querySelector('button')?.value === button.value)?.classList.add('landing');
}
on('pointerover', '*', aim);
on('focusin', '*', aim);

whenShown(({ dataset }) => {
  const game = `${dataset.page} ${dataset.game}`;
  if (shownGame !== game) chosen = '';
  shownGame = game;
  for (const board of findAll(BOARDS)) {
    const buttons = [...buttonsOf(board)];
    rove(buttons, buttons.find((button) => button.getAttribute('tabindex') === '0') ?? buttons[buttons.length >> 1]);
  }
  choosing();
  aim(hovers.matches ? find('.form-columns .cell button:hover') : null);
});
