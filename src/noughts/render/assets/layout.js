/** The places of the states of a tree. */

/**
 * Lay out a tree tidily in linear time: subtrees as close as their outlines allow, parents centred above their
 * children, equal subtrees drawn alike. The algorithm is that of Reingold and Tilford, 1981, for nodes of any width and number of
 * children. As in Kennedy, 1996, the result is the mean of packing to the left and packing to the right.
 * If `path` contains one of the children, the parent stands above that child instead.
 * Return the x of each node's middle, and the total width.
 */
export function layout(root, kidsOf, widthOf, path = new Set(), gap = 12) {
  const shift = new Map();
  const fit = (left, right) => {
    let apart = -Infinity;
    for (let level = 0; level < left.length && level < right.length; level++) {
      apart = Math.max(apart, left[level][1] - right[level][0] + gap);
    }
    return apart;
  };
  const add = (outline, other, by) => {
    other.forEach(([low, high], level) => {
      const mine = (outline[level] ??= [Infinity, -Infinity]);
      mine[0] = Math.min(mine[0], low + by);
      mine[1] = Math.max(mine[1], high + by);
    });
  };
  const place = (node) => {
    const half = widthOf(node) / 2;
    const kids = kidsOf(node);
    const outlines = kids.map(place);
    const leftward = [];
    const rightward = [];
    let all = [];
    outlines.forEach((outline, i) => {
      leftward[i] = i ? fit(all, outline) : 0;
      add(all, outline, leftward[i]);
    });
    all = [];
    for (let i = outlines.length - 1; i >= 0; i--) {
      rightward[i] = all.length ? -fit(outlines[i], all) : 0;
      add(all, outlines[i], rightward[i]);
    }
    const middles = kids.map((_, i) => (leftward[i] + rightward[i]) / 2);
    const ahead = kids.findIndex((kid) => path.has(kid));
    const centre = ahead >= 0 ? middles[ahead] : kids.length ? (middles[0] + middles[kids.length - 1]) / 2 : 0;
    const below = [];
    kids.forEach((kid, i) => {
      shift.set(kid, middles[i] - centre);
      add(below, outlines[i], middles[i] - centre);
    });
    return [[-half, half], ...below];
  };
  const outline = place(root);
  const left = Math.min(...outline.map(([low]) => low));
  const width = Math.max(...outline.map(([, high]) => high)) - left;
  const at = new Map([[root, -left]]);
  const pending = [root];
  while (pending.length) {
    const node = pending.pop();
    for (const kid of kidsOf(node)) {
      at.set(kid, at.get(node) + shift.get(kid));
      pending.push(kid);
    }
  }
  return { at, width };
}
