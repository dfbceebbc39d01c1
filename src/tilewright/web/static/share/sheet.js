// One page for the printer, drawn in the page itself: the board and its pieces in one size. Neither a solver nor a network
// is needed.

import { $, el } from "../core/dom.js";
import { faceOf } from "../core/solid.js";
import { face, tiling } from "../core/draw.js";
import { kindOf } from "../core/kinds.js";
import { store } from "../state/store.js";
import { phrase } from "../words/words.js";

const [WIDE, HIGH] = [182, 245]; // millimeters of A4 and of Letter that all printers reach
const LARGEST = 20; // millimeters of a cell, as in the booklet
const STEP = 0.5; // millimeters
const GAP = 5; // millimeters between two pieces
const HEAD = 24; // millimeters for title and rule
const EACH = 12; // copies of a piece that are drawn; of more only their number
const PX = 96 / 25.4; // pixels of a picture in a millimeter

// Put the sheet into the page and print it. It is taken away when it was printed.
/** @param {Placement[]} placements */
export function printSheet(placements) {
  $("sheet")?.remove();
  const title = (store.view.name || phrase("page.puzzle")).replaceAll("_", " ");
  const { board, pieces, cell } = fitted(placements);
  const size = Math.round(10 * cell) / 10;
  const sheet = el(
    "section",
    { id: "sheet", "aria-hidden": "true" },
    el("h1", title),
    el("p", phrase("share.sheet size", { size })),
    board,
    el("div.sheet-pieces", pieces),
  );
  document.body.append(sheet);
  document.body.classList.add("prints-sheet");
  addEventListener("afterprint", away, { once: true });
  window.print();
}

function away() {
  document.body.classList.remove("prints-sheet");
  $("sheet")?.remove();
}

// Board and pieces with the largest cells with which they fit on one page.
/** @param {Placement[]} placements */
function fitted(placements) {
  const { lattice, view } = store;
  const board = tiling(lattice, view, placements);
  const [, , width, height] = (board.getAttribute("viewBox") ?? "").split(" ").map(Number);
  const shapes = (view.pieces_list ?? []).flatMap(copiesOf);
  let cell = Math.min(LARGEST, WIDE / width);
  while (cell > 2 && HEAD + cell * height + GAP + heightOf(shapes, cell) > HIGH) cell -= STEP;
  sized(board, cell, width, height);
  return { board, cell, pieces: shapes.map((shape) => shape.drawn(cell)) };
}

// The copies of a piece, each {width, height, drawn(cell)}; what the board has already is not cut out.
/** @param {Piece} piece @param {number} index */
function copiesOf(piece, index) {
  const { lattice, lattices, view } = store;
  const plain = lattices[view.lattice] ?? lattice;
  const given = (view.pinned ?? []).filter((pin) => pin.piece === piece.name).length;
  const most = piece.copies[1] === null ? null : piece.copies[1] - given;
  if (most === 0) return [];
  const many = most === null || most > EACH;
  const [{ atoms, motion }] = piece.orientations;
  const look = {
    ...kindOf(view).lookOf(view, { piece: piece.name, motion, atoms }),
    name: piece.name,
    index,
  };
  const draw = () =>
    plain.dimension === 3 ? faceOf(plain, atoms, piece.color, PX) : face(plain, atoms, look, PX);
  const sample = draw();
  const [, , width, height] = (sample.getAttribute("viewBox") ?? "").split(" ").map(Number);
  const count = most === null ? phrase("play.any number") : `× ${most}`;
  /** @param {number} cell */
  const drawn = (cell) => {
    const picture = sized(draw(), cell, width, height);
    return el("figure", picture, many ? el("figcaption", count) : null);
  };
  return Array.from({ length: many ? 1 : most }, () => ({ width, height, drawn }));
}

/** @param {SVGSVGElement} picture @param {number} cell @param {number} width @param {number} height */
function sized(picture, cell, width, height) {
  picture.setAttribute("width", `${(cell * width).toFixed(2)}mm`);
  picture.setAttribute("height", `${(cell * height).toFixed(2)}mm`);
  return picture;
}

// How high the pieces stand when they are set in rows, as the browser sets them.
/** @param {{ width: number, height: number }[]} shapes @param {number} cell */
function heightOf(shapes, cell) {
  let [x, row, total] = [0, 0, 0];
  for (const { width, height } of shapes) {
    if (x && x + cell * width > WIDE) [x, total, row] = [0, total + row + GAP, 0];
    x += cell * width + GAP;
    row = Math.max(row, cell * height);
  }
  return total + row;
}
