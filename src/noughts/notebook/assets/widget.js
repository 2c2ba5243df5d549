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

/** A board on a model, in `root`. */
class Board {
  /** @param {np.Model} model */
  constructor(model) {
    this.model = model;
    this.players = html('div', { class: 'np-players' });
    this.picture = html('div', { class: 'np-picture', 'aria-hidden': 'true' });
    this.grids = html('div', { class: 'np-grids' });
    this.status = html('p', { class: 'np-status', role: 'status' });
    this.note = html('p', { class: 'np-note', role: 'status' });
    this.actions = html('div', { class: 'np-actions', role: 'group', 'aria-label': 'Actions' });
    this.legend = html('p', { class: 'np-legend' });
    this.root = html(
      'section',
      { class: 'noughts-play' },
      html('div', { class: 'np-scroll' }, html('div', { class: 'np-board' }, this.picture, this.grids)),
      html('div', { class: 'np-side' }, this.players, this.status, this.note, this.actions, this.legend),
    );
    /** @type {HTMLButtonElement[]} */
    this.cells = []; // the buttons over the cells, in order
    /** @type {{ x: number, y: number, width: number, height: number }[]} */
    this.places = []; // the rectangle of each in the picture
    this.pointed = -1; // the cell under the pointer
    this.layout = ''; // what the buttons were made for
    this.waiting = 0; // the timer that runs until Python answers
    this.grids.addEventListener('keydown', (event) => this.travel(event));
    this.show();
  }

  /** Send a request, unless another one is running. @param {np.Request} request */
  ask(request) {
    if (this.waiting || this.model.get('shown').busy) return;
    this.root.setAttribute('aria-busy', 'true');
    this.waiting = setTimeout(() => {
      this.waiting = 0;
      this.root.setAttribute('aria-busy', 'false');
      this.note.dataset.tone = 'refusal';
      write(this.note, 'Python has not answered yet: is the kernel running, and not busy with another cell?');
    }, PATIENCE);
    this.model.send(request);
  }

  /** Create the buttons. @param {np.Layer[]} layers */
  build(layers) {
    this.cells = [];
    this.grids.replaceChildren(
      ...layers.map((layer) =>
        html(
          'div',
          { role: 'grid', 'aria-label': layer.name },
          ...layer.rows.map((row) =>
            html(
              'div',
              { role: 'row' },
              ...row.map((cell) => {
                this.cells[cell] = html('button', {
                  type: 'button',
                  class: 'np-cell',
                  onclick: () => this.ask({ do: 'play', cell }),
                  onfocus: () => rove(this.cells, this.cells[cell]),
                  onpointerenter: () => this.point(cell),
                  onpointerleave: () => this.point(-1),
                });
                return html('div', { role: 'gridcell' }, this.cells[cell]);
              }),
            ),
          ),
        ),
      ),
    );
    rove(this.cells, this.cells[0]);
  }

  /** Where a click would put the stone. With gravity, that may be another cell. @param {number} at */
  point(at) {
    this.pointed = at;
    const aim = this.model.get('shown').cells[at];
    for (const [cell, button] of this.cells.entries())
      button.classList.toggle('np-target', Boolean(aim?.can) && aim.takes === cell);
  }

  /** Show the picture, and place the buttons over its cells. @param {string} svg */
  draw(svg) {
    const drawn = document.importNode(new DOMParser().parseFromString(svg, 'image/svg+xml').documentElement, true);
    const [, , wide, high] = (drawn.getAttribute('viewBox') ?? '').split(' ').map(Number);
    drawn.removeAttribute('width');
    drawn.removeAttribute('height');
    this.picture.replaceChildren(drawn);
    this.root.style.setProperty('--wide', String(wide));
    this.places = [...drawn.querySelectorAll('rect.n-cell')].map((rect) => {
      const [x, y, width, height] = ['x', 'y', 'width', 'height'].map((name) => Number(rect.getAttribute(name)));
      return { x, y, width, height };
    });
    this.places.forEach((place, cell) => {
      const { style } = this.cells[cell];
      style.left = `${(100 * place.x) / wide}%`;
      style.top = `${(100 * place.y) / high}%`;
      style.width = `${(100 * place.width) / wide}%`;
      style.height = `${(100 * place.height) / high}%`;
    });
    this.paint();
  }

  /** Use the colours of the page. */
  paint() {
    const dark = isDark();
    this.root.dataset.theme = dark ? 'dark' : 'light';
    this.picture.firstElementChild?.setAttribute('class', dark ? 'n-dark' : 'n-light');
  }

  /** Show what Python says now. */
  show() {
    const shown = this.model.get('shown');
    clearTimeout(this.waiting);
    this.waiting = 0;
    this.root.setAttribute('aria-busy', String(shown.busy));
    this.root.setAttribute('aria-label', shown.game);
    const wanted = JSON.stringify(shown.layers);
    if (wanted !== this.layout) this.build(shown.layers);
    this.layout = wanted;
    this.draw(shown.picture);
    shown.cells.forEach(({ name, can }, cell) => {
      this.cells[cell].setAttribute('aria-label', name);
      this.cells[cell].setAttribute('aria-disabled', String(!can));
    });
    this.point(this.pointed);
    this.score(shown);
    write(this.status, shown.status);
    this.note.dataset.tone = shown.tone;
    write(this.note, shown.note);
    write(this.legend, shown.legend);
    this.act(shown.actions);
  }

  /** Show the players and how many games they have won. @param {np.Shown} shown */
  score({ players, drawn }) {
    this.players.replaceChildren(
      ...players.map(({ mark, name, wins, moves }) =>
        html(
          'span',
          { class: moves ? 'np-player np-moves' : 'np-player' },
          html('b', {}, mark),
          html('span', { class: 'np-name' }, name),
          html('span', { class: 'np-count' }, `won ${wins}`),
        ),
      ),
      html('span', { class: 'np-count' }, `drawn ${drawn}`),
    );
  }

  /** Show the buttons of the other requests. @param {np.Action[]} wanted */
  act(wanted) {
    if (this.actions.children.length !== wanted.length) {
      this.actions.replaceChildren(...wanted.map(() => html('button', { type: 'button' })));
    }
    wanted.forEach((action, n) => {
      const button = /** @type {HTMLButtonElement} */ (this.actions.children[n]);
      write(button, action.name);
      button.onclick = () => this.ask({ do: action.do });
      button.setAttribute('aria-disabled', String(!action.can));
      if (action.on !== null) button.setAttribute('aria-pressed', String(action.on));
    });
  }

  /**
   * The arrow keys go to the nearest cell in their direction, Home and End to the ends of the row.
   * @param {KeyboardEvent} event
   */
  travel(event) {
    const from = this.places[this.cells.indexOf(/** @type {HTMLButtonElement} */ (event.target))];
    if (!from) return;
    const row = this.places.filter((place) => place.y === from.y).sort((a, b) => a.x - b.x);
    const column = this.places.filter((place) => place.x === from.x).sort((a, b) => a.y - b.y);
    /** @param {typeof from | undefined} place */
    const cellAt = (place) => place && this.cells[this.places.indexOf(place)];
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
  keep(event) {
    if (!(event.target instanceof Element && this.root.contains(event.target))) return;
    const single = !(event.ctrlKey || event.altKey || event.metaKey || event.shiftKey);
    event.target.toggleAttribute('data-lm-suppress-shortcuts', single);
  }
}

/** Mount the board on a model. @param {{ model: np.Model, el: HTMLElement }} host */
function render({ model, el }) {
  const board = new Board(model);
  const [show, paint] = [() => board.show(), () => board.paint()];
  /** @param {KeyboardEvent} event */
  const keep = (event) => board.keep(event);
  const system = matchMedia('(prefers-color-scheme: dark)');
  const watcher = new MutationObserver(paint);
  const watched = { attributeFilter: ['theme', 'data-theme', 'data-jp-theme-light', 'data-vscode-theme-kind'] };
  window.addEventListener('keydown', keep, true);
  model.on('change:shown', show);
  system.addEventListener('change', paint);
  watcher.observe(document.body, watched);
  watcher.observe(document.documentElement, watched);
  el.append(board.root);
  return () => {
    clearTimeout(board.waiting);
    model.off('change:shown', show);
    window.removeEventListener('keydown', keep, true);
    system.removeEventListener('change', paint);
    watcher.disconnect();
  };
}

export default { render };
