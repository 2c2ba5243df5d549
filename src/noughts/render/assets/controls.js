/** The controls: steps, jumps, the slider, playback speed, the view and its size, the choice of a document, help. */

import { html, icon } from './elements.js';
import { WORDS, CHOICES, KEYS, grouped } from './words.js';

const SPEEDS = [0.5, 1, 2, 4, 8, 100, 10_000];

/** @param {(Node | string)[]} label @param {string} does @param {() => void} onclick */
const button = (label, does, onclick) =>
  html('button', { type: 'button', 'aria-label': does, title: does, onclick }, ...label);
/** @param {string} name @param {string} label @param {HTMLElement[]} parts */
const group = (name, label, parts) => html('div', { class: name, role: 'group', 'aria-label': label }, ...parts);

export class Controls {
  /** @param {nx.Explorer} explorer */
  constructor(explorer) {
    this.explorer = explorer;
    /** @param {string} name @param {string} does */
    const step = (name, does) => button([icon(name)], does, () => explorer.press(name));
    this.buttons = {
      first: step('first', 'First step'),
      back: step('back', 'One step back'),
      play: html('button', { type: 'button', class: 'nx-play', onclick: () => explorer.press('play') }),
      on: step('on', 'One step on'),
      last: step('last', 'Last step'),
    };
    /** @param {string} name @param {string} label @param {string} does */
    const jump = (name, label, does) => button([icon(name), label], does, () => explorer.press(name));
    this.jumps = {
      over: jump('over', 'Skip', 'Skip the next state and everything below it'),
      out: jump('out', 'Finish', 'Finish this state: go to the step at which it returns its score'),
    };
    this.jumper = group('nx-jumps', 'Jumps', Object.values(this.jumps));
    this.slider = html('input', {
      type: 'range',
      class: 'nx-slider',
      min: 1,
      step: 1,
      'aria-label': 'Step',
      oninput: () => {
        explorer.pause();
        explorer.seek(Number(this.slider.value));
      },
    });
    this.count = html('output', { class: 'nx-count' });
    this.counter = html('span', { class: 'nx-counter' });
    this.speeds = html(
      'select',
      { 'aria-label': 'Speed', title: 'Speed', onchange: () => explorer.hurry(Number(this.speeds.value)) },
      ...SPEEDS.map((speed) => html('option', { value: speed, selected: speed === 1 }, `${grouped(speed)}×`)),
    );
    this.views = Object.fromEntries(
      Object.entries({ tree: 'Tree', outline: 'Outline' }).map(([name, label]) => [
        name,
        html('button', { type: 'button', onclick: () => explorer.choose(name) }, label),
      ]),
    );
    /** @param {string} label @param {string} does @param {number} factor */
    const zoomer = (label, does, factor) => button([label], does, () => explorer.view.scale(factor));
    this.zoomer = group('nx-zoom', 'Size of the tree', [
      zoomer('−', 'Smaller', 0.8),
      zoomer('+', 'Larger', 1.25),
      zoomer('Fit', 'Fit the whole tree, or undo that', 0),
    ]);
    this.followBox = html('input', { type: 'checkbox', onchange: () => explorer.followPath(this.followBox.checked) });
    this.follower = html(
      'label',
      { class: 'nx-follow', title: 'Show only the current path and its siblings' },
      this.followBox,
      'Follow',
    );
    /** @param {string} label @param {string} does @param {() => void} onclick */
    const toggle = (label, does, onclick) =>
      html('button', { type: 'button', class: 'nx-toggle', title: does, 'aria-pressed': 'false', onclick }, label);
    this.filler = toggle('Fill in', 'Fill in the scores, as on paper', () => explorer.fill(!explorer.paper.on));
    this.examiner = toggle('Quiz', 'A question before each cut-off', () => explorer.examine(!explorer.quiz.on));
    this.help = help(explorer.title(1, 'Keys'));
    this.selects = html('div', { class: 'nx-choices' });
    this.tools = html(
      'div',
      { class: 'nx-tools' },
      group('nx-views', 'View', Object.values(this.views)),
      this.follower,
      this.filler,
      this.examiner,
      this.zoomer,
      this.help,
    );
    // On a phone, what is needed less often is folded.
    this.rest = html('button', {
      type: 'button',
      class: 'nx-rest',
      'aria-expanded': 'false',
      'aria-label': 'More controls',
      onclick: () => this.rest.setAttribute('aria-expanded', String(explorer.element.toggleAttribute('data-all'))),
    });
    this.rest.textContent = '⋯';
    this.bar = html(
      'div',
      { class: 'nx-bar' },
      group('nx-buttons', 'Steps', Object.values(this.buttons)),
      this.jumper,
      html('div', { class: 'nx-seek' }, this.slider),
      html('div', { class: 'nx-tell' }, this.count, this.counter),
      this.speeds,
      this.rest,
      explorer.paper.bar,
    );
    this.playing(false);
  }

  /** Show the current step, and enable the buttons that lead to another one. @param {nx.Now} now */
  update(now) {
    const { slider, buttons, jumps } = this;
    const { model, step } = this.explorer;
    slider.max = String(model.steps);
    slider.value = String(step);
    slider.setAttribute('aria-valuetext', now.count.replace('/', ' of '));
    slider.style.setProperty('--done', `${model.steps > 1 ? ((step - 1) / (model.steps - 1)) * 100 : 100}%`);
    this.count.textContent = now.count;
    this.counter.textContent = now.counter;
    buttons.first.disabled = buttons.back.disabled = step <= 1;
    buttons.on.disabled = buttons.last.disabled = step >= model.steps;
    this.jumper.hidden = model.kind === 'atlas';
    jumps.over.disabled = model.kind === 'atlas' || model.over(step) <= step + 1;
    jumps.out.disabled = model.kind === 'atlas' || step >= model.steps;
    buttons.play.disabled = slider.disabled = model.steps < 2;
  }

  /** @param {boolean} on */
  playing(on) {
    this.buttons.play.replaceChildren(icon(on ? 'pause' : 'play'), html('span', {}, on ? 'Pause' : 'Play'));
  }

  /** @param {string} view */
  shows(view) {
    for (const [name, one] of Object.entries(this.views)) one.setAttribute('aria-pressed', String(name === view));
    this.zoomer.hidden = view === 'outline';
  }

  /** Offer the exercises that fit a document. @param {nx.Model} model */
  exercises(model) {
    this.filler.hidden = model.kind !== 'trace' || !model.small || model.doc.algorithm === 'own';
    this.examiner.hidden = !model.windowed;
  }

  /** Offer the choices in which the documents differ. @param {nx.Document[]} documents @param {nx.Document} shown */
  choices(documents, shown) {
    const selects = Object.entries(CHOICES).flatMap(([name, [label, of]]) => {
      const values = [...new Set(documents.map(of))];
      if (values.length < 2) return [];
      /** @param {string} value */
      const titles = (value) =>
        (name === 'form' ? documents.find((doc) => of(doc) === value)?.pseudocode.title : WORDS[value]) ?? value;
      if (name === 'form' && values.length <= new Set(documents.map(CHOICES.algorithm[1])).size) return [];
      const select = html(
        'select',
        {
          'data-choice': name,
          onchange: () => {
            this.explorer.switch(name, select.value);
            /** @type {HTMLElement | null} */ (this.selects.querySelector(`[data-choice=${name}]`))?.focus();
          },
        },
        ...values.map((value) => html('option', { value, selected: of(shown) === value }, titles(value))),
      );
      return [html('label', {}, html('span', {}, label), select)];
    });
    this.selects.replaceChildren(...selects);
  }

  /** The choices that the reader can make, with their values. */
  get chosen() {
    return [...this.selects.querySelectorAll('select')].map(({ dataset, value }) => [dataset.choice ?? '', value]);
  }
}

/** @param {HTMLElement} title */
function help(title) {
  const keys = KEYS.map(([names, does]) => html('div', {}, html('dt', {}, names), html('dd', {}, does)));
  return html(
    'details',
    { class: 'nx-help' },
    html('summary', { 'aria-label': 'Keys', title: 'Keys' }, '?'),
    html(
      'div',
      { class: 'nx-keys' },
      title,
      html('dl', {}, ...keys),
      html(
        'p',
        {},
        'Click a state to jump to it, and again for its next step. The sign below a state folds everything under it.',
      ),
    ),
  );
}

/** A table of how many states minimax and alpha-beta have searched so far. */
export class Pace {
  constructor() {
    this.body = html('tbody');
    this.element = html('table', { class: 'nx-pace', hidden: true }, html('caption', {}, 'States searched'), this.body);
  }

  /** @param {nx.Pace[]} rows */
  update(rows) {
    const { body } = this;
    this.element.hidden = !rows.length;
    const most = Math.max(...rows.map(([, , total]) => total ?? 0));
    if (body.rows.length !== rows.length) {
      const bar = () => html('td', { class: 'nx-bar-cell', 'aria-hidden': 'true' }, html('i', {}, html('b')));
      body.replaceChildren(
        ...rows.map(() => html('tr', {}, html('th', { scope: 'row' }), html('td'), html('td'), bar())),
      );
    }
    rows.forEach(([name, count, total, own], i) => {
      const row = body.rows[i];
      const texts = [
        name,
        count == null ? 'too many to count' : grouped(count),
        total == null ? '' : `of ${grouped(total)}`,
      ];
      texts.forEach((text, j) => {
        if (row.cells[j].textContent !== text) row.cells[j].textContent = text;
      });
      row.classList.toggle('is-own', own);
      /** @type {NodeListOf<HTMLElement>} */
      const [track, done] = row.cells[3].querySelectorAll('i, b');
      track.style.width = `${total == null ? 0 : (100 * total) / most}%`;
      done.style.width = `${total && count ? (100 * count) / total : 0}%`;
    });
  }
}
