// The large pictures: one solution whose pieces can be asked for, two to compare, or why there is none.

import { $, el, svg } from "../core/dom.js";
import { tiling, weights } from "../core/draw.js";
import { viewOf } from "../core/solid.js";
import { subject } from "../core/phrases.js";
import { kindOf } from "../core/kinds.js";
import { placementsOf, store, tilingShown } from "../state/store.js";
import { capital, phrase } from "../words/words.js";
import { assembly } from "./assembly.js";
import { alike, isIn } from "./filter.js";

const FARTHEST = 1e4; // columns
const rooms = new WeakMap(); // view -> its picture in space, which keeps how it was turned

/** @typedef {import("./filter.js").Filter} Filter */
/** @typedef {(row: PlacementRow) => void} Ask */
/** @typedef {{ index: number, from?: string }} Laid the number of a placement, and from where it is put in */
// `ask` is called with the row of a piece that is clicked; `filter` tells which are asked for.
// Of its pieces the first `laid` are there, from the top of the picture on, in space in an order of assembly.
/** @param {{ reason: Reason | null, compared: number, laid: number, filter: Filter }} what @param {Ask} ask */
export function drawPictures({ reason, compared, laid, filter }, ask) {
  $("solve-reason").replaceChildren(...why(reason));
  $("solve-picture").hidden = Boolean(reason?.weights || reason?.cells);
  const isComparing = compared >= 0 && compared !== store.shown;
  $("solve-picture").classList.toggle("two", isComparing);
  if (isComparing) return $("solve-picture").replaceChildren(...compare(compared, store.shown));
  const there = firstOf(store.tilings.length ? tilingShown() : [], laid);
  $("solve-picture").replaceChildren(
    store.tilings.length ? clickable(ask, there, filter) : empty(),
    ...inSpace(there),
  );
}

// The numbers of the placements that are laid first.
/** @param {Placement[]} placements @param {number} count */
const firstOf = (placements, count) =>
  new Set(
    orderOf(placements)
      .slice(0, count)
      .map(({ index }) => index),
  );

/** @type {WeakMap<Solution, Laid[]>} */
const orders = new WeakMap(); // of solutions

// [{index, from}]: the placements of the shown solution in the order in which they are laid, and from where.
/** @param {Placement[]} placements @returns {Laid[]} */
function orderOf(placements) {
  const solution = store.tilings[store.shown];
  if (!solution) return [];
  if (!orders.has(solution)) orders.set(solution, inOrder(placements));
  return orders.get(solution);
}

/** @param {Placement[]} placements @returns {Laid[]} */
function inOrder(placements) {
  const { lattice, lattices, view } = store;
  if (lattice.dimension === 3) return assembly(lattices[view.lattice], placements);
  /** @param {Placement} it */
  const corner = ({ atoms }) => Math.min(...atoms.map(([row, column]) => row * FARTHEST + column));
  const numbered = placements.map((placement, index) => ({
    index,
    at: corner(placement),
  }));
  return numbered.sort((a, b) => a.at - b.at);
}

// Which piece was laid last, of so many, and from where: "Piece L, from above".
/** @param {number} count */
export function lastLaid(count) {
  const placements = tilingShown();
  const { index, from } = orderOf(placements)[count - 1] ?? {};
  if (index === undefined) return "";
  const name = capital(subject(store.view, placements[index].piece));
  return from === undefined ? name : phrase(`solve.${from ? `from ${from}` : "no way"}`, { name });
}

// The same in space, if the puzzle is.
/** @param {Set<number>} there */
function inSpace(there) {
  if (store.lattice.dimension === 2) return [];
  const { view } = store;
  if (!rooms.has(view))
    rooms.set(view, viewOf(store.lattices[view.lattice], [...view.atoms, ...view.optional]));
  const room = rooms.get(view);
  const placements = store.tilings.length
    ? tilingShown().filter((_, i) => there.has(i))
    : (view.pinned ?? []);
  /** @param {Placement} placement */
  const color = (placement) => kindOf(view).lookOf(view, placement).color;
  room.show(
    placements.map((placement) => ({
      atoms: placement.atoms,
      color: color(placement),
    })),
  );
  return [room.element()];
}

const empty = () =>
  tiling(store.lattice, store.view, store.view.pinned ?? [], {
    role: "img",
    "aria-label": phrase("solve.empty board"),
  });

/** @param {Ask} ask @param {Set<number>} there @param {Filter} filter */
function clickable(ask, there, filter) {
  const placements = tilingShown();
  const rows = store.tilings[store.shown].placements;
  const label = phrase("solve.shown label", { number: store.shown + 1, count: placements.length });
  const isMany = store.tilings.length > 1;
  /** @type {Dress} */
  const dress = (group, _, i) => {
    if (isMany) becomeButton(group, rows[i], ask, filter.isAsked(rows[i]));
    group.classList.toggle("to-come", !there.has(i));
  };
  const attributes = { role: isMany ? "group" : "img", "aria-label": label };
  return tiling(store.lattice, store.view, placements, attributes, dress);
}

/** @param {SVGElement} group @param {PlacementRow} row @param {Ask} ask @param {boolean} isAsked */
function becomeButton(group, row, ask, isAsked) {
  group.classList.add("askable");
  group.classList.toggle("asked", isAsked);
  const piece = subject(store.view, row.piece);
  const attributes = { role: "button", tabindex: 0, "aria-pressed": isAsked };
  for (const [name, value] of Object.entries(attributes)) group.setAttribute(name, value);
  group.setAttribute("aria-label", phrase("explore.only here", { piece }));
  group.addEventListener("click", () => ask(row));
  group.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    ask(row);
  });
}

/** @param {number} one @param {number} other */
function compare(one, other) {
  const [first, second] = [one, other].map((number) => store.tilings[number]);
  const same = phrase("explore.compare alike", {
    alike: alike(first, second),
    count: second.placements.length,
  });
  return [figure(one, second), figure(other, first), el("p.told.compare-told", same)];
}

// One of two solutions: what the other has too is pale.
/** @param {number} number @param {Solution} other */
function figure(number, other) {
  const solution = store.tilings[number];
  /** @type {Dress} */
  const dress = (group, _, i) => group.classList.toggle("alike", isIn(other, solution.placements[i]));
  const text = phrase("explore.compare first", { number: number + 1 });
  const attributes = { role: "img", "aria-label": text };
  const picture = tiling(store.lattice, store.view, placementsOf(solution), attributes, dress);
  return el("figure", picture, el("figcaption", text));
}

// The picture of why there is no solution.
/** @param {Reason | null} reason */
function why(reason) {
  if (reason?.weights) return [weights(store.lattice, store.view, reason.weights, reason.modulus)];
  if (!reason?.cells) return [];
  const root = tiling(store.lattice, store.view, store.view.pinned ?? [], {
    role: "img",
    "aria-label": phrase("solve.where it fails"),
  });
  root.append(svg("path.mark", { d: store.lattice.outline(store.lattice.atomsOf(reason.cells)) }));
  return [root];
}
