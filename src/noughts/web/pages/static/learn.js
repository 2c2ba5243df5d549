// Boards to press in lessons: the answer appears without loading the page, and the arrow keys move around a board.
// The server works out the answers. This script does not know the rules of any game.

let latest = 0; // the number of the latest press

document.addEventListener('submit', async (event) => {
  const form = event.target.closest('form[data-try]');
  if (!form) return;
  event.preventDefault();
  const press = ++latest;
  const place = form.closest('.try');
  const fields = new URLSearchParams(new FormData(form, event.submitter));
  try {
    const answer = await fetch(`${place.dataset.answers}?${fields}`, { headers: { 'X-Part': '1' } });
    const next = new DOMParser().parseFromString(await answer.text(), 'text/html').getElementById(place.id);
    if (!next) throw new Error('The server has no answer. Reload the page.');
    if (press !== latest) return;
    show(place, next);
    history.replaceState(history.state, '', `?${fields}${location.hash}`);
    remember(fields);
  } catch (error) {
    const text = error instanceof TypeError ? 'The server cannot be reached. Try again in a moment.' : error.message;
    place.querySelector('[data-reply]').replaceChildren(
      Object.assign(document.createElement('p'), { className: 'answer bad', textContent: text }),
    );
  }
});

/** Show the new board and its answer. The buttons stay, so that the focus stays, too. */
function show(place, next) {
  const cells = next.querySelectorAll('.spot');
  for (const [index, cell] of place.querySelectorAll('.spot').entries()) {
    const [old, now] = [cell.firstElementChild, cells[index].firstElementChild];
    cell.className = cells[index].className;
    old.setAttribute('aria-label', now.getAttribute('aria-label'));
    if (old.innerHTML !== now.innerHTML) old.innerHTML = now.innerHTML;
  }
  place.querySelector('[data-reply]').innerHTML = next.querySelector('[data-reply]').innerHTML;
}

/** Let every other board know which cells have been pressed, so that the URL keeps all answers. */
function remember(fields) {
  for (const form of document.querySelectorAll('form[data-try]')) {
    const own = form.closest('.try').id;
    for (const input of form.querySelectorAll('input[type=hidden]')) input.remove();
    for (const [name, value] of fields) {
      if (name !== own) form.prepend(Object.assign(document.createElement('input'), { type: 'hidden', name, value }));
    }
  }
}

const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
document.addEventListener('keydown', (event) => {
  const cell = event.target.closest?.('.spot');
  const step = STEPS[event.key];
  if (!cell || !step || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  const rows = cell.closest('tbody').rows;
  const next = rows[cell.parentElement.rowIndex - 1 + step[1]]?.cells[cell.cellIndex + step[0]];
  if (next?.matches('.spot')) next.firstElementChild.focus();
});

// The Tab key stops once at each board. The arrow keys move from there.
function stop(board, at) {
  for (const button of board.querySelectorAll('button')) button.tabIndex = button === at ? 0 : -1;
}
for (const board of document.querySelectorAll('.try table')) stop(board, board.querySelector('[value]'));
document.addEventListener('focusin', ({ target }) => {
  const board = target.closest('.try table');
  if (board) stop(board, target);
});
