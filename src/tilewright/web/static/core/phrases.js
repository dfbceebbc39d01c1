// What the page says about a puzzle: sentences for reasons, hints and faults, which the server sends as fields.
// Rows and columns are counted from one.

import { hasPhrase, number, phrase } from "../words/words.js";
import { kindOf } from "./kinds.js";

/** @param {number} seconds */
export function timeText(seconds) {
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, Math.floor(seconds) % 60];
  /** @param {number} n */
  const two = (n) => String(n).padStart(2, "0");
  return h ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`;
}

// "row 2, column 3" of an atom.
/** @param {Lattice} lattice @param {Atom} atom */
export function placeText(lattice, atom) {
  const axes = ["layer", "row", "column"].slice(-lattice.dimension);
  return axes.map((axis, i) => phrase(`page.${axis}`, { n: atom[i] + 1 })).join(", ");
}

/** @param {View} view */
export const titleOf = (view) => (view.name || phrase("page.puzzle")).replaceAll("_", " ");

// A piece, as the subject of a sentence.
/** @param {View} view @param {string} name */
export const subject = (view, name) => kindOf(view).subject(view, name);

// ---- why there is no solution -------------------------------------------------------------------------------------

/** @param {Reason | null} reason @param {View} view @param {Lattice} lattice */
export function reasonText(reason, view, lattice) {
  if (!reason) return phrase("hints.reason.search");
  const own = kindOf(view).reasonText(reason, view);
  return own || (REASONS[reason.kind] ?? REASONS.search)(reason, view, lattice);
}

/** @type {Record<string, (reason: Reason, view: View, lattice: Lattice) => string>} */
const REASONS = {
  area: (_, view, lattice) => areaText(view, lattice),
  unplaceable: (_, view, lattice) =>
    phrase("hints.reason.unplaceable", { name: subject(view, homeless(view, lattice) ?? "?") }),
  uncovered: (reason, _, lattice) =>
    phrase("hints.reason.uncovered", { place: placeText(lattice, lattice.atomsOf(reason.cells)[0]) }),
  region: (reason, _, lattice) =>
    phrase("hints.reason.region", { cells: lattice.atomsOf(reason.cells).length / lattice.unit }),
  invariant: (reason, view, lattice) => weightsText(reason, view, lattice),
  labels: () => phrase("edges.reason labels"),
  partial: () => phrase("hints.reason.partial"),
  search: () => phrase("hints.reason.search"),
};

// The first piece that must be used and has no place on the empty board.
/** @param {View} view @param {Lattice} lattice */
function homeless(view, lattice) {
  const board = new Set([...view.atoms, ...view.optional].map((atom) => atom.join(",")));
  const cells = lattice.cells(view.extent);
  /** @param {Piece} it */
  const hasPlace = ({ orientations }) =>
    orientations.some(({ atoms }) =>
      cells.some((cell) => lattice.shift(atoms, cell).every((atom) => board.has(atom.join(",")))),
    );
  return view.pieces_list.find((piece) => piece.copies[0] > 0 && !hasPlace(piece))?.name;
}

/** @param {View} view @param {Lattice} lattice */
function areaText(view, lattice) {
  const must = view.atoms.length / lattice.unit;
  const may = must + view.optional.length / lattice.unit;
  const room = may > must ? phrase("hints.room between", { must, may }) : number(must);
  const [least, most] = [0, 1].map((i) =>
    view.pieces_list.reduce((sum, { copies, orientations }) => {
      const size = orientations[0].atoms.length / lattice.unit;
      return sum + size * (copies[i] ?? Infinity);
    }, 0),
  );
  if (least > may) return phrase("hints.reason.area least", { least, room });
  if (most < must) return phrase("hints.reason.area most", { most, room });
  return phrase("hints.reason.area none", { room });
}

/** @param {Reason} reason @param {View} view @param {Lattice} lattice */
function weightsText(reason, view, lattice) {
  const { modulus, weights, pieces } = reason;
  const counts = new Map();
  for (const row of weights) counts.set(row.at(-1), (counts.get(row.at(-1)) ?? 0) + 1);
  if (counts.size === 2 && !pieces && balanced(view, weights, lattice)) {
    const [some, others] = [...counts.entries()].sort(([a], [b]) => a - b).map(([, count]) => count);
    return phrase("hints.reason.balance", { some, others });
  }
  const sum = /** @type {number[][]} */ (weights).reduce((total, row) => total + row.at(-1), 0);
  if (!pieces) return phrase("hints.reason.multiple", { modulus, sum });
  const each = Object.entries(pieces).map(([name, weight]) => `${name} ${weight}`);
  return phrase("hints.reason.weights", { modulus, each: each.join(", "), sum: sum % modulus });
}

// Whether all pieces cover as much of both weights, in every orientation and at every place.
/** @param {View} view @param {number[][]} weights @param {Lattice} lattice */
function balanced(view, weights, lattice) {
  const weightOf = new Map(weights.map((row) => [row.slice(0, -1).join(","), row.at(-1)]));
  const cells = lattice.cells(view.extent);
  return (view.pieces_list ?? []).every(({ orientations }) =>
    orientations.every(({ atoms }) =>
      cells.every((cell) => {
        const there = lattice.shift(atoms, cell).map((atom) => weightOf.get(atom.join(",")));
        if (there.some((weight) => weight === undefined)) return true;
        return there.filter((weight) => weight === there[0]).length * 2 === there.length;
      }),
    ),
  );
}

// ---- one step -----------------------------------------------------------------------------------------------------

// A hint in words; the placement it is about is drawn on the board.
/** @param {Hint} hint @param {View} view @param {Lattice} lattice */
export function hintText(hint, view, lattice) {
  if (hint.kind === "wrong") return wrongText(hint, view, lattice);
  if (!["place", "rule out"].includes(hint.kind))
    return phrase(`hints.${hasPhrase(`hints.${hint.kind}`) ? hint.kind : "none"}`);
  const words = { name: nameOf(hint, view), about: about(hint, view, lattice) };
  if (hint.kind === "place" && !hint.technique.startsWith("forced"))
    return phrase(`hints.place.${placeKey(hint)}`, words);
  const more = hint.others ? ` ${phrase("hints.more alike", { others: hint.others })}` : "";
  return phrase(whyPhrase(whyKey(hint), view), words) + more;
}

// Some kinds have words of their own.
/** @param {string} name @param {View} view */
function whyPhrase(name, view) {
  const own = kindOf(view).whyKey(name);
  return hasPhrase(own) ? own : `hints.why.${name}`;
}

// Whether everything else is ruled out for the piece, or for a cell.
/** @param {Hint} it */
function placeKey({ technique, atoms, pieces, placements }) {
  if (technique.endsWith("search")) return "search";
  return atoms.length && !pieces.includes(placements[0].piece) ? "reasons cell" : "reasons";
}

/** @param {Hint} it */
function whyKey({ technique, atoms, pieces, placements }) {
  if (technique === "one-step contradiction" && isAboutItself({ atoms, pieces, placements }))
    return "dead end";
  if (technique === "claimed cell" && atoms.length && !pieces.length) return "only reach";
  return hasPhrase(`hints.why.${technique}`) ? technique : "other";
}

/** @param {{ placements: Placement[] }} it @param {View} view */
function nameOf({ placements }, view) {
  return placements.length ? subject(view, placements[0].piece) : phrase("hints.something");
}

// Whether a reason names nothing but the piece that it refutes, which would say nothing.
/** @param {Pick<Hint, "atoms" | "pieces" | "placements">} it */
const isAboutItself = ({ atoms, pieces, placements }) =>
  !atoms.length && pieces.every((name) => placements.some(({ piece }) => piece === name));

// What the reason is about: a cell that is marked, or a piece.
/** @param {Hint} hint @param {View} view @param {Lattice} lattice */
function about(hint, view, lattice) {
  const other = hint.pieces.find((name) => hint.placements.every(({ piece }) => piece !== name));
  if (other !== undefined) return subject(view, other);
  if (hint.pieces.length && !hint.atoms.length) return subject(view, hint.pieces[0]);
  if (!hint.atoms.length) return phrase("hints.something");
  return phrase("hints.cell at", { place: placeText(lattice, hint.atoms[0]) });
}

/** @param {Hint} hint @param {View} view @param {Lattice} lattice */
function wrongText(hint, view, lattice) {
  if (hint.technique === "rules")
    return faultText({ rule: hint.rule ?? "", atoms: hint.atoms }, view, lattice);
  const key = hint.technique === "search" ? "search" : "reason";
  return phrase(`hints.wrong.${key}`, { name: nameOf(hint, view), about: about(hint, view, lattice) });
}

// ---- a rule that is broken ----------------------------------------------------------------------------------------

const AT_A_PLACE = new Set(["overlap", "edge", "border"]);
const SOMEWHERE = new Set(["overlap", "uncovered"]); // where there are no cells

/** @param {Fault} it @param {View} view @param {Lattice} lattice */
export function faultText({ rule, atoms }, view, lattice) {
  const own = kindOf(view).faultText({ rule, atoms }, view);
  if (own) return own;
  if (SOMEWHERE.has(rule) && !atoms?.length) return phrase(`hints.fault.${rule} somewhere`);
  const place = AT_A_PLACE.has(rule) ? placeText(lattice, atoms[0]) : "";
  return phrase(`hints.fault.${hasPhrase(`hints.fault.${rule}`) ? rule : "other"}`, {
    place,
    count: atoms?.length ?? 0,
  });
}
