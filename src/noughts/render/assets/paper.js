/** `Paper`: the tree as on paper. The reader fills in the scores of the states, and has them checked. */

import { html } from './elements.js';
import { counted } from './words.js';

/** A score that a reader has written, or NaN. @param {string} text */
const written = (text) =>
  text.trim()
    ? Number(
        text
          .replace(/[−–]/, '-')
          .replace(',', '.')
          .replace(/[≤≥<>=\s]/g, ''),
      )
    : NaN;

export class Paper {
  /** @param {nx.Explorer} explorer */
  constructor(explorer) {
    this.explorer = explorer;
    this.on = false;
    this.text = '';
    /** @type {Map<nx.Node, { element: HTMLElement, input: HTMLInputElement, sign: HTMLElement }>} */
    this.fields = new Map();
    /** @type {Map<nx.Node, boolean>} */
    this.marks = new Map(); // whether what the reader wrote is right
    this.reasons = html('ol', { class: 'nx-reasons', hidden: true });
    /** @param {string} label @param {() => void} onclick */
    const button = (label, onclick) => html('button', { type: 'button', onclick }, label);
    this.bar = html(
      'div',
      { class: 'nx-fill', role: 'group', 'aria-label': 'Fill in', hidden: true },
      html('button', { type: 'button', class: 'nx-check', onclick: () => this.check() }, 'Check'),
      button('Clear', () => this.begin()),
      button('Back to the steps', () => this.explorer.fill(false)),
    );
  }

  /** Begin with empty boxes. */
  begin() {
    this.end();
    this.on = true;
    const { model } = this.explorer;
    if (model.kind === 'trace')
      for (const node of model.nodes) if (node.data.searched && !node.leaf) this.fields.set(node, this.field(node));
    this.text = `Fill in what each state returns: ${counted(this.fields.size, 'score')}.`;
    this.forget();
    this.explorer.arranged();
  }

  end() {
    this.on = false;
    for (const { element } of this.fields.values()) element.remove();
    this.fields.clear();
    this.forget();
  }

  forget() {
    this.marks.clear();
    this.reasons.hidden = true;
    this.reasons.replaceChildren();
  }

  /** @param {nx.Node} node */
  field(node) {
    const input = html('input', {
      type: 'text',
      inputmode: 'text',
      size: 4,
      maxlength: 8,
      autocomplete: 'off',
      'aria-label': `Score of state ${node.label}`,
      oninput: () => this.unmark(node),
      onkeydown: (event) => /** @type {KeyboardEvent} */ (event).key === 'Enter' && this.check(),
    });
    const sign = html('b', { 'aria-hidden': 'true' });
    return { element: html('span', { class: 'nx-field' }, input, sign), input, sign };
  }

  /** @param {nx.Node} node */
  unmark(node) {
    if (!this.marks.delete(node)) return;
    this.show(node);
    this.explorer.view.update();
  }

  /** @param {nx.Node} node */
  show(node) {
    const field = this.fields.get(node);
    const right = this.marks.get(node);
    if (!field) return;
    field.element.className = `nx-field${right === undefined ? '' : right ? ' is-right' : ' is-wrong'}`;
    field.sign.textContent = right === undefined ? '' : right ? '✓' : '✗';
    if (right === false) field.input.setAttribute('aria-invalid', 'true');
    else field.input.removeAttribute('aria-invalid');
  }

  /** Mark all boxes that are filled in, and say what is wrong, and why. */
  check() {
    const { model } = this.explorer;
    if (model.kind !== 'trace') return;
    this.forget();
    for (const [node, { input }] of this.fields) {
      if (input.value.trim()) this.marks.set(node, written(input.value) === model.state(Number(node.key)).data.score);
      this.show(node);
    }
    const wrong = [...this.marks].flatMap(([node, right]) => (right ? [] : [node]));
    const right = this.marks.size - wrong.length;
    this.text = `${right} of ${counted(this.fields.size, 'score')} right.`;
    this.reasons.replaceChildren(...wrong.map((node) => html('li', {}, this.reason(model, node))));
    this.reasons.hidden = !wrong.length;
    this.explorer.draw();
    this.fields.get(wrong[0])?.input.focus();
  }

  /**
   * Why a score is wrong: the step that returns the right one or, if a score below it is wrong, that one.
   * @param {nx.TraceModel} model
   * @param {nx.Node} node
   */
  reason(model, node) {
    const below = node.kids.find((kid) => this.marks.get(kid) === false);
    if (below) return `State ${node.label} depends on state ${below.label}: look there first.`;
    return model.event(model.state(Number(node.key)).done).text;
  }

  /** How a state looks on paper: what is given, and what the reader has found. @param {nx.Node} node */
  look(node) {
    const { model } = this.explorer;
    const given = !this.fields.has(node) || this.marks.get(node);
    return model.look(node, given ? model.steps : 1, true);
  }
}
