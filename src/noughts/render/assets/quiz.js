/** `Quiz`: a question before each cut-off. The document has the questions, the answers and the reasons. */

import { html } from './elements.js';

export class Quiz {
  /** @param {nx.Explorer} explorer */
  constructor(explorer) {
    this.explorer = explorer;
    this.on = false;
    this.step = 0; // the step that is asked about
    this.asked = this.right = 0;
    /** @type {Set<nx.TraceEvent>} */
    this.answered = new Set();
    this.element = html('section', {
      class: 'nx-card nx-quiz',
      'aria-label': 'Question',
      tabindex: -1,
      hidden: true,
    });
  }

  /** Whether to ask before a step. @param {nx.Model} model @param {number} step */
  asks(model, step) {
    if (!this.on || model.kind !== 'trace') return false;
    const event = model.event(step);
    return Boolean(event.quiz) && !this.answered.has(event);
  }

  /** The next step after this one that has a question, as far as it is loaded. @param {nx.Model} model @param {number} after */
  next(model, after) {
    if (model.kind !== 'trace') return undefined;
    const steps = [...model.events.values()].filter((event) => event.step > after && this.asks(model, event.step));
    return steps.length ? Math.min(...steps.map((event) => event.step)) : undefined;
  }

  /** @param {nx.TraceModel} model @param {number} step */
  ask(model, step) {
    const event = model.event(step);
    if (!event.quiz || (this.step === step && !this.element.hidden)) return;
    this.step = step;
    const { question, choices } = event.quiz;
    const why = html('p', { class: 'nx-why', 'aria-live': 'polite' });
    const buttons = choices.map(([text], i) => html('button', { type: 'button', onclick: () => answer(i) }, text));
    const after = html('div', { class: 'nx-after' });
    /** @param {number} pressed */
    const answer = (pressed) => {
      const [, isRight, reason] = choices[pressed];
      this.answered.add(event);
      this.asked += 1;
      this.right += Number(isRight);
      for (const [i, button] of buttons.entries()) {
        button.disabled = true;
        const sign = choices[i][1] ? 'is-right' : i === pressed ? 'is-wrong' : '';
        if (sign) button.classList.add(sign);
      }
      this.element.classList.add('is-answered');
      why.textContent = `${isRight ? '✓ Right.' : '✗ No.'} ${reason}`;
      const next = this.next(model, step);
      const on = html('button', { type: 'button', onclick: () => this.explorer.seek(step) }, 'Go on');
      const jump = next && html('button', { type: 'button', onclick: () => this.lead(next) }, 'Next question');
      after.replaceChildren(html('span', {}, `${this.right} of ${this.asked} right`), on, ...(jump ? [jump] : []));
      (jump || on).focus({ preventScroll: true });
    };
    this.element.replaceChildren(
      this.explorer.title(0, 'Before the next step'),
      html('p', {}, question),
      html('div', { class: 'nx-answers' }, ...buttons),
      why,
      after,
    );
    this.element.classList.remove('is-answered');
    this.element.hidden = false;
    this.uncover();
    this.element.focus({ preventScroll: true }); // screen readers read the question
  }

  /** Scroll the page so that the question, which may be fixed to the window, does not cover the tree. */
  uncover() {
    const [tree, question] = [this.explorer.stage, this.element].map((element) => element.getBoundingClientRect());
    const beside = question.left >= tree.right;
    if (!beside) scrollBy(0, Math.min(tree.top, tree.bottom - question.top));
  }

  /** Go to the step before a question, and ask it. @param {number} step */
  lead(step) {
    this.close();
    this.explorer.seek(step - 1);
    this.explorer.seek(step);
  }

  close() {
    this.step = 0;
    this.element.hidden = true;
  }
}
