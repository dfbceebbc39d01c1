// The rules' final check by the page itself, so that playing to the end needs no Python.
//
// Only what is right is told: {faults: [], done: true}. Whatever else there may be to say, null leaves to the real checker.

import { key } from "../core/lattice.js";
import { meetings } from "../core/tiles.js";

// What a puzzle's file may say besides these is a rule that is not known here.
const PLAIN = new Set(["name", "lattice", "board", "piece", "pinned", "shikaku", "tiles", "border", "match"]);

/** @param {View} view @param {Placement[]} placements @param {Lattice} lattice */
export function checkFull(view, placements, lattice) {
  const isPlain = Object.keys(JSON.parse(view.puzzle)).every((word) => PLAIN.has(word));
  const isRight = isPlain && coversOnce(view, placements) && RULES[view.kind]?.(view, placements, lattice);
  return isRight ? { faults: [], done: true } : null;
}

/** @param {View} view @param {Placement[]} placements */
function coversOnce(view, placements) {
  const covered = placements.flatMap(({ atoms }) => atoms.map(key));
  const there = new Set([...view.atoms, ...view.optional].map(key));
  const once = new Set(covered);
  return (
    once.size === covered.length &&
    covered.every((atom) => there.has(atom)) &&
    view.atoms.every((atom) => once.has(key(atom)))
  );
}

/** @param {any} one @param {any} other */
const sameAtoms = (one, other) => [...one].map(key).sort().join(" ") === [...other].map(key).sort().join(" ");

/** @param {View} view @param {Placement[]} placements */
const hasPins = (view, placements) =>
  view.pinned.every((/** @type {any} */ pin) =>
    placements.some(
      ({ piece, atoms, motion }) =>
        piece === pin.piece && motion === pin.motion && sameAtoms(atoms, pin.atoms),
    ),
  );

// Whether each piece is there as often as it may be, and nothing else is there.
/** @param {View} view @param {Placement[]} placements */
function areCounted(view, placements) {
  const used = new Map(view.pieces_list.map(({ name }) => [name, 0]));
  for (const { piece } of placements) used.set(piece, used.has(piece) ? used.get(piece) + 1 : Infinity);
  /** @param {any} it */
  const isCounted = ({ name, copies: [least, most] }) =>
    least <= used.get(name) && (most === null || used.get(name) <= most);
  return used.size === view.pieces_list.length && view.pieces_list.every(isCounted);
}

/** @type {Record<string, any>} */
const RULES = {
  /** @param {View} view @param {Placement[]} placements @param {any} other */
  pieces(view, placements, { dimension }) {
    const known = new Map(view.pieces_list.map((piece) => [piece.name, piece]));
    return (
      areCounted(view, placements) &&
      hasPins(view, placements) &&
      placements.every(({ piece, atoms }) => isPosition(known.get(piece), atoms, dimension))
    );
  },

  // Every tile lies as it may, and no side meets one that it does not match.
  /** @param {View} view @param {Placement[]} placements @param {Lattice} lattice */
  edges(view, placements, lattice) {
    /** @param {Placement} it */
    const isTile = ({ piece, atoms, motion }) =>
      view.pieces_list
        .find(({ name }) => name === piece)
        ?.orientations.some(
          (each) => each.motion === motion && lattice.kind(each.atoms[0]) === lattice.kind(atoms[0]),
        );
    return (
      areCounted(view, placements) &&
      hasPins(view, placements) &&
      placements.every((placement) => placement.atoms.length === 1 && isTile(placement)) &&
      meetings(lattice, view, placements).every(({ isMatch }) => isMatch)
    );
  },

  /** @param {View} view @param {Placement[]} placements */
  shikaku(view, placements) {
    return (
      hasPins(view, placements) &&
      placements.every(({ piece, atoms }) => isRectangle(view.clues, piece, atoms))
    );
  },
};

// Whether the atoms are one of the piece's orientations, moved along whole cells.
/** @param {any} piece @param {Atom[]} atoms @param {number} dimension */
function isPosition(piece, atoms, dimension) {
  const here = moved(atoms, dimension);
  return Boolean(
    piece?.orientations.some((/** @type {any} */ orientation) =>
      sameAtoms(moved(orientation.atoms, dimension), here),
    ),
  );
}

// With the first atom's cell at the origin; behind the cell's coordinates an atom may have a slot, which stays.
/** @param {Atom[]} atoms @param {number} dimension */
function moved(atoms, dimension) {
  const first = [...atoms].sort(inOrder)[0];
  return atoms.map((atom) => atom.map((value, axis) => (axis < dimension ? value - first[axis] : value)));
}

/** @param {any} one @param {any} other */
const inOrder = (one, other) =>
  one
    .map((/** @type {any} */ value, /** @type {number} */ axis) => value - other[axis])
    .find((/** @type {any} */ difference) => difference) ?? 0;

/** @param {any} clues @param {any} piece @param {Atom[]} atoms */
function isRectangle(clues, piece, atoms) {
  const [rows, columns] = [0, 1].map((axis) => atoms.map((atom) => atom[axis]));
  const [height, width] = [rows, columns].map((values) => Math.max(...values) - Math.min(...values) + 1);
  const cells = new Set(atoms.map(key));
  const inside = clues.filter((/** @type {Atom} */ [row, column]) => cells.has(key([row, column])));
  const [clue] = inside;
  return (
    inside.length === 1 &&
    height * width === atoms.length &&
    piece === `${clue[0]},${clue[1]}` &&
    (clue[2] === null || clue[2] === atoms.length)
  );
}
