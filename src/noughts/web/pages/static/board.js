// Boards: the mark of a move at once, a second press on small cells, and the arrow keys.

import { announce, isPending, part, pending, whenShown } from './part.js';

/* If cells are too small to tap reliably, the first press chooses and describes a cell, and the second press plays it. */
const SMALL = 24; // pixels
let chosen = ''; // the number of the cell
let shownGame; // the id of the game on the page
let pointed = false; // whether the last press came from a finger or a mouse, which can miss the cell, not from a key

document.addEventListener('submit', (event) => {
  const [form, button] = [event.target, event.submitter];
  if (form.dataset.board === undefined || button?.name !== 'cell') return;
  const small = pointed && button?.closest('.cell') && button.value !== chosen && cramped();
  if (!button || button.getAttribute('aria-disabled') === 'true' || isPending() || small) {
    event.preventDefault();
    event.stopPropagation();
    if (!small || button.getAttribute('aria-disabled') === 'true') return;
    chosen = button.value;
    choosing();
    announce(`${nameOf(chosen)} is chosen. Press it again to play there.`);
    return;
  }
  chosen = '';
  press(form, button);
}, true); // before the form is sent

addEventListener('click', (event) => { pointed = event.detail > 0; }, true);
addEventListener('resize', () => choosing());
document.addEventListener('focusin', ({ target }) => target.closest('.cell') && choosing(target));

const choiceBar = () => part.querySelector('[data-choice]');
const cellOf = (number) => document.getElementById(`c${number}`);
const nameOf = (number) => cellOf(number)?.getAttribute('aria-label').split(', ')[0] ?? '';
const cramped = () => choiceBar()?.closest('form').querySelector('.cell button').getBoundingClientRect().width < SMALL;

/** Describe the chosen cell, or else the focused one. */
function choosing(focused = null) {
  const bar = choiceBar();
  if (!bar) return;
  bar.hidden = !cramped();
  const [label, play] = bar.children;
  if (chosen && cellOf(chosen)?.getAttribute('aria-disabled')) chosen = ''; // it has been taken in the meantime
  for (const cell of part.querySelectorAll('.cell.chosen')) cell.classList.remove('chosen');
  const at = chosen ? cellOf(chosen) : focused;
  if (bar.hidden || !at) return;
  label.textContent = at.getAttribute('aria-label');
  play.hidden = !chosen;
  if (!chosen) return; // the button still has the value of the move that is being sent
  play.value = chosen;
  play.textContent = `Play ${nameOf(chosen)}`;
  at.closest('td').classList.add('chosen');
}

/** Show the mark of a move at once. The server's response confirms it. */
function press(form, button) {
  const cell = document.getElementById(`c${button.value}`);
  const mark = part.querySelector(`template[data-mark="${form.dataset.board}"]`);
  if (!cell || !mark) return;
  const place = cell.closest('td');
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

/** Keys: arrows move around the board, Page Up and Page Down change the layer, and letters press buttons. */
const WAYS = { // to the right, down, into the next layer
  ArrowLeft: [-1, 0, 0], ArrowRight: [1, 0, 0], ArrowUp: [0, -1, 0], ArrowDown: [0, 1, 0], PageUp: [0, 0, -1], PageDown: [0, 0, 1],
};
document.addEventListener('keydown', (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const cell = event.target.closest?.('.cell button');
  const step = WAYS[event.key];
  if (cell && step && (!step[2] || part.querySelectorAll('.board').length > 1)) {
    event.preventDefault();
    walk(cell, step);
  }
});

function walk(cell, [right, down, deep]) {
  const td = cell.closest('td');
  const rows = [...td.closest('tbody').rows];
  const at = rows.indexOf(td.parentElement);
  const boards = [...part.querySelectorAll('.board')];
  const beside = (steps) => boards[boards.indexOf(td.closest('.board')) + steps]?.tBodies[0].rows[at]?.cells;
  let next = deep ? beside(deep)?.[td.cellIndex] : rows[at + down]?.cells[td.cellIndex + right];
  if (right && !next?.matches('.cell')) { // past the edge, into the next layer
    const cells = beside(right);
    next = cells && [...cells].filter((other) => other.matches('.cell')).at(right > 0 ? 0 : -1);
  }
  next?.querySelector('button')?.focus();
  roving();
}

/** The Tab key stops at only one cell of a board. Arrows move from there. */
let stop = ''; // the cell where the Tab key stops
function roving() {
  const buttons = [...part.querySelectorAll('.cell button')];
  if (!buttons.length) return;
  const held = buttons.find((button) => button === document.activeElement);
  const now = held ?? buttons.find((button) => stop && button.id === stop) ?? buttons[buttons.length >> 1];
  stop = now.id;
  for (const button of buttons) button.tabIndex = button === now ? 0 : -1;
}

/** In columns, show where a disc would land. */
function aim(target) {
  for (const cell of part.querySelectorAll('.cell:is(.lit, .landing)')) cell.classList.remove('lit', 'landing');
  const button = target?.closest?.('.form-columns .cell button:not([aria-disabled=true])');
  if (!button) return;
  const column = button.closest('td').cellIndex;
  for (const row of button.closest('tbody').rows) row.cells[column].classList.add('lit');
  cellOf(button.value)?.closest('td').classList.add('landing');
}
document.addEventListener('pointerover', ({ target }) => aim(target));
document.addEventListener('focusin', ({ target }) => aim(target));

whenShown(({ dataset }) => {
  if (shownGame !== dataset.game) chosen = '';
  shownGame = dataset.game;
  roving();
  choosing();
  aim(part.querySelector('.form-columns .cell button:hover'));
});
