// A draft as the browser kept it, made sure of: parts that no draft has are dropped, the rest stays.

import { key } from "../core/lattice.js";
import { kindOf } from "../state/kinds.js";
import { latticeNamed } from "../state/store.js";
import { entriesOf, isCount, isRecord, listOf, recordOf } from "../state/trusted.js";

const LONGEST_NAME = 80;
const MOST_CELLS = 100_000; // of the frame, which may have few of them painted
const LARGEST_NUMBER = 9999;

// `empty` is the draft with nothing in it; null where not even the lattice and the size are known.
/** @param {any} kept @param {any} empty */
export function draftFrom(kept, empty) {
  const row = recordOf(kept);
  const plain = knownLattice(row.lattice);
  if (!plain || !isSize(row.size, plain.dimension)) return null;
  const there = new Set(
    plain
      .cells(row.size)
      .flatMap((cell) => plain.atomsOfCell(cell))
      .map(key),
  );
  const pieces = piecesOf(row.pieces, plain);
  const names = pieces.map(({ name }) => name);
  /** @param {(value: any) => boolean} passes */
  const isThere = (passes) => (/** @type {any} */ value, /** @type {string} */ name) =>
    there.has(name) && passes(value);
  return {
    ...empty,
    kind: kindOf(row).draftsOn(row.lattice) ? row.kind : empty.kind,
    name: isName(row.name) ? row.name : "",
    lattice: row.lattice,
    size: row.size,
    cells: entriesOf(
      row.cells,
      isThere((value) => ["board", "optional"].includes(value)),
    ),
    given: entriesOf(
      row.given,
      isThere((name) => names.includes(name)),
    ),
    pieces,
    numbers: entriesOf(
      row.numbers,
      isThere((n) => n === null || isCount(n, LARGEST_NUMBER)),
    ),
    rest: recordOf(row.rest),
  };
}

/** @param {string} name */
function knownLattice(name) {
  try {
    return typeof name === "string" ? latticeNamed(name) : null;
  } catch {
    return null;
  }
}

/** @param {any} value */
const isName = (value) => typeof value === "string" && value.length <= LONGEST_NAME;

/** @param {any} size @param {number} dimension */
const isSize = (size, dimension) =>
  Array.isArray(size) &&
  size.length === dimension &&
  size.every((n) => isCount(n, MOST_CELLS) && n > 0) &&
  size.reduce((product, n) => product * n, 1) <= MOST_CELLS;

/** @param {any} kept @param {any} plain */
function piecesOf(kept, plain) {
  const pieces = listOf(kept).filter((piece) => isPiece(piece, plain));
  return pieces
    .filter(({ name }, i) => pieces.findIndex((other) => other.name === name) === i)
    .map((piece) => ({ ...piece, color: colorOf(piece.color, plain), copies: copiesOf(piece.copies) }));
}

/** @param {any} piece @param {any} plain */
const isPiece = (piece, plain) =>
  isRecord(piece) &&
  isName(piece.name) &&
  isRecord(piece.table) &&
  listOf(piece.atoms).length > 0 &&
  piece.atoms.every((/** @type {Atom} */ atom) => isAtom(atom, plain));

/** @param {Atom} atom @param {Lattice} one */
const isAtom = (atom, { dimension, letters, kinds }) =>
  Array.isArray(atom) &&
  atom.length === dimension + (letters ? 1 : 0) &&
  atom.every((value, i) => isCount(value, i < dimension ? MOST_CELLS : kinds - 1));

/** @param {string} color @param {any} one */
const colorOf = (color, { palette }) =>
  typeof color === "string" && /^#[0-9a-f]{6}$/i.test(color) ? color : palette[0];

/** @param {any} copies */
function copiesOf(copies) {
  const [least, most] = listOf(copies);
  return isCount(least) && (most === null || (isCount(most) && most >= least)) ? [least, most] : [1, 1];
}
