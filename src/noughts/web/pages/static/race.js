// A race of minimax and alpha-beta: two mosaics of the same tree, with a tile for each state, that fill side by side.
// The document says what each state is worth and whether alpha-beta searches it; see noughts/explain/story/race.py.

import { html, icon } from './elements.js';
import { grouped } from './words.js';

const SPEEDS = [2, 10, 100, 1_000, 10_000, 100_000]; // states a second
const LEAST = 1.5; // seconds: alpha-beta should not finish earlier at the first speed
const GAP = 6; // device pixels: smaller tiles have no gaps between them
const LETTERS = 'wdl';
const NAMES = ['Minimax', 'Alpha-beta'];
const COLOURS = ['--win-edge', '--faint', '--loss-edge', '--hatch', '--accent', '--code'];
const [SKIPPED, NEWEST, AHEAD] = [3, 4, 5]; // the colours after those of the letters

/**
 * The cells of a rectangle in the order of a curve that keeps neighbours together, so that each subtree is a patch. The
 * curve is Hilbert's, as Červený generalised it for any rectangle. The numbers are the cells' indices, row by row.
 * @param {number} width
 * @param {number} height
 */
export function curve(width, height) {
  const cells = new Int32Array(width * height);
  let count = 0;
  const half = (/** @type {number} */ length) => Math.floor(length / 2);
  /**
   * Fill a rectangle from a corner: along its first side (ax, ay), then along the second one (bx, by).
   * @param {number} x @param {number} y @param {number} ax @param {number} ay @param {number} bx @param {number} by
   */
  const fill = (x, y, ax, ay, bx, by) => {
    const [long, wide] = [Math.abs(ax + ay), Math.abs(bx + by)];
    const [dax, day, dbx, dby] = [Math.sign(ax), Math.sign(ay), Math.sign(bx), Math.sign(by)];
    if (wide === 1 || long === 1) {
      const [dx, dy] = wide === 1 ? [dax, day] : [dbx, dby];
      for (let i = 0; i < Math.max(long, wide); i++) cells[count++] = (y + i * dy) * width + x + i * dx;
      return;
    }
    let [ax2, ay2, bx2, by2] = [half(ax), half(ay), half(bx), half(by)];
    if (2 * long > 3 * wide) {
      if (Math.abs(ax2 + ay2) % 2 && long > 2) [ax2, ay2] = [ax2 + dax, ay2 + day];
      fill(x, y, ax2, ay2, bx, by);
      fill(x + ax2, y + ay2, ax - ax2, ay - ay2, bx, by);
      return;
    }
    if (Math.abs(bx2 + by2) % 2 && wide > 2) [bx2, by2] = [bx2 + dbx, by2 + dby];
    fill(x, y, bx2, by2, ax2, ay2);
    fill(x + bx2, y + by2, ax, ay, bx - bx2, by - by2);
    fill(x + (ax - dax) + (bx2 - dbx), y + (ay - day) + (by2 - dby), -bx2, -by2, -(ax - ax2), -(ay - ay2));
  };
  if (width >= height) fill(0, 0, width, 0, 0, height);
  else fill(0, 0, 0, height, width, 0);
  return cells;
}

/** A colour as the number of a pixel. @param {string} colour */
function pixel(colour) {
  const context = new OffscreenCanvas(1, 1).getContext('2d');
  if (!context) return 0;
  context.fillStyle = colour;
  context.fillRect(0, 0, 1, 1);
  return new Uint32Array(context.getImageData(0, 0, 1, 1).data.buffer)[0];
}

/** A mosaic with a tile for each state of the tree, which fills in the order of a search. */
class Mosaic {
  /**
   * @param {string} name
   * @param {string} states the letters of all states
   * @param {number[] | null} searched the indices of the states that the search visits, or null for all
   * @param {number} total the number of states that minimax searches
   */
  constructor(name, states, searched, total) {
    this.searched = searched;
    this.total = searched ? searched.length : total;
    this.width = Math.ceil(Math.sqrt(total));
    this.height = Math.ceil(total / this.width);
    this.cells = curve(this.width, this.height);
    this.states = states;
    this.image = new ImageData(this.width, this.height);
    this.tiles = new Uint32Array(this.image.data.buffer);
    this.small = new OffscreenCanvas(this.width, this.height);
    this.shown = this.drawn = -1; // the states searched, and the tiles that are settled
    /** @type {number[]} */
    this.colours = [];
    this.canvas = html('canvas', { class: 'race-mosaic', role: 'img' });
    this.count = html('span', { class: 'race-count' });
    this.done = html('i', {});
    this.flag = html('b', {});
    this.flag.style.setProperty('--at', `${(100 * this.total) / total}%`);
    this.track = html('div', { class: 'race-track', 'aria-hidden': 'true' }, this.done, this.flag);
    this.element = html(
      'figure',
      {},
      html(
        'figcaption',
        {},
        html('strong', {}, name),
        html('span', {}, this.count, ` of ${grouped(this.total)} state${this.total === 1 ? '' : 's'}`),
      ),
      this.track,
      this.canvas,
    );
    this.share = this.total / total;
  }

  /** Read the colours, which depend on the theme, and draw everything again. */
  dress() {
    const style = getComputedStyle(this.canvas);
    this.colours = COLOURS.map((name) => pixel(style.getPropertyValue(name)));
    this.ground = style.getPropertyValue('--card');
    const shown = Math.max(0, this.shown);
    this.shown = -1;
    this.show(shown);
  }

  /** Show the mosaic after the search of this many states. @param {number} count */
  show(count) {
    const now = Math.min(count, this.total);
    if (now === this.shown) return;
    if (this.shown < 0 || now < this.shown) {
      this.tiles.fill(0);
      for (let i = 0; i < this.states.length; i++) this.tiles[this.cells[i]] = this.colours[AHEAD];
      this.drawn = 0;
    }
    this.shown = now;
    const before = this.drawn;
    const reached = this.reached(now);
    for (let i = before; i < reached; i++) this.tiles[this.cells[i]] = this.colours[this.colour(i)];
    this.drawn = reached;
    this.put(now < this.total ? before : reached);
    this.count.textContent = grouped(now);
    this.done.style.width = `${(100 * now * this.share) / this.total}%`;
    this.element.classList.toggle('is-done', now === this.total);
    this.canvas.setAttribute('aria-label', `${grouped(now)} of ${grouped(this.states.length)} tiles are filled.`);
  }

  /** How many tiles are settled after the search of this many states. @param {number} count */
  reached(count) {
    if (!this.searched) return count;
    return count === this.total ? this.states.length : count ? this.searched[count - 1] + 1 : 0;
  }

  /** @param {number} index */
  colour(index) {
    const letter = this.states[index];
    const small = letter.toLowerCase();
    return this.searched && letter === small ? SKIPPED : LETTERS.indexOf(small);
  }

  /** Draw the tiles, with the newest ones lit. @param {number} from the first of these */
  put(from) {
    const { canvas, small, width, height } = this;
    const newest = [];
    for (let i = Math.max(from, this.drawn - 400); i < this.drawn; i++) {
      if (this.colour(i) === SKIPPED) continue;
      newest.push(i);
      this.tiles[this.cells[i]] = this.colours[NEWEST];
    }
    small.getContext('2d')?.putImageData(this.image, 0, 0);
    for (const i of newest) this.tiles[this.cells[i]] = this.colours[this.colour(i)];
    const context = canvas.getContext('2d');
    if (!context || !canvas.width) return;
    context.imageSmoothingEnabled = false;
    context.clearRect(0, 0, canvas.width, canvas.height);
    context.drawImage(small, 0, 0, canvas.width, canvas.height);
    const tile = canvas.width / width;
    if (tile < GAP) return;
    context.fillStyle = this.ground ?? '';
    const gap = Math.max(1, Math.round(tile / 12));
    for (let x = 1; x < width; x++) context.fillRect(Math.round(x * tile - gap / 2), 0, gap, canvas.height);
    for (let y = 1; y < height; y++)
      context.fillRect(0, Math.round((y * canvas.height) / height - gap / 2), canvas.width, gap);
  }

  /** Match the size on the screen. */
  fit() {
    const width = Math.round(this.canvas.clientWidth * devicePixelRatio);
    if (!width) return;
    this.canvas.width = width;
    this.canvas.height = Math.round((width * this.height) / this.width);
    this.put(this.drawn);
  }
}

/** A race in an element. */
export class Race {
  /** @param {HTMLElement} element @param {nx.RaceDocument} doc */
  constructor(element, doc) {
    const { states, searched } = doc;
    this.element = element;
    this.doc = doc;
    this.total = states.length;
    this.state = 0; // states that each search has visited
    this.frame = 0; // while it runs
    /** @type {number[]} */
    const pruned = [];
    for (let i = 0; i < states.length; i++) if (states[i] < 'a') pruned.push(i);
    this.mosaics = NAMES.map((name, i) => new Mosaic(name, states, i ? pruned : null, this.total));
    this.speed = SPEEDS.findLast((speed) => searched.alphabeta / speed >= LEAST) ?? SPEEDS[0];
    this.motion = matchMedia('(prefers-reduced-motion: reduce)');
    this.starter = html('button', { type: 'button', class: 'nx-play', onclick: () => this.toggle() });
    this.slider = html('input', {
      type: 'range',
      class: 'nx-slider',
      min: 0,
      max: this.total,
      step: 1,
      value: 0,
      'aria-label': 'States searched by each',
      oninput: () => {
        this.pause();
        this.seek(Number(this.slider.value));
      },
    });
    this.speeds = html(
      'select',
      { 'aria-label': 'Speed', onchange: () => (this.speed = Number(this.speeds.value)) },
      ...SPEEDS.map((speed) =>
        html('option', { value: speed, selected: speed === this.speed }, `${grouped(speed)} states/s`),
      ),
    );
    const reset = html('button', { type: 'button', onclick: () => this.reset() }, 'Reset');
    this.verdict = html('p', { class: 'nx-say race-verdict', 'aria-live': 'polite' });
    const keys = ['win', 'draw', 'loss', 'left'].map((sign, i) =>
      html('li', {}, html('i', { class: `nx-key race-${sign}`, 'aria-hidden': 'true' }), doc.legend[i]),
    );
    element.replaceChildren(
      html(
        'section',
        { class: 'nx-card race', 'aria-label': 'Race' },
        html('div', { class: 'race-lanes' }, ...this.mosaics.map((mosaic) => mosaic.element)),
        this.verdict,
        html(
          'div',
          { class: 'race-bar' },
          this.starter,
          reset,
          html('div', { class: 'nx-seek' }, this.slider),
          this.speeds,
        ),
        html('ul', { class: 'nx-legend', 'aria-label': 'Each tile is a state' }, ...keys),
      ),
    );
    this.sizes = new ResizeObserver(() => {
      for (const mosaic of this.mosaics) mosaic.fit();
    });
    this.sizes.observe(element);
    this.themes = new MutationObserver(() => this.dress());
    this.themes.observe(element, { attributeFilter: ['data-theme'] });
    this.scheme = matchMedia('(prefers-color-scheme: dark)');
    this.dress = this.dress.bind(this);
    this.scheme.addEventListener('change', this.dress);
    for (const mosaic of this.mosaics) mosaic.fit();
    this.dress();
    this.seek(0);
  }

  dress() {
    for (const mosaic of this.mosaics) mosaic.dress();
  }

  /** @param {number} state */
  seek(state) {
    this.state = Math.max(0, Math.min(this.total, state));
    const whole = Math.floor(this.state);
    for (const mosaic of this.mosaics) mosaic.show(whole);
    this.slider.value = String(whole);
    this.slider.style.setProperty('--done', `${(100 * whole) / this.total}%`);
    this.slider.setAttribute('aria-valuetext', `${grouped(whole)} of ${grouped(this.total)}`);
    const text = whole < this.doc.searched.alphabeta ? this.doc.rule : this.doc.summary;
    if (this.verdict.textContent !== text) this.verdict.textContent = text;
    this.label();
  }

  label() {
    const running = this.frame !== 0;
    const [name, text] = running
      ? ['pause', 'Pause']
      : ['play', this.state === 0 ? 'Start' : this.state < this.total ? 'Go on' : 'Again'];
    if (this.starter.textContent === text) return;
    this.starter.replaceChildren(icon(name), html('span', {}, text));
  }

  toggle() {
    if (this.frame) return this.pause();
    if (this.state >= this.total) this.seek(0);
    if (this.motion.matches) return this.seek(this.total); // jump to the end instead
    let before = performance.now();
    const run = (/** @type {number} */ now) => {
      this.frame = requestAnimationFrame(run);
      const step = (Math.max(0, now - before) * this.speed) / 1000;
      before = Math.max(now, before);
      this.seek(this.state + step);
      if (this.state >= this.total) this.pause();
    };
    this.frame = requestAnimationFrame(run);
    this.label();
  }

  pause() {
    cancelAnimationFrame(this.frame);
    this.frame = 0;
    this.label();
  }

  reset() {
    this.pause();
    this.seek(0);
  }

  destroy() {
    this.pause();
    this.sizes.disconnect();
    this.themes.disconnect();
    this.scheme.removeEventListener('change', this.dress);
    this.element.replaceChildren();
  }
}
