// What the page says to those who do not see it: the shape of a piece and how it is turned, what is in the cell under the
// keys, what was laid and taken back.

import { $ } from "../core/dom.js";
import { key } from "../core/lattice.js";
import { placeText, subject } from "../core/phrases.js";
import { changeBetween } from "../state/history.js";
import { store } from "../state/store.js";
import { capital, phrase, phraseOr } from "../words/words.js";

// Say something; the same words once more are a change of the text as well, or nobody would hear them.
/** @param {string} text */
export function announce(text) {
  const line = $("play-where");
  if (line) line.textContent = text && text === line.textContent ? `${text}\u00a0` : text;
}

// ---- pieces -------------------------------------------------------------------------------------------------------

// "5 cells, turned right. Row 1: 2, 3. Row 2: 1, 2. Row 3: 2."
/** @param {Lattice} lattice @param {Piece} piece @param {number} orientation */
export function shapeText(lattice, piece, orientation) {
  const { atoms } = piece.orientations[orientation];
  const count = Math.round((10 * atoms.length) / lattice.unit) / 10;
  const size = phrase("tools.size", { area: count });
  return `${size}, ${turnText(lattice, piece, orientation)}. ${rowsText(lattice, atoms)}`;
}

/** @typedef {{ how: string, times: number }} Run a motion that is made several times */
// How a piece lies, as what the keys make of the first orientation.
/** @param {Lattice} lattice @param {Piece} piece @param {number} orientation */
function turnText(lattice, piece, orientation) {
  /** @type {Map<number, string[]>} */
  const found = new Map([[0, []]]);
  for (const [at, path] of found)
    for (const [how, to] of Object.entries(piece.turns))
      if (!found.has(to[at])) found.set(to[at], [...path, how]);
  const path = found.get(orientation) ?? [];
  if (!path.length) return phrase("spoken.unturned");
  /** @type {Run[]} */
  const runs = [];
  for (const how of path) {
    const last = runs.at(-1);
    if (last?.how === how) last.times += 1;
    else runs.push({ how, times: 1 });
  }
  return runs.map((run) => runText(lattice, run)).join(", ");
}

/** @param {Lattice} lattice @param {Run} run */
function runText(lattice, { how, times }) {
  if (how === "flip") return phrase("spoken.flipped");
  if (how === "tumble") return phrase("spoken.tumbled", { times });
  const degrees = (360 * times) / orderOf(lattice, lattice.player.turn);
  return phraseOr(`spoken.turned ${degrees}`, phrase("spoken.turned", { degrees }));
}

// How often a motion is made until all is as it was.
/** @param {Lattice} lattice @param {string} name */
function orderOf(lattice, name) {
  const motion = lattice.motions.find((each) => each.name === name);
  const start = lattice.atomsOfCell(Array(lattice.dimension).fill(0).fill(2, -1)).map(key).join();
  let atoms = lattice.atomsOfCell(Array(lattice.dimension).fill(0).fill(2, -1));
  for (let order = 1; order <= 12; order++) {
    atoms = atoms.map((atom) => lattice.apply(motion, atom));
    if (atoms.map(key).join() === start) return order;
  }
  return 4;
}

// The cells of a shape row by row, counted from its own top left.
/** @param {Lattice} lattice @param {Atom[]} atoms */
export function rowsText(lattice, atoms) {
  /** @type {Map<string, { cell: Atom, columns: { column: number, text: string }[] }>} */
  const rows = new Map();
  for (const part of lattice.byCell(lattice.normal(atoms))) {
    const cell = lattice.cellOf(part[0]);
    const name = key(cell.slice(0, -1));
    if (!rows.has(name)) rows.set(name, { cell, columns: [] });
    rows.get(name).columns.push({ column: cell.at(-1), text: columnText(lattice, part) });
  }
  const sorted = [...rows.values()].sort(({ cell: a }, { cell: b }) => order(a, b));
  const solid = lattice.dimension === 3;
  return sorted
    .map(({ cell, columns }) => {
      const axes = (solid ? ["layer", "row"] : ["row"]).map((axis, i) =>
        phrase(`page.${axis}`, { n: cell[i] + 1 }),
      );
      columns.sort((a, b) => a.column - b.column);
      return `${capital(axes.join(", "))}: ${columns.map(({ text }) => text).join(", ")}.`;
    })
    .join(" ");
}

/** @param {Atom} a @param {Atom} b */
const order = (a, b) => a[0] - b[0] || (a[1] ?? 0) - (b[1] ?? 0);

/** @param {Lattice} lattice @param {Atom[]} part */
function columnText(lattice, part) {
  const column = String(lattice.cellOf(part[0]).at(-1) + 1);
  return part.length === lattice.kinds ? column : `${column} ${partText(lattice, part)}`;
}

// The part of a cell that some of its atoms are.
/** @param {Lattice} lattice @param {Atom[]} part */
function partText(lattice, part) {
  const letters = part
    .map((atom) => lattice.kind(atom))
    .sort((a, b) => a - b)
    .map((kind) => lattice.letters[kind])
    .join("");
  return phraseOr(`spoken.part ${letters}`, letters);
}

// ---- the board ----------------------------------------------------------------------------------------------------

// The cell under the keys, and what is there: "row 2, column 3: piece F".
/** @param {Atom} cell */
export function cellText(cell) {
  const { lattice, view, placed, progress } = store;
  const whatOf = Object.fromEntries([
    ...view.atoms.map((atom) => [key(atom), phrase("spoken.empty")]),
    ...view.optional.map((atom) => [key(atom), phrase("spoken.may stay empty")]),
    ...placed.flatMap((placement) => placement.atoms.map((atom) => [key(atom), laidText(view, placement)])),
  ]);
  const parts = new Map();
  for (const atom of lattice.atomsOfCell(cell)) {
    const what = whatOf[key(atom)] ?? phrase("spoken.no cell");
    parts.set(what, [...(parts.get(what) ?? []), atom]);
  }
  const all = [...parts].map(([what, atoms]) =>
    parts.size === 1 ? what : `${partText(lattice, atoms)} ${what}`,
  );
  const note = progress.notes[key(cell)];
  if (note) all.push(phrase("spoken.noted", { note }));
  return `${placeText(lattice, cell)}: ${all.join(", ")}`;
}

/** @param {View} view @param {Placement} placement */
const laidText = (view, { piece, fixed }) => {
  const name = subject(view, piece);
  return fixed ? phrase("spoken.given", { name }) : name;
};

// Why a piece does not fit: what it would lie on.
/** @param {Atom[]} atoms */
export function clashText(atoms) {
  const { view, placed } = store;
  const board = new Set([...view.atoms, ...view.optional].map(key));
  const there = new Set(atoms.map(key));
  const under = placed.filter((placement) => placement.atoms.some((atom) => there.has(key(atom))));
  const names = under.map(({ piece }) => subject(view, piece));
  if (atoms.some((atom) => !board.has(key(atom)))) names.push(phrase("spoken.beside"));
  return names.join(", ");
}

// What is laid and taken back is told as it happens, whoever or whatever did it.
export class Teller {
  constructor() {
    this.placed = store.placed;
  }

  // Returns what it was: "lay", "back" or nothing.
  tell() {
    const { view, lattice, placed } = store;
    const change = changeBetween(this.placed, placed);
    this.placed = placed;
    const text = changeText(view, lattice, change);
    if (!text) return "";
    const covered = new Set(placed.flatMap(({ atoms }) => atoms.map(key)));
    const count = view.atoms.filter((atom) => !covered.has(key(atom))).length / lattice.unit;
    announce(`${text} ${phrase("spoken.left", { count })}`);
    return change.in.length ? "lay" : "back";
  }
}

/** @param {View} view @param {Lattice} lattice @param {Change} change */
function changeText(view, lattice, { out, in: laid }) {
  /** @param {Placement} placement */
  const isMoved = ({ piece }) => out.some((other) => other.piece === piece);
  const told = laid.map((placement) =>
    phrase(isMoved(placement) ? "spoken.moved" : "spoken.laid", {
      name: subject(view, placement.piece),
      place: placeText(lattice, lattice.corner(placement.atoms)),
    }),
  );
  const gone = out.filter(({ piece }) => !laid.some((other) => other.piece === piece));
  if (gone.length > 3) return [phrase("spoken.all back", { count: gone.length }), ...told].join(" ");
  const back = gone.map(({ piece }) => phrase("hints.taken back", { name: subject(view, piece) }));
  return [...back, ...told].join(" ");
}
