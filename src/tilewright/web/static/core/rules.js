// The rules' final check by the page itself, so that playing to the end needs no Python.
//
// Only what is right is told: {faults: [], done: true}. Whatever else there may be to say, null leaves to the real checker.

import { kindOf } from "./kinds.js";
import { key } from "./lattice.js";

// What a puzzle's file may say besides these is a rule that is not known here.
const PLAIN = new Set(["name", "lattice", "board", "piece", "pinned", "shikaku", "tiles", "border", "match"]);

/** @param {View} view @param {Placement[]} placements @param {Lattice} lattice */
export function checkFull(view, placements, lattice) {
  const isPlain = Object.keys(JSON.parse(view.puzzle)).every((word) => PLAIN.has(word));
  const { isSolution = arePieces } = kindOf(view);
  const isRight = isPlain && coversOnce(view, placements) && isSolution(view, placements, lattice);
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

/** @param {Atom[]} one @param {Atom[]} other */
const sameAtoms = (one, other) => [...one].map(key).sort().join(" ") === [...other].map(key).sort().join(" ");

/** @param {View} view @param {Placement[]} placements */
export const hasPins = (view, placements) =>
  view.pinned.every((pin) =>
    placements.some(
      ({ piece, atoms, motion }) =>
        piece === pin.piece && motion === pin.motion && sameAtoms(atoms, pin.atoms),
    ),
  );

// Whether each piece is there as often as it may be, and nothing else is there.
/** @param {View} view @param {Placement[]} placements */
export function areCounted(view, placements) {
  const used = new Map(view.pieces_list.map(({ name }) => [name, 0]));
  for (const { piece } of placements) used.set(piece, used.has(piece) ? used.get(piece) + 1 : Infinity);
  /** @param {Piece} piece */
  const isCounted = ({ name, copies: [least, most] }) =>
    least <= used.get(name) && (most === null || used.get(name) <= most);
  return used.size === view.pieces_list.length && view.pieces_list.every(isCounted);
}

/** @param {View} view @param {Placement[]} placements @param {Lattice} lattice */
function arePieces(view, placements, { dimension }) {
  const known = new Map(view.pieces_list.map((piece) => [piece.name, piece]));
  return (
    areCounted(view, placements) &&
    hasPins(view, placements) &&
    placements.every(({ piece, atoms }) => isPosition(known.get(piece), atoms, dimension))
  );
}

// Whether the atoms are one of the piece's orientations, moved along whole cells.
/** @param {Piece | undefined} piece @param {Atom[]} atoms @param {number} dimension */
function isPosition(piece, atoms, dimension) {
  const here = moved(atoms, dimension);
  return Boolean(
    piece?.orientations.some((orientation) => sameAtoms(moved(orientation.atoms, dimension), here)),
  );
}

// With the first atom's cell at the origin; behind the cell's coordinates an atom may have a slot, which stays.
/** @param {Atom[]} atoms @param {number} dimension */
function moved(atoms, dimension) {
  const first = [...atoms].sort(inOrder)[0];
  return atoms.map((atom) => atom.map((value, axis) => (axis < dimension ? value - first[axis] : value)));
}

/** @param {Atom} one @param {Atom} other */
const inOrder = (one, other) =>
  one.map((value, axis) => value - other[axis]).find((difference) => difference) ?? 0;
