// A second checker of proof files. It was written from docs/proof-format.md alone and shares no code with noughts.
//
//     node tests/solver/second_checker.mjs FILE...
//
// prints one line of JSON for each file: its claims if it proves them, else the fault as a sentence.

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import process from 'node:process';
import { inflateSync } from 'node:zlib';

/**
 * Cells, lines and zones are sets of cells: bit c of a number stands for cell c. A line lacks its cells in `E`.
 * @typedef {{A: bigint[], D: bigint[], E: bigint}} State
 * @typedef {{attacker: string, wins: boolean, alone: boolean}} Claim
 * @typedef {{cells: number[], lines: Map<bigint, bigint>}} Symmetry
 * @typedef {{zone: bigint, loser: bigint[], winner: bigint[]}} Kept
 * @typedef {{lines: bigint[], stones: Record<string, bigint>, toMove: string, claims: Claim[], symmetries: Symmetry[]}} Heading
 */

const END = 255;
const PASS = 254;
const USE = 253;
const KEEP = 252;
const MIRROR = 251;

/**
 * Throw a fault unless a condition holds.
 * @param {unknown} condition
 * @param {string} fault
 * @returns {asserts condition}
 */
function check(condition, fault) {
  if (!condition) throw new Error(fault);
}

/** Return the set with one cell. @param {number} cell */
const bit = (cell) => 1n << BigInt(cell);

/** Say whether a set has fewer than 1 or 2 cells. @param {bigint} set @param {1 | 2} n */
const fewer = (set, n) => (n === 1 ? set === 0n : (set & (set - 1n)) === 0n);

/** Return the union of sets. @param {bigint[]} sets */
const union = (sets) => sets.reduce((all, set) => all | set, 0n);

/** Return the cells on which one of the lines is completed. @param {bigint[]} lines @param {bigint} empty */
const completing = (lines, empty) => union(lines.map((line) => line & empty).filter((lack) => fewer(lack, 2)));

/** Return the cells to which a symmetry moves a set. @param {bigint} set @param {Symmetry} symmetry */
const moved = (set, { cells }) => union(cells.filter((_, cell) => (set >> BigInt(cell)) & 1n).map(bit));

/** Return the state after a move of the attacker or the defender. @param {State} state @param {bigint} cell @param {boolean} attacker */
function after({ A, D, E }, cell, attacker) {
  /** @param {bigint[]} lines */
  const without = (lines) => lines.filter((line) => !(line & cell));
  return attacker ? { A, D: without(D), E: E & ~cell } : { A: without(A), D, E: E & ~cell };
}

/**
 * Return the zone with the cells of `z` in which the loser needs at least `n` moves to complete a line.
 * @param {bigint} z
 * @param {1 | 2} n
 * @param {bigint[]} loser
 * @param {bigint} empty
 */
function guard(z, n, loser, empty) {
  let zone = z;
  for (const line of loser) {
    if (!fewer(line & z, n)) continue;
    check(!fewer(line & empty, n), 'The loser completes a line first.');
    zone |= line & empty;
  }
  return zone;
}

/** Reads the proof of one claim from its first byte to its last. Each method returns the zone of a node. */
class Proof {
  /** @type {Map<number, Kept>} */
  kept = new Map();

  /** @param {Uint8Array} bytes @param {number} at @param {boolean} wins @param {Symmetry[]} symmetries */
  constructor(bytes, at, wins, symmetries) {
    this.bytes = bytes;
    this.at = at;
    this.wins = wins;
    this.symmetries = symmetries;
  }

  peek() {
    check(this.at < this.bytes.length, 'The proof ends too early.');
    return this.bytes[this.at];
  }

  byte() {
    const byte = this.peek();
    this.at += 1;
    return byte;
  }

  two() {
    return this.byte() * 256 + this.byte();
  }

  symmetry() {
    const number = this.byte();
    check(number < this.symmetries.length, 'The proof uses a symmetry that the file does not have.');
    return this.symmetries[number];
  }

  /** Read a move to an empty cell. @param {bigint} empty */
  cell(empty) {
    const cell = bit(this.byte());
    check(cell & empty, 'The proof moves to a cell that is not empty.');
    return cell;
  }

  /**
   * Read moves, each with the node after it, up to `END` or `KEEP`; return the moves and the zones of the nodes.
   * @param {State} state
   * @param {boolean} attacker
   * @param {(state: State) => bigint} node
   */
  list(state, attacker, node) {
    let moves = 0n;
    const zones = [];
    while (this.peek() !== END && this.peek() !== KEEP) {
      const move = this.cell(state.E & ~moves);
      moves |= move;
      zones.push(node(after(state, move, attacker)));
    }
    const open = zones.reduce((all, zone) => all & zone, state.E & ~moves);
    return { moves, zone: union(zones), complete: moves !== 0n && open === 0n };
  }

  /** Read the end of a list, and keep the node if the proof says so. @param {State} state @param {bigint} zone */
  end({ A, D, E }, zone) {
    if (this.byte() === KEEP) {
      const [winner, loser] = this.wins ? [A, D] : [D, A];
      this.kept.set(this.two(), {
        zone,
        loser: [...new Set(loser.map((line) => line & zone))],
        winner: [...new Set(winner.map((line) => line & E).filter((lack) => !(lack & ~zone)))],
      });
    }
    return zone;
  }

  /** Read which kept node proves this node. @param {State} state */
  use({ A, D, E }) {
    this.byte();
    const kept = this.kept.get(this.two());
    check(kept, 'The proof uses an empty slot.');
    const symmetry = this.symmetry();
    const empty = moved(E, symmetry);
    const [winner, loser] = (this.wins ? [A, D] : [D, A]).map((lines) =>
      lines.map((line) => /** @type {bigint} */ (symmetry.lines.get(line))),
    );
    const lacks = winner.map((line) => line & empty);
    check(!(kept.zone & ~empty), 'A cell in the zone of a kept node is not empty.');
    check(
      loser.every((line) => kept.loser.some((set) => !(set & ~line))),
      'The loser is closer to a line than in the kept node.',
    );
    check(
      kept.winner.every((set) => lacks.some((lack) => !(lack & ~set))),
      'The winner is further from a line than in the kept node.',
    );
    return union(symmetry.cells.map((to, from) => (bit(to) & kept.zone ? bit(from) : 0n)));
  }

  /** The attacker, who is to move, wins. @param {State} before @returns {bigint} */
  win(before) {
    if (this.peek() === USE) return this.use(before);
    const move = this.cell(before.E);
    const state = after(before, move, true);
    const { A, D, E } = state;
    if (A.some((line) => !(line & E))) return guard(move, 1, D, E);
    const threats = completing(A, E);
    if (!fewer(threats, 2)) return move | guard(threats, 2, D, E);
    if (threats) return move | guard(threats | this.win(after(state, threats, false)), 2, D, E);
    return this.end(before, move | this.replies(state));
  }

  /** The attacker wins after every move of the defender. @param {State} state */
  replies(state) {
    check(!completing(state.D, state.E), 'The defender completes a line.');
    const { zone, complete } = this.list(state, false, (next) => this.win(next));
    check(complete, 'A reply of the defender has no answer.');
    return zone;
  }

  /** The attacker, who is to move, never completes a line first. @param {State} state @returns {bigint} */
  hold({ A, D, E }) {
    let paired = 0n;
    for (let pairs = this.byte(); pairs > 0; pairs -= 1) {
      const one = this.cell(E & ~paired);
      const pair = one | this.cell(E & ~paired & ~one);
      paired |= pair;
      A = A.filter((line) => (line & pair) !== pair);
    }
    const state = { A, D: D.filter((line) => !(line & paired)), E: E & ~paired };
    if (this.peek() === USE) return paired | this.use(state);
    const threats = completing(state.D, state.E);
    const { moves, zone, complete } = this.list(state, true, (next) => this.answer(next));
    if (threats) {
      check(!fewer(threats, 2) || moves === threats, 'The list is not the one cell that the attacker has to take.');
      return paired | this.end(state, guard(threats | zone, 2, A, state.E));
    }
    check(A.length === 0 || complete, 'A move of the attacker has no answer.');
    return paired | this.end(state, zone);
  }

  /** The attacker, who has just moved, never completes a line first. @param {State} state @returns {bigint} */
  answer(state) {
    check(!state.A.some((line) => !(line & state.E)), 'The attacker has completed a line.');
    if (this.peek() === PASS) {
      this.byte();
      return this.hold(state);
    }
    const move = this.cell(state.E);
    const next = after(state, move, false);
    if (next.D.some((line) => !(line & next.E))) return guard(move, 1, next.A, next.E);
    return move | this.hold(next);
  }
}

/** Return all lines of a board, each once. @param {number} m @param {number} n @param {number} k */
function linesOf(m, n, k) {
  const lines = new Set();
  for (let cell = 0; cell < m * n; cell += 1) {
    const [column, row] = [cell % m, Math.floor(cell / m)];
    for (const [right, down] of [
      [1, 0],
      [0, 1],
      [1, 1],
      [-1, 1],
    ]) {
      const [x, y] = [column + right * (k - 1), row + down * (k - 1)];
      if (x < 0 || x >= m || y >= n) continue;
      lines.add(union(Array.from({ length: k }, (_, i) => bit(cell + i * (right + down * m)))));
    }
  }
  return /** @type {bigint[]} */ ([...lines]);
}

/** Read the first line of a file. @param {Uint8Array} line @returns {Heading} */
function heading(line) {
  check(line.length < 65536, 'The first line is too long.');
  const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(line);
  const { game, position, claims, symmetries } = JSON.parse(text);
  const written = JSON.stringify({
    'noughts proof': 1,
    game,
    position,
    claims: claims.map((/** @type {Claim} */ { attacker, wins, alone }) => ({ attacker, wins, alone })),
    symmetries,
  });
  check(text === written, 'The first line is not written as the format says.');
  check(/^[1-9]\d*,[1-9]\d*,[1-9]\d{0,5}$/.test(game), 'The game is not m,n,k.');
  const [m, n, k] = game.split(',').map(Number);
  check(m * n <= 128, 'The board has more than 128 cells.');
  check(/^[\dxo_/]+ [xo]$/.test(position), 'The position cannot be read.');
  const [board, toMove] = position.split(' ');
  /** @type {string[]} */
  const rows = board
    .replace(/\d{1,3}[xo_]/g, (/** @type {string} */ run) => run.slice(-1).repeat(parseInt(run, 10)))
    .split('/');
  check(rows.length === n && rows.every((row) => row.length === m), 'The board has another size.');
  check(
    rows.join('/').replace(/([xo_])\1+/g, (run) => run.length + run[0]) === board,
    'The position is not written as the format says.',
  );
  /** @type {Record<string, bigint>} */
  const stones = { x: 0n, o: 0n, _: 0n };
  [...rows.join('')].forEach((mark, cell) => {
    stones[mark] |= bit(cell);
  });
  const lines = linesOf(m, n, k);
  check(stones._, 'The board is full.');
  check(!lines.some((line) => !(line & ~stones.x) || !(line & ~stones.o)), 'A player has completed a line.');
  for (const { attacker, wins, alone } of claims) {
    check('xo'.includes(attacker) && attacker.length === 1, 'The attacker is not a player.');
    check(typeof wins === 'boolean' && typeof alone === 'boolean', 'A claim is neither true nor false.');
  }
  const different = new Set(claims.map((/** @type {Claim} */ claim) => JSON.stringify(claim)));
  check(claims.length > 0 && different.size === claims.length, 'The claims are not different claims.');
  check(Array.isArray(symmetries) && symmetries.length <= 256, 'The symmetries are not at most 256.');
  const all = new Set(lines);
  const images = symmetries.map((/** @type {number[]} */ cells) => {
    check(Array.isArray(cells) && cells.length === m * n, 'A symmetry does not move every cell.');
    check(
      new Set(cells).size === m * n && cells.every((cell) => Number.isInteger(cell) && cell >= 0 && cell < m * n),
      'A symmetry moves two cells to the same cell.',
    );
    const symmetry = { cells, lines: new Map() };
    for (const line of lines) symmetry.lines.set(line, moved(line, symmetry));
    check(
      [...symmetry.lines.values()].every((line) => all.has(line)),
      'A symmetry moves a line to another set.',
    );
    return symmetry;
  });
  return { lines, stones, toMove, claims, symmetries: images };
}

/** Return the state in which a proof begins. @param {Heading} heading @param {Claim} claim @returns {State} */
function start({ lines, stones }, { attacker, alone }) {
  const [own, other] = attacker === 'x' ? [stones.x, stones.o] : [stones.o, stones.x];
  return {
    A: lines.filter((line) => !(line & other)),
    D: alone ? [] : lines.filter((line) => !(line & own)),
    E: stones._,
  };
}

/** Check the short proof of a claim about the player who moves second. @param {Proof} proof @param {Heading} heading @param {number} index */
function mirror(proof, heading, index) {
  proof.at += 3;
  const [claim, earlier] = [heading.claims[index], heading.claims.slice(0, index)[proof.two()]];
  const symmetry = proof.symmetry();
  check(
    earlier && earlier.wins === claim.wins && earlier.alone === claim.alone && earlier.attacker === heading.toMove,
    'The proof refers to a claim that does not prove this claim.',
  );
  const [from, to] = [start(heading, claim), start(heading, earlier)];
  /** @param {bigint[]} lines @param {bigint[]} others */
  const same = (lines, others) =>
    lines.length === others.length &&
    lines.every((line) => others.includes(/** @type {bigint} */ (symmetry.lines.get(line))));
  check(
    same(from.A, to.A) && same(from.D, to.D) && moved(from.E, symmetry) === to.E,
    'The symmetry does not move this claim to the earlier claim.',
  );
}

/** Return the claims that a file proves; throw a fault if it does not. @param {Uint8Array} file */
function proved(file) {
  const [packed, digest] = [file.subarray(0, -32), file.subarray(-32)];
  check(createHash('sha256').update(packed).digest().equals(digest), 'The SHA-256 does not match the bytes.');
  const { buffer, engine } = inflateSync(packed, { info: true });
  check(engine.bytesWritten === packed.length, 'Bytes follow the zlib stream.');
  const newline = buffer.indexOf(10);
  check(newline >= 0, 'The first line does not end.');
  const top = heading(buffer.subarray(0, newline));
  let at = newline + 1;
  top.claims.forEach((claim, index) => {
    const proof = new Proof(buffer, at, claim.wins, top.symmetries);
    const state = start(top, claim);
    const attacking = claim.attacker === top.toMove;
    if (!claim.wins && !attacking && buffer[at] === PASS && buffer[at + 1] === 0 && buffer[at + 2] === MIRROR)
      mirror(proof, top, index);
    else if (claim.wins && attacking) proof.win(state);
    else if (attacking) proof.hold(state);
    else if (!claim.wins) proof.answer(state);
    else {
      proof.replies(state);
      check(proof.byte() === END, 'The list of replies does not end.');
    }
    at = proof.at;
  });
  check(at === buffer.length, 'Bytes follow the last proof.');
  return top.claims;
}

for (const file of process.argv.slice(2)) {
  try {
    console.log(JSON.stringify({ file, accepted: true, claims: proved(readFileSync(file)) }));
  } catch (fault) {
    console.log(JSON.stringify({ file, accepted: false, fault: fault.message }));
  }
}
