// Return what the explorer shows. The tests compare it with the document.
() => {
  const text = (selector) => document.querySelector(selector)?.textContent;
  const all = (selector, root = document) => [...root.querySelectorAll(selector)];
  const marks = (path) => (path?.getAttribute('d').match(/M/g) ?? []).length;
  const nodes = {};
  for (const node of all('.nx-node')) {
    const part = (selector) =>
      all(selector, node)
        .map((found) => found.textContent)
        .join(' ');
    nodes[node.dataset.key] = {
      kind: node.getAttribute('class'),
      score: part('.nx-score'),
      list: part('.nx-list').replace(/ +/g, ' '),
      window: part('.nx-window'),
      role: part('.nx-role'),
      label: node.querySelector('.nx-board').getAttribute('aria-label'),
      marks: [marks(node.querySelector('.nx-x')), marks(node.querySelector('.nx-o'))],
    };
  }
  return {
    nodes,
    say: text('.nx-say'),
    count: text('.nx-count'),
    counter: text('.nx-counter'),
    line: all('.nx-code li').findIndex((line) => line.getAttribute('aria-current') === 'true') + 1,
    code: all('.nx-code code').map((line) => line.textContent),
    variables: Object.fromEntries(all('[data-variable]').map((found) => [found.dataset.variable, found.textContent])),
    slider: Number(document.querySelector('.nx-slider').value),
  };
};
