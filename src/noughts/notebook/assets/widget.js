// A clickable board. It contains no rules of the game: Python says what each cell is called, what it shows and which
// requests are possible (see noughts/notebook/panel.py). This module draws the board and reports clicks. It is an
// anywidget module: the default export mounts the board on any model with get, on, off and send.

import { html } from './elements.js';
import { rove, steer } from './roving.js';

const PATIENCE = 5000; // milliseconds until a silent kernel is mentioned

/** @param {Element} element @param {string} text */
function write(element, text) {
  if (element.textContent !== text) element.textContent = text; // else a screen reader would say it again
}

/**
 * Whether the page is dark: JupyterLab, VS Code and Colab each have their own way to say so. Other hosts follow the
 * system.
 */
function isDark() {
  const { body, documentElement: page } = document;
  const light = body.dataset.jpThemeLight;
  if (light) return light === 'false';
  const kind = body.dataset.vscodeThemeKind;
  if (kind) return !kind.includes('light');
  const theme = page.dataset.theme || page.getAttribute('theme');
  if (theme === 'dark' || theme === 'light') return theme === 'dark';
  return matchMedia('(prefers-color-scheme: dark)').matches;
}

/** Mount the board on a model. @param {{ model: np.Model, el: HTMLElement }} host */
function render({ model, el }) {
  const players = html('div', { class: 'np-players' });
  const picture = html('div', { class: 'np-picture', 'aria-hidden': 'true' });
  const grids = html('div', { class: 'np-grids' });
  const board = html('div', { class: 'np-board' }, picture, grids);
  const status = html('p', { class: 'np-status', role: 'status' });
  const note = html('p', { class: 'np-note', role: 'status' });
  const actions = html('div', { class: 'np-actions', role: 'group', 'aria-label': 'Actions' });
  const legend = html('p', { class: 'np-legend' });
  const root = html(
    'section',
    { class: 'noughts-play' },
    html('div', { class: 'np-scroll' }, board),
    html('div', { class: 'np-side' }, players, status, note, actions, legend),
  );

  /** @type {HTMLButtonElement[]} */
  let cells = []; // the buttons over the cells, in order
  /** @type {{ x: number, y: number, width: number, height: number }[]} */
  let places = []; // the rectangle of each in the picture
  let pointed = -1; // the cell under the pointer
  let layout = ''; // what the buttons were made for
  let waiting = 0; // the timer that runs until Python answers

  /** @param {np.Request} request */
  function ask(request) {
    if (waiting || model.get('shown').busy) return;
    root.setAttribute('aria-busy', 'true');
    waiting = setTimeout(() => {
      waiting = 0;
      root.setAttribute('aria-busy', 'false');
      note.dataset.tone = 'refusal';
      write(note, 'Python has not answered yet: is the kernel running, and not busy with another cell?');
    }, PATIENCE);
    model.send(request);
  }

  /** @param {np.Layer[]} layers */
  function build(layers) {
    cells = [];
    grids.replaceChildren(
      ...layers.map((layer) =>
        html(
          'div',
          { role: 'grid', 'aria-label': layer.name },
          ...layer.rows.map((row) =>
            html(
              'div',
              { role: 'row' },
              ...row.map((cell) => {
                cells[cell] = html('button', {
                  type: 'button',
                  class: 'np-cell',
                  onclick: () => ask({ do: 'play', cell }),
                  onfocus: () => rove(cells, cells[cell]),
                  onpointerenter: () => point(cell),
                  onpointerleave: () => point(-1),
                });
                return html('div', { role: 'gridcell' }, cells[cell]);
              }),
            ),
          ),
        ),
      ),
    );
    rove(cells, cells[0]);
  }

  /** Where a click would put the stone. With gravity, that may be another cell. @param {number} at */
  function point(at) {
    pointed = at;
    const aim = model.get('shown').cells[at];
    for (const [cell, button] of cells.entries())
      button.classList.toggle('np-target', Boolean(aim?.can) && aim.takes === cell);
  }

  /** @param {string} svg */
  function draw(svg) {
    const drawn = document.importNode(new DOMParser().parseFromString(svg, 'image/svg+xml').documentElement, true);
    const [, , wide, high] = (drawn.getAttribute('viewBox') ?? '').split(' ').map(Number);
    drawn.removeAttribute('width');
    drawn.removeAttribute('height');
    picture.replaceChildren(drawn);
    root.style.setProperty('--wide', String(wide));
    places = [...drawn.querySelectorAll('rect.n-cell')].map((rect) => {
      const [x, y, width, height] = ['x', 'y', 'width', 'height'].map((name) => Number(rect.getAttribute(name)));
      return { x, y, width, height };
    });
    places.forEach((place, cell) => {
      const { style } = cells[cell];
      style.left = `${(100 * place.x) / wide}%`;
      style.top = `${(100 * place.y) / high}%`;
      style.width = `${(100 * place.width) / wide}%`;
      style.height = `${(100 * place.height) / high}%`;
    });
    paint();
  }

  function paint() {
    const dark = isDark();
    root.dataset.theme = dark ? 'dark' : 'light';
    picture.firstElementChild?.setAttribute('class', dark ? 'n-dark' : 'n-light');
  }

  function show() {
    const shown = model.get('shown');
    clearTimeout(waiting);
    waiting = 0;
    root.setAttribute('aria-busy', String(shown.busy));
    root.setAttribute('aria-label', shown.game);
    const wanted = JSON.stringify(shown.layers);
    if (wanted !== layout) build(shown.layers);
    layout = wanted;
    draw(shown.picture);
    shown.cells.forEach(({ name, can }, cell) => {
      cells[cell].setAttribute('aria-label', name);
      cells[cell].setAttribute('aria-disabled', String(!can));
    });
    point(pointed);
    players.replaceChildren(
      ...shown.players.map(({ mark, name, wins, moves }) =>
        html(
          'span',
          { class: moves ? 'np-player np-moves' : 'np-player' },
          html('b', {}, mark),
          html('span', { class: 'np-name' }, name),
          html('span', { class: 'np-count' }, `won ${wins}`),
        ),
      ),
      html('span', { class: 'np-count' }, `drawn ${shown.drawn}`),
    );
    write(status, shown.status);
    note.dataset.tone = shown.tone;
    write(note, shown.note);
    write(legend, shown.legend);
    act(shown.actions);
  }

  /** @param {np.Action[]} wanted */
  function act(wanted) {
    if (actions.children.length !== wanted.length) {
      actions.replaceChildren(...wanted.map(() => html('button', { type: 'button' })));
    }
    wanted.forEach((action, n) => {
      const button = /** @type {HTMLButtonElement} */ (actions.children[n]);
      write(button, action.name);
      button.onclick = () => ask({ do: action.do });
      button.setAttribute('aria-disabled', String(!action.can));
      if (action.on !== null) button.setAttribute('aria-pressed', String(action.on));
    });
  }

  /**
   * The arrow keys go to the nearest cell in their direction, Home and End to the ends of the row.
   * @param {KeyboardEvent} event
   */
  function travel(event) {
    const from = places[cells.indexOf(/** @type {HTMLButtonElement} */ (event.target))];
    if (!from) return;
    const row = places.filter((place) => place.y === from.y).sort((a, b) => a.x - b.x);
    const column = places.filter((place) => place.x === from.x).sort((a, b) => a.y - b.y);
    /** @param {typeof from | undefined} place */
    const cellAt = (place) => place && cells[places.indexOf(place)];
    steer(event, {
      ArrowLeft: cellAt(row[row.indexOf(from) - 1]),
      ArrowRight: cellAt(row[row.indexOf(from) + 1]),
      ArrowUp: cellAt(column[column.indexOf(from) - 1]),
      ArrowDown: cellAt(column[column.indexOf(from) + 1]),
      Home: cellAt(row[0]),
      End: cellAt(row.at(-1)),
    });
  }

  /**
   * JupyterLab handles single keys wherever the focus is, such as Enter, the arrows, and x, which cuts the cell. On the
   * board, these keys belong to the board. The attribute that says so must be on the focused element before JupyterLab
   * looks for it.
   * @param {KeyboardEvent} event
   */
  function keep(event) {
    if (!(event.target instanceof Element && root.contains(event.target))) return;
    const single = !(event.ctrlKey || event.altKey || event.metaKey || event.shiftKey);
    event.target.toggleAttribute('data-lm-suppress-shortcuts', single);
  }

  const system = matchMedia('(prefers-color-scheme: dark)');
  const watcher = new MutationObserver(paint);
  const watched = { attributeFilter: ['theme', 'data-theme', 'data-jp-theme-light', 'data-vscode-theme-kind'] };
  show();
  grids.addEventListener('keydown', travel);
  window.addEventListener('keydown', keep, true);
  model.on('change:shown', show);
  system.addEventListener('change', paint);
  watcher.observe(document.body, watched);
  watcher.observe(document.documentElement, watched);
  el.append(root);
  return () => {
    clearTimeout(waiting);
    model.off('change:shown', show);
    window.removeEventListener('keydown', keep, true);
    system.removeEventListener('change', paint);
    watcher.disconnect();
  };
}

export default { render };
