// Drafts as the browser keeps them: the one that is made, made sure of when it is read, and those that something else took the
// place of, the latest first.

import { key } from "../core/lattice.js";
import { kindOf } from "../core/kinds.js";
import { latticeNamed } from "../state/store.js";
import {
  entriesOf,
  isCount,
  isRecord,
  isText,
  listOf,
  parsed,
  readText,
  recordOf,
  tryWrite,
} from "../kept/storage.js";

const LONGEST_NAME = 80;
const MOST_CELLS = 100_000; // of the frame, which may have few of them painted
const LARGEST_NUMBER = 9999;

// Parts that no draft has are dropped, the rest stays. `empty` is the draft with nothing in it; null where not even the lattice
// and the size are known.
/** @param {unknown} kept @param {Draft} empty @returns {Draft | null} */
export function draftFrom(kept, empty) {
  const { kind, name, lattice, size, cells, given, pieces: rows, numbers, rest } = recordOf(kept);
  const plain = knownLattice(lattice);
  if (!isText(lattice) || !plain || !isSize(size, plain.dimension)) return null;
  const there = new Set(
    plain
      .cells(size)
      .flatMap((cell) => plain.atomsOfCell(cell))
      .map(key),
  );
  const pieces = piecesOf(rows, plain);
  const names = pieces.map((piece) => piece.name);
  /** @param {(value: unknown) => unknown} passes @returns {(value: unknown, name: string) => unknown} */
  const isThere = (passes) => (value, atom) => there.has(atom) && passes(value);
  return {
    ...empty,
    kind: isText(kind) && kindOf({ kind }).draftsOn(lattice) ? kind : empty.kind,
    name: isName(name) ? name : "",
    lattice,
    size,
    cells: entriesOf(
      cells,
      isThere((value) => value === "board" || value === "optional"),
    ),
    given: entriesOf(
      given,
      isThere((piece) => isText(piece) && names.includes(piece)),
    ),
    pieces,
    numbers: entriesOf(
      numbers,
      isThere((n) => n === null || isCount(n, LARGEST_NUMBER)),
    ),
    rest: recordOf(rest),
  };
}

/** @param {unknown} name */
function knownLattice(name) {
  try {
    return isText(name) ? latticeNamed(name) : null;
  } catch {
    return null;
  }
}

/** @param {unknown} value @returns {value is string} */
const isName = (value) => isText(value) && value.length <= LONGEST_NAME;

/** @param {unknown} size @param {number} dimension @returns {size is number[]} */
const isSize = (size, dimension) =>
  Array.isArray(size) &&
  size.length === dimension &&
  size.every((n) => isCount(n, MOST_CELLS) && n > 0) &&
  size.reduce((product, n) => product * n, 1) <= MOST_CELLS;

/** @param {unknown} kept @param {Lattice} plain */
function piecesOf(kept, plain) {
  const pieces = listOf(kept).flatMap((row) => pieceFrom(row, plain) ?? []);
  return pieces.filter(({ name }, i) => pieces.findIndex((other) => other.name === name) === i);
}

/** @param {unknown} row @param {Lattice} plain @returns {DraftPiece | null} */
function pieceFrom(row, plain) {
  const piece = recordOf(row);
  const { name, table, atoms, color, copies } = piece;
  if (!isName(name) || !isRecord(table) || !listOf(atoms).length) return null;
  if (!listOf(atoms).every((atom) => isAtom(atom, plain))) return null;
  const known = { color: colorOf(color, plain), copies: copiesOf(copies) };
  return { ...piece, name, table, atoms: /** @type {Atom[]} */ (atoms), ...known };
}

/** @param {unknown} atom @param {Lattice} plain */
const isAtom = (atom, { dimension, letters, kinds }) =>
  Array.isArray(atom) &&
  atom.length === dimension + (letters ? 1 : 0) &&
  atom.every((value, i) => isCount(value, i < dimension ? MOST_CELLS : kinds - 1));

/** @param {unknown} color @param {Lattice} plain */
const colorOf = (color, { palette }) => (isText(color) && /^#[0-9a-f]{6}$/i.test(color) ? color : palette[0]);

/** @param {unknown} copies @returns {Copies} */
function copiesOf(copies) {
  const [least, most] = listOf(copies);
  return isCount(least) && (most === null || (isCount(most) && most >= least)) ? [least, most] : [1, 1];
}

// ---- drafts that are set aside ------------------------------------------------------------------------------------

const KEPT = "tilewright:drafts"; // [{draft, at: milliseconds}]
const MOST = 12;

// The drafts are made sure of when they are brought back.
/** @returns {KeptDraft[]} */
export const draftsAside = () =>
  listOf(parsed(readText(KEPT))).flatMap((row) =>
    isRecord(row) && isRecord(row.draft) ? [/** @type {KeptDraft} */ (/** @type {unknown} */ (row))] : [],
  );

// The oldest go where there is no room for all.
/** @param {Draft} draft */
export function setAside(draft) {
  let rows = [{ draft, at: Date.now() }, ...without(draft)].slice(0, MOST);
  while (rows.length && !tryWrite(KEPT, rows)) rows = rows.slice(0, -1);
}

/** @param {Draft} draft */
export function takeDown(draft) {
  tryWrite(KEPT, without(draft));
}

/** @param {Draft} draft */
function without(draft) {
  const text = JSON.stringify(draft);
  return draftsAside().filter((row) => JSON.stringify(row.draft) !== text);
}
