// Boards: the mark of a move at once, a second press on small cells, and the arrow keys.

import { announce, find, findAll, isPending, on, pending, whenShown } from './part.js';

const BOARDS = '.boards, .trial';
const CELLS = ':is(.cell, .spot) button';

/* If cells are too small to tap reliably, the first press chooses and describes a cell, and the second press plays it. */
const SMALL = 24; // pixels
let chosen = ''; // the number of the cell
let shownGame; // the id of the game on the page
let pointed = false; // whether the last press came from a finger or a mouse, which can miss the cell, not from a key

document.addEventListener(
  'submit',
  (event) => {
    const form = /** @type {HTMLFormElement} */ (event.target);
    const button = /** @type {HTMLButtonElement} */ (event.submitter);
    if (form.dataset.board === undefined || button?.name !== 'cell') return;
    const small = pointed && button.closest('.cell') && button.value !== chosen && cramped();
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
    pointed = event.detail > 0;
  },
  true,
);
addEventListener('resize', () => choosing());
on('focusin', '.cell button', choosing);

const choiceBar = () => find('[data-choice]');
const cellOf = (number) => document.getElementById(`c${number}`);
const nameOf = (number) => cellOf(number)?.getAttribute('aria-label').split(', ')[0] ?? '';
const cramped = () => choiceBar()?.closest('form').querySelector('.cell button').getBoundingClientRect().width < SMALL;

/** Describe the chosen cell, or else the focused one. */
function choosing(focused = null) {
  const bar = choiceBar();
  if (!bar) return;
  bar.hidden = !cramped();
  const [label, play] = /** @type {[HTMLElement, HTMLButtonElement]} */ (/** @type {unknown} */ (bar.children));
  if (chosen && cellOf(chosen)?.getAttribute('aria-disabled')) chosen = ''; // it has been taken in the meantime
  for (const cell of findAll('.cell.chosen')) cell.classList.remove('chosen');
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
  /** @type {HTMLTemplateElement} */
  const mark = find(`template[data-mark="${form.dataset.board}"]`);
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

/** Keys: the arrows move around a board, Page Up and Page Down change the layer. */
const STEPS = {
  // to the right, down, into the next layer
  ArrowLeft: [-1, 0, 0],
  ArrowRight: [1, 0, 0],
  ArrowUp: [0, -1, 0],
  ArrowDown: [0, 1, 0],
  PageUp: [0, 0, -1],
  PageDown: [0, 0, 1],
};
on('keydown', CELLS, (button, event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const step = STEPS[event.key];
  const layers = layersOf(button);
  if (!step || (step[2] && layers.length === 1)) return;
  event.preventDefault();
  walk(button.closest('td'), layers, step);
});

const layersOf = (button) => [...(button.closest('.boards')?.querySelectorAll('.board') ?? [button.closest('table')])];

function walk(cell, layers, [right, down, deep]) {
  const table = cell.closest('table');
  const rows = [...cell.closest('tbody').rows];
  const at = rows.indexOf(cell.parentElement);
  const beside = (steps) => layers[layers.indexOf(table) + steps]?.tBodies[0].rows[at]?.cells;
  let next = deep ? beside(deep)?.[cell.cellIndex] : rows[at + down]?.cells[cell.cellIndex + right];
  if (right && !next?.matches('td')) {
    // past the edge, into the next layer
    const cells = beside(right);
    next = cells && [...cells].filter((other) => other.matches('td')).at(right > 0 ? 0 : -1);
  }
  next?.querySelector('button')?.focus();
}

/** A board is one stop for the Tab key: the cell that had the focus last. Arrows move from there. */
function rove(board, focused = null) {
  const buttons = [...board.querySelectorAll('td button')];
  const stop =
    focused ??
    buttons.find((button) => button.tabIndex === 0 && button.hasAttribute('tabindex')) ??
    buttons[buttons.length >> 1];
  for (const button of buttons) button.tabIndex = button === stop ? 0 : -1;
}
on('focusin', CELLS, (button) => rove(button.closest(BOARDS), button));

/** In columns, show where a disc would land. */
function aim(target) {
  for (const cell of findAll('.cell:is(.lit, .landing)')) cell.classList.remove('lit', 'landing');
  const button = target?.closest('.form-columns .cell button:not([aria-disabled=true])');
  if (!button) return;
  const column = button.closest('td').cellIndex;
  for (const row of button.closest('tbody').rows) row.cells[column].classList.add('lit');
  cellOf(button.value)?.closest('td').classList.add('landing');
}
on('pointerover', '*', aim);
on('focusin', '*', aim);

whenShown(({ dataset }) => {
  if (shownGame !== dataset.game) chosen = '';
  shownGame = dataset.game;
  for (const board of findAll(BOARDS)) rove(board);
  choosing();
  aim(find('.form-columns .cell button:hover'));
});
