// What the page says about a puzzle: sentences for reasons, hints and faults, which the server sends as fields.
// Rows and columns are counted from one.

const number = (n) => n.toLocaleString("en");

export function timeText(seconds) {
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, Math.floor(seconds) % 60];
  const two = (n) => String(n).padStart(2, "0");
  return h ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`;
}

// "row 2, column 3" of an atom.
export function placeText(lattice, atom) {
  const axes = ["layer", "row", "column"].slice(-lattice.dimension);
  return axes.map((axis, i) => `${axis} ${atom[i] + 1}`).join(", ");
}

// A piece or, of a Shikaku, the rectangle of a clue, as the subject of a sentence.
function subject(view, name) {
  if (view.kind !== "shikaku") return `piece ${name}`;
  const clue = view.clues.find(([row, column]) => `${row},${column}` === name);
  return `the ${clue?.[2] ?? "?"}${clue ? ` in row ${clue[0] + 1}, column ${clue[1] + 1}` : ""}`;
}

const capital = (text) => text[0].toUpperCase() + text.slice(1);

// ---- why there is no solution -------------------------------------------------------------------------------------

export function reasonText(reason, view, lattice) {
  return (REASONS[reason?.kind] ?? REASONS.search)(reason, view, lattice);
}

const REASONS = {
  area: (_, view, lattice) => areaText(view, lattice),
  unplaceable: (reason, view, lattice) =>
    reason.cells
      ? `No rectangle fits around ${clueAt(view, reason.cells[0])}.`
      : `Piece ${homeless(view, lattice) ?? "?"} fits nowhere on the board.`,
  uncovered: (reason, _, lattice) => `Nothing can cover the cell in ${where(lattice, reason)}.`,
  region: (reason, _, lattice) => {
    const cells = number(lattice.atomsOf(reason.cells).length / lattice.unit);
    return `No choice of the pieces fills the marked part of ${cells} cells exactly.`;
  },
  invariant: (reason, view, lattice) => weightsText(reason, view, lattice),
  partial: () => "What lies there cannot be completed.",
  search: () => "A search through all possibilities found no solution.",
};

const where = (lattice, reason) => placeText(lattice, lattice.atomsOf(reason.cells)[0]);
const clueAt = (view, [row, column]) => subject(view, `${row},${column}`);

// The first piece that must be used and has no place on the empty board.
function homeless(view, lattice) {
  const board = new Set([...view.atoms, ...view.optional].map((atom) => atom.join(",")));
  const cells = lattice.cells(view.extent);
  const hasPlace = ({ orientations }) =>
    orientations.some(({ atoms }) =>
      cells.some((cell) => lattice.shift(atoms, cell).every((atom) => board.has(atom.join(",")))),
    );
  return view.pieces_list.find((piece) => piece.copies[0] > 0 && !hasPlace(piece))?.name;
}

function areaText(view, lattice) {
  const must = view.atoms.length / lattice.unit;
  const may = must + view.optional.length / lattice.unit;
  if (view.kind === "shikaku") {
    const sum = view.clues.reduce((total, [, , value]) => total + (value ?? 0), 0);
    return `The numbers add up to ${number(sum)}, the board has ${number(must)} cells.`;
  }
  const room = `the board has ${number(must)}${may > must ? ` to ${number(may)}` : ""}`;
  const [least, most] = [0, 1].map((i) =>
    view.pieces_list.reduce((sum, { copies, orientations }) => {
      const size = orientations[0].atoms.length / lattice.unit;
      return sum + size * (copies[i] ?? Infinity);
    }, 0),
  );
  if (least > may) return `The pieces cover at least ${number(least)} cells, ${room}.`;
  if (most < must) return `The pieces cover at most ${number(most)} cells, ${room}.`;
  return `No choice of the pieces covers as many cells as ${room}.`;
}

function weightsText(reason, view, lattice) {
  const { modulus, weights, pieces } = reason;
  const counts = new Map();
  for (const row of weights) counts.set(row.at(-1), (counts.get(row.at(-1)) ?? 0) + 1);
  if (counts.size === 2 && !pieces && balanced(view, weights, lattice)) {
    const [some, others] = [...counts.entries()].sort(([a], [b]) => a - b).map(([, count]) => count);
    return `Every piece covers as many cells of one color as of the other, wherever it lies; the board has ${some} of one and ${others} of the other.`;
  }
  const sum = weights.reduce((total, row) => total + row.at(-1), 0);
  if (!pieces)
    return `Count the cells as drawn: every piece makes a multiple of ${modulus}, wherever it lies; the board makes ${sum}, which is none.`;
  const each = Object.entries(pieces).map(([name, weight]) => `${name} ${weight}`);
  return `Count the cells as drawn, in steps of ${modulus}: wherever it lies each piece makes the same (${each.join(", ")}, the others 0); the board makes ${sum % modulus}, which does not agree.`;
}

// Whether all pieces cover as much of both weights, in every orientation and at every place.
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
export function hintText(hint, view, lattice) {
  const [placement] = hint.placements;
  const name = placement && capital(subject(view, placement.piece));
  const reason = (TECHNIQUES[hint.technique] ?? TECHNIQUES.other)(hint, about(hint, view, lattice), name);
  switch (hint.kind) {
    case "place":
      return hint.technique.startsWith("forced")
        ? reason
        : `${name} goes here: ${hint.technique === "search" ? "every solution has it" : "all its other places are ruled out"}.`;
    case "rule out":
      return `${reason}${hint.others ? ` The same holds for ${hint.others} more.` : ""}`;
    case "wrong":
      return wrongText(hint, view, lattice);
    default:
      return KINDS[hint.kind] ?? KINDS.none;
  }
}

const KINDS = {
  impossible: "This puzzle has no solution, whatever you lay.",
  done: "Everything is covered: this is a solution.",
  free: "Nothing is forced: everything that still fits is in some solution, so any of it will do.",
  none: "No easy step was found in time.",
};

// What the reason is about: a cell that is marked, or a piece.
function about(hint, view, lattice) {
  if (hint.pieces.length) return subject(view, hint.pieces[0]);
  return hint.atoms.length ? `the cell in ${placeText(lattice, hint.atoms[0])}` : "something";
}

const TECHNIQUES = {
  "forced cell": (hint, it, name) => `${capital(it)} can be covered in one way only: ${lower(name)} here.`,
  "forced piece": (_, __, name) => `${name} has one place left.`,
  "forced clue": (_, __, name) => `${name} has one rectangle left.`,
  "claimed cell": (hint, it, name) =>
    hint.atoms.length && !hint.pieces.length
      ? `${name} cannot lie here: it alone reaches ${it}.`
      : `${name} cannot lie here: ${it} needs one of these cells wherever it goes.`,
  starvation: (_, it, name) => `${name} here would leave ${it} without any possibility.`,
  "isolated region": (_, __, name) =>
    `${name} here would cut off the marked cells, which the pieces left cannot fill exactly.`,
  cluster: (_, __, name) => `However the marked cells are covered, there is no room for ${lower(name)} here.`,
  invariant: (_, __, name) =>
    `Color the cells in two: the other pieces cannot balance the colors with ${lower(name)} here.`,
  search: (_, __, name) => `A search shows that no solution has ${lower(name)} here.`,
  other: (_, it, name) => `${name} here leaves ${it} without any possibility, as trying it out shows.`,
};

const lower = (name) => (name ? name[0].toLowerCase() + name.slice(1) : "it");

function wrongText(hint, view, lattice) {
  if (hint.technique === "rules") return faultText({ rule: hint.rule, atoms: hint.atoms }, view, lattice);
  const name = hint.placements[0] ? capital(subject(view, hint.placements[0].piece)) : "Something";
  if (hint.technique === "search")
    return `${name} is wrong here: no solution has it together with what was laid before.`;
  return `${name} is wrong here: it leaves ${about(hint, view, lattice)} without any possibility.`;
}

// ---- a rule that is broken ----------------------------------------------------------------------------------------

export const faultText = (fault, view, lattice) => (FAULTS[fault.rule] ?? FAULTS.other)(fault, view, lattice);

const FAULTS = {
  "off-board": () => "Something lies beside the board.",
  overlap: (fault, _, lattice) => `Two of them overlap in ${placeText(lattice, fault.atoms[0])}.`,
  uncovered: (fault) => `${number(fault.atoms.length)} cells are not covered.`,
  name: () => "There is something that does not belong to this puzzle.",
  shape: (_, view) =>
    view.kind === "shikaku" ? "A region is not a rectangle." : "A piece has a shape that is not its own.",
  paint: () => "A piece covers cells of another color than its own.",
  copies: () => "A piece is used too often, or not often enough.",
  pin: () => "The given pieces must lie where they were given.",
  clue: () => "Every rectangle holds one number exactly.",
  size: (fault, view) => {
    const clue = view.clues.find(([row, column]) => fault.atoms.some(([r, c]) => r === row && c === column));
    return `The rectangle of ${clue?.[2] ?? "a number"} has ${fault.atoms.length} cells.`;
  },
  other: () => "A rule is broken.",
};
