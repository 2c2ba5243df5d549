/** The places of the states of a tree. */

const GAP = 12; // between two nodes

/** The ends of a subtree on each level, from its root down. @typedef {[low: number, high: number][]} Outline */

/** The least distance of two subtrees that keeps them apart. @param {Outline} left @param {Outline} right */
function distance(left, right) {
  let apart = -Infinity;
  for (let level = 0; level < left.length && level < right.length; level++) {
    apart = Math.max(apart, left[level][1] - right[level][0] + GAP);
  }
  return apart;
}

/**
 * Add a subtree, moved by a distance, to an outline.
 * @param {Outline} outline
 * @param {Outline} other
 * @param {number} by
 */
function add(outline, other, by) {
  other.forEach(([low, high], level) => {
    const [left, right] = outline[level] ?? [Infinity, -Infinity];
    outline[level] = [Math.min(left, low + by), Math.max(right, high + by)];
  });
}

/** The places of subtrees, each as far to the left as those before it allow. @param {Outline[]} outlines */
function packed(outlines) {
  /** @type {Outline} */
  const all = [];
  return outlines.map((outline, i) => {
    const at = i ? distance(all, outline) : 0;
    add(all, outline, at);
    return at;
  });
}

/** @param {Outline} outline @returns {Outline} */
const mirrored = (outline) => outline.map(([low, high]) => [-high, -low]);

/**
 * Lay out a tree tidily in linear time: subtrees as close as their outlines allow, parents centred above their
 * children, equal subtrees drawn alike. The algorithm is that of Reingold and Tilford, 1981, for nodes of any width and
 * number of children. As in Kennedy, 1996, the result is the mean of packing to the left and packing to the right.
 * If `path` contains one of the children, the parent stands above that child instead.
 * Return the x of each node's middle, and the total width.
 * @template N
 * @param {N} root
 * @param {(node: N) => N[]} kidsOf
 * @param {(node: N) => number} widthOf
 * @param {Set<N>} path
 */
export function layout(root, kidsOf, widthOf, path) {
  /** @type {Map<N, number>} */
  const shift = new Map(); // from the middle of the parent
  /** Place the nodes below one, and return the outline of all. @param {N} node @returns {Outline} */
  const place = (node) => {
    const half = widthOf(node) / 2;
    const kids = kidsOf(node);
    const outlines = kids.map(place);
    const leftward = packed(outlines);
    const rightward = packed(outlines.map(mirrored).reverse()).reverse();
    const middles = kids.map((_, i) => (leftward[i] - rightward[i]) / 2);
    const ahead = kids.findIndex((kid) => path.has(kid));
    const centre = ahead >= 0 ? middles[ahead] : kids.length ? (middles[0] + middles[kids.length - 1]) / 2 : 0;
    /** @type {Outline} */
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
  for (const [node, middle] of at) for (const kid of kidsOf(node)) at.set(kid, middle + (shift.get(kid) ?? 0));
  return { at, width };
}
