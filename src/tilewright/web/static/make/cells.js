// Making a puzzle of pieces: cells are painted as the board, and pieces are added that may be given on it.

import { $, button, complain, el, fieldset, labelled, picks, say, select, svg } from "../core/dom.js";
import * as draw from "../core/draw.js";
import { atomOf, key } from "../core/lattice.js";
import { latticeNamed } from "../state/store.js";
import { phrase } from "../words/words.js";
import { backdrop, backdropBox } from "./backdrop.js";
import { drawPaint } from "./board.js";
import {
  atomsThat,
  change,
  changeOn,
  flatName,
  frame,
  fromView,
  lattice,
  make,
  surfaceOf,
  surfaces,
} from "./draft.js";
import { buildPieces, showPieces } from "./pieces.js";
import { STEPS, images, symmetries, symmetryBox } from "./symmetry.js";
import { templateBox } from "./templatebox.js";
import { postJson } from "../core/api.js";
import { DIFFICULTIES } from "../state/sources.js";

const FLAT = ["square", "halfsquare", "triangular", "hexagonal"];
const SOLID = ["cubic", "prism", "spheres"];
/** @param {number[]} size */
const begun = (size) => (/** @type {string} */ name) => [name, { kind: "pieces", lattice: name, size }];
export const grids = Object.fromEntries([...FLAT.map(begun([6, 6])), ...SOLID.map(begun([3, 3, 3]))]);
/** @param {Draft} draft */
export const gridOf = (draft) => flatName(draft.lattice);

export const label = () => phrase("make.label cells");

export function help() {
  const halves = lattice().overlapping ? phrase("make.help halves") : "";
  const solid = lattice().dimension === 3 ? phrase("make.help solid") : "";
  return phrase("make.help", { halves, solid });
}

/** @param {() => void} rebuild */
export const side = (rebuild) => [buildPieces(), cutBox(rebuild)];
export const surface = surfaceBox;
/** @param {() => void} rebuild */
export const shapes = (rebuild) => [templateBox(rebuild), backdropBox(rebuild)];
/** @param {(full: boolean) => void} fill */
export const fillButton = (fill) => button(phrase("make.fill"), () => fill(true), { id: "make-fill" });

export function brushes() {
  const { brush } = make;
  const groups = symmetries(latticeNamed(make.draft.lattice), make.draft.size);
  /** @param {SymmetryGroup} group */
  const isSame = (group) => STEPS.every((step) => group[step] === brush.symmetry?.[step]);
  brush.symmetry = groups.find(isSame) ?? null;
  return el(
    "div.bar",
    { id: "make-brushes", role: "group", "aria-label": phrase("make.brush") },
    picks(
      "brush",
      ["board", "optional", "hole", "given"],
      brush.tool,
      (tool) => [phrase(`make.brush.${tool}`), phrase(`make.brush.${tool} what`)],
      (tool) => {
        brush.tool = tool;
        showGiven();
      },
    ),
    el("span", { id: "make-given" }),
    symmetryBox(groups, brush.symmetry, (group) => (brush.symmetry = group)),
  );
}

function showGiven() {
  const { brush } = make;
  const names = make.draft.pieces.map((piece) => piece.name);
  if (!names.includes(brush.piece)) brush.piece = names[0] ?? "";
  const what = { "aria-label": phrase("make.given piece") };
  $("make-given").replaceChildren(
    brush.tool === "given" && names.length
      ? select(names, brush.piece, String, (name) => (brush.piece = name), what)
      : "",
  );
}

/** @param {string} what */
export function refresh(what) {
  if (what !== "cells") drawPaint();
  showGiven();
  showPieces();
}

/** @param {Lattice} its */
export function painted(its) {
  const { draft } = make;
  /** @type {Element[]} */
  const parts = [
    ...backdrop(),
    svg("path.painted", { d: draw.grid(its, atomsThat(draft.cells, "board")) }),
    svg("path.maybe", { d: draw.grid(its, atomsThat(draft.cells, "optional")) }),
  ];
  draft.pieces.forEach(({ name, color }, index) => {
    const given = atomsThat(draft.given, name);
    for (const part of its.parts(given)) parts.push(draw.shape(its, part, { name, color, index }));
  });
  return parts;
}

// ---- painting -----------------------------------------------------------------------------------------------------

/** @param {Atom[]} block @param {Point} at @param {PointerEvent} event */
export function press(block, at, event) {
  $("make-board").setPointerCapture(event.pointerId);
  make.stroke = { erase: erases(block), first: true, at };
  paint(block);
}

// A stroke goes on with what its first cell began.
/** @param {Point} at */
export function drag(at) {
  if (!make.stroke) return;
  const atoms = lattice().alongStroke(make.stroke.at, at);
  make.stroke.at = at;
  if (atoms.length) paint(atoms);
}

export const moved = () => {};

/** @param {string} name */
export function typeKey(name) {
  const its = lattice();
  /** @type {number[] | undefined} */
  const kinds = name === " " || name === "Enter" ? [...its.middle.keys()] : its.blocks[Number(name) - 1];
  if (!kinds) return false;
  const block = kinds.map((kind) => its.atom(make.cursor, kind));
  make.stroke = { erase: erases(block), first: true, at: [] };
  paint(block);
  make.stroke = null;
  return true;
}

// Painting what is already so takes it away again.
/** @param {Atom[]} block */
function erases(block) {
  const { brush, draft } = make;
  if (brush.tool === "hole") return true;
  if (brush.tool === "given") return block.every((atom) => draft.given[key(atom)] === brush.piece);
  return block.every((atom) => draft.cells[key(atom)] === brush.tool);
}

/** @param {Atom[]} block */
function paint(block) {
  const { brush, stroke } = make;
  const its = lattice();
  const there = new Set(frame().map(key));
  if (!stroke) return;
  const given = brush.tool === "given";
  const { symmetry } = brush;
  const atoms = given || !symmetry ? block : block.flatMap((atom) => images(its, symmetry, atom));
  const names = atoms.map(key).filter((name) => there.has(name));
  if (given && !brush.piece) return say(phrase("make.pieces first"));
  /** @param {Draft} draft */
  const how = (draft) => {
    for (const name of names) {
      if (given) {
        if (stroke.erase) delete draft.given[name];
        else [draft.given[name], draft.cells[name]] = [brush.piece, "board"];
      } else {
        delete draft.given[name];
        if (stroke.erase) delete draft.cells[name];
        else draft.cells[name] = brush.tool;
      }
    }
  };
  if (stroke.first)
    change(how); // one step of undo for the whole stroke
  else changeOn(how);
  stroke.first = false;
  drawPaint();
  make.refresh("cells");
}

// What lies there, in words.
/** @param {string[]} names */
export function told(names) {
  const { cells, given } = make.draft;
  const words = names.map((name) => given[name] || phrase(`make.cell.${cells[name] || "hole"}`));
  return [...new Set(words)].join(phrase("make.and"));
}

// ---- of a puzzle, and as a file ----------------------------------------------------------------------------------------------------

/** @param {Draft} draft @param {View} view @param {PuzzleFile} file */
export function takeOver(draft, view, { piece }) {
  for (const pin of view.pinned ?? []) for (const atom of pin.atoms) draft.given[key(atom)] = pin.piece;
  draft.pieces = view.pieces_list.map(({ name, color, copies, orientations: [{ atoms }] }, i) => ({
    name,
    color,
    copies,
    atoms,
    table: piece[i],
  }));
}

/** @param {Draft} draft */
export function fileOf(draft) {
  const every = Object.keys(draft.cells).map(atomOf);
  if (!every.length) throw new Error(phrase("make.board empty"));
  if (!draft.pieces.length) throw new Error(phrase("make.no pieces yet"));
  const plain = latticeNamed(draft.lattice);
  const back = plain.corner(every).map((v) => -v);
  /** @param {Atom[]} atoms */
  const cells = (atoms) => plain.cellsOf(plain.shift(atoms, back));
  /** @param {string} what */
  const of = (what) => cells(atomsThat(draft.cells, what));
  const pinned = draft.pieces.flatMap(({ name, atoms }) => {
    const given = atomsThat(draft.given, name);
    const isWhole = plain.parts(atoms).length === 1;
    const copies = isWhole || !given.length ? plain.parts(given) : [given];
    return copies.map((part) => ({ piece: name, cells: cells(part) }));
  });
  const optional = of("optional");
  return {
    lattice: draft.lattice,
    board: { cells: of("board") },
    ...(optional.length ? { optional: { cells: optional } } : {}),
    piece: draft.pieces.map(tableOf),
    ...(pinned.length ? { pinned } : {}),
  };
}

/** @param {DraftPiece} piece */
function tableOf({ name, copies: [least, most], table }) {
  const copies = most === null ? (least ? [least, "any"] : "any") : least === most ? most : [least, most];
  return { ...table, name, copies };
}

// ---- surfaces -----------------------------------------------------------------------------------------------------

// The choice among the surfaces; null in space. `after` is called when the board has become another.
/** @param {() => void} after */
function surfaceBox(after) {
  const { lattice: joined, size } = make.draft;
  if (size.length !== 2) return null;
  const names = surfaces(joined, size);
  /** @param {string} name */
  const choose = (name) => {
    change((draft) => (draft.lattice = names[name]));
    after();
    $("make-surface").focus();
  };
  const textOf = (/** @type {string} */ name) => phrase(`templates.surface ${name}`);
  const list = select(Object.keys(names), surfaceOf(joined), textOf, choose, { id: "make-surface" });
  return labelled(phrase("templates.surface"), list);
}

// ---- cutting ------------------------------------------------------------------------------------------------------

// The board cut into pieces by the studio: a puzzle of one solution, as hard as wished.

const SIZES = [3, 4, 5, 6]; // cells of a piece
const SEEDS = 1e9;
const chosen = { size: 4, difficulty: "easy" };

// Null where boards are not of squares; `after` is called when the pieces are there.
/** @param {() => void} after */
function cutBox(after) {
  if (make.draft.lattice !== "square") return null;
  const size = select(SIZES, chosen.size, String, (value) => (chosen.size = value), { id: "make-cut-size" });
  const difficulty = select(
    DIFFICULTIES,
    chosen.difficulty,
    (name) => phrase(`puzzles.${name}`),
    (name) => (chosen.difficulty = name),
    { id: "make-cut-difficulty" },
  );
  const go = button(phrase("make.cut it"), () => cut(after), { id: "make-cut" });
  const lists = [labelled(phrase("make.cut size"), size), labelled(phrase("puzzles.difficulty"), difficulty)];
  return fieldset(phrase("make.cut"), el("div.row", lists, go));
}

/** @param {() => void} after */
async function cut(after) {
  const { draft } = make;
  const cells = Object.keys(draft.cells).map(atomOf);
  $("make-cut").disabled = true;
  say(phrase("make.cutting"), "stays");
  try {
    const view = await postJson("/api/cut", { ...chosen, cells, seed: Math.floor(Math.random() * SEEDS) });
    if (draft !== make.draft) return say("");
    fromView({ ...view, name: draft.name }, takeOver);
    after();
    say(phrase("make.cut done", { count: view.pieces_list.length }));
  } catch (error) {
    complain(error);
  } finally {
    if ($("make-cut")) $("make-cut").disabled = false;
  }
}
