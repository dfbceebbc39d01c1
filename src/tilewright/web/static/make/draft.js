// The puzzle that is being made: plain data, how it is painted, and how it becomes a text and is undone.

import { atomOf, key } from "../core/lattice.js";
import { say } from "../core/dom.js";
import { isText, listOf, parsed, readText, recordOf, tryWrite, write } from "../kept/storage.js";
import { latticeNamed, tellUnkept } from "../state/store.js";
import { phrase } from "../words/words.js";
import { draftFrom, setAside, takeDown } from "./kept.js";

export const LARGEST = 60; // rows, columns or layers of the frame

// Keys of puzzle files that the draft holds itself.
const OURS = ["piece", "board", "optional", "pinned", "name", "lattice", "pieces", "shikaku"];

/** @returns {Draft} */
const empty = () => ({
  kind: "pieces",
  name: "",
  lattice: "square",
  size: [6, 10],
  cells: {}, // atom -> "board" | "optional"
  given: {}, // atom -> name of the piece that must lie there
  pieces: [], // {name, color, atoms, copies: [fewest, most or null], table}
  numbers: {}, // "row,column" -> number, or null for one to find out
  rest: {}, // keys of the file that are kept as they are
});

export const KEPT = "tilewright:draft"; // the name under which the browser remembers the draft
const STEPS = 200; // of undo
const STEPS_KEPT = 20;

// The state of Make; its parts of the page hold no other.
/** @type {any} */
const nothing = null;
/** @type {Make} */
export const make = {
  draft: nothing,
  past: [], // texts of drafts
  seen: null, // the text that this tab read, or wrote, last
  shown: null, // the draft that the page shows
  bench: nothing, // what is done with drafts of its kind
  refresh: () => {}, // the frame's, told what was changed: "all", "cells", "pieces" or "number"
  brush: { tool: "board", piece: "", symmetry: null }, // that cells are painted with
  cursor: nothing, // cell that the keys paint
  stroke: null, // {erase, first, at} while a drag goes on
  isTyping: false, // whether the next digit belongs to the number before it
  drawn: new Map(), // atoms of the piece that is being drawn
  coming: Promise.resolve(), // pieces of named sets that were asked for and are on their way
  template: { shape: "", side: 4 }, // that was drawn last
  backdrop: null, // an ImageBitmap, with its address as `href`
};

// The draft the browser remembers, or an empty board. What another tab made of it meanwhile is taken up.
export function begin() {
  const text = readText(KEPT);
  const kept = recordOf(text === make.seen ? null : parsed(text));
  const draft = draftOn(kept.draft);
  make.seen = text;
  if (draft) Object.assign(make, { draft, past: joined(make.past, textsOf(kept.past)) });
  else if (!make.draft) startEmpty();
}

// A kept draft, made sure of; null for what is none.
/** @param {unknown} kept */
export const draftOn = (kept) => draftFrom(kept, empty());

/** @param {unknown} kept */
const textsOf = (kept) => listOf(kept).filter(isText);

// The steps of undo that this tab knows, up to where those of another tab begin, and these.
/** @param {string[]} mine @param {string[]} theirs */
function joined(mine, theirs) {
  const meeting = theirs.length ? mine.indexOf(theirs[0]) : -1;
  return [...mine.slice(0, Math.max(meeting, 0)), ...theirs];
}

function remember() {
  keepOthers();
  const { draft, past } = make;
  const kept = tryWrite(KEPT, { draft, past: past.slice(-STEPS_KEPT) }) || write(KEPT, { draft, past: [] });
  make.seen = readText(KEPT);
  if (!kept) tellUnkept();
}

// This tab goes on with the draft it shows. If another tab changed it unseen, that one is put on the shelf.
function keepOthers() {
  const text = readText(KEPT);
  const theirs = text === make.seen ? null : draftOn(recordOf(parsed(text)).draft);
  if (!theirs || JSON.stringify(theirs) === JSON.stringify(make.draft)) return;
  setAside(theirs);
  say(phrase("make.other tab"), "stays");
}

// The atoms that a record of the draft, its cells or what is given, has as `what`.
/** @param {Record<string, string>} record @param {string} what */
export const atomsThat = (record, what) =>
  Object.entries(record)
    .filter(([, each]) => each === what)
    .map(([name]) => atomOf(name));

export const lattice = () => latticeNamed(make.draft.lattice).spaced(frame());

export const frame = () => frameOf(make.draft);

/** @param {Pick<Draft, "lattice" | "size">} draft */
function frameOf({ lattice: name, size }) {
  const plain = latticeNamed(name);
  return plain.cells(size).flatMap((cell) => plain.atomsOfCell(cell));
}

// Every change goes through here, so that it can be undone.
/** @param {(draft: Draft) => void} how */
export function change(how) {
  make.past.push(JSON.stringify(make.draft));
  if (make.past.length > STEPS) make.past.shift();
  how(make.draft);
  remember();
}

// The same, as one step of undo with the change before.
/** @param {(draft: Draft) => void} how */
export function changeOn(how) {
  how(make.draft);
  remember();
}

export function undo() {
  while (make.past.length) {
    const draft = draftOn(parsed(make.past.pop() ?? null));
    if (!draft) continue; // it was spoiled where it was kept
    make.draft = draft;
    remember();
    return true;
  }
  return false;
}

// Another draft in the place of this one, which goes to the shelf if there is anything in it.
/** @param {Draft} draft */
function replace(draft) {
  if (isWork(make.draft)) setAside(make.draft);
  change(() => {
    make.draft = draft;
  });
}

/** @param {Draft} draft */
const isWork = ({ pieces, numbers, given }) =>
  pieces.length > 0 || [numbers, given].some((each) => Object.keys(each).length > 0);

/** @param {Draft} kept */
export function bringBack(kept) {
  takeDown(kept);
  const draft = draftOn(kept);
  if (draft) replace(draft);
}

// An empty board of a kind, a lattice and a size.
/** @param {Grid} grid */
export function clear(grid) {
  const draft = { ...empty(), ...grid };
  for (const atom of frameOf(draft)) draft.cells[key(atom)] = "board";
  replace(draft);
}

function startEmpty() {
  Object.assign(make, { draft: empty(), past: [] });
  for (const atom of frame()) make.draft.cells[key(atom)] = "board";
}

// A puzzle as a draft; `takeOver` is that of its bench.
/** @param {View} view @param {Bench["takeOver"]} takeOver */
export function fromView(view, takeOver) {
  begin();
  const file = JSON.parse(view.puzzle);
  const rest = Object.fromEntries(Object.entries(file).filter(([name]) => !OURS.includes(name)));
  /** @type {Draft} */
  const draft = {
    ...empty(),
    kind: view.kind,
    name: view.name ?? "",
    lattice: view.lattice,
    size: view.extent.map((n, i) => latticeNamed(view.lattice).periods?.[i] || n),
    rest,
  };
  for (const atom of view.atoms) draft.cells[key(atom)] = "board";
  for (const atom of view.optional) draft.cells[key(atom)] = "optional";
  takeOver(draft, view, file);
  replace(draft);
}

// The draft as a puzzle file.
export function draftText() {
  const { bench, draft } = make;
  const named = draft.name ? { name: draft.name } : {};
  return JSON.stringify({ ...draft.rest, ...named, ...bench.fileOf(draft) });
}

// Another size: what is outside the frame is dropped, and on a full board the new cells are filled.
/** @param {number[]} size */
export function resize(size) {
  change((draft) => {
    const full = frame().every((atom) => draft.cells[key(atom)] === "board");
    draft.size = size;
    draft.lattice = fitted(draft.lattice, size);
    const there = new Set(frame().map(key));
    for (const kept of [draft.cells, draft.given])
      for (const name of Object.keys(kept)) if (!there.has(name)) delete kept[name];
    for (const name of Object.keys(draft.numbers)) {
      const [r, c] = atomOf(name);
      if (r >= size[0] || c >= size[1]) delete draft.numbers[name];
    }
    if (full) for (const name of there) draft.cells[name] = "board";
  });
}

// Layers, rows and columns that hold some atoms.
/** @param {Atom[]} atoms */
export function sizeOf(atoms) {
  const { dimension } = latticeNamed(make.draft.lattice);
  return Array.from({ length: dimension }, (_, i) => Math.max(...atoms.map((atom) => atom[i])) + 1);
}

// The board becomes these atoms, in a frame that just holds them.
/** @param {Atom[]} atoms */
export function become(atoms) {
  change((draft) => {
    draft.size = sizeOf(atoms);
    draft.lattice = fitted(draft.lattice, draft.size);
    draft.given = {};
    draft.cells = Object.fromEntries(atoms.map((atom) => [key(atom), "board"]));
  });
}

// Areas in cells: what the board needs, and what the pieces have at least and at most (null: any amount).
export function areas() {
  const { draft } = make;
  const { unit } = latticeNamed(draft.lattice);
  const least = draft.pieces.reduce((sum, { atoms, copies }) => sum + atoms.length * copies[0], 0);
  const most = draft.pieces.reduce(
    (sum, { atoms, copies }) => (copies[1] === null ? Infinity : sum + atoms.length * copies[1]),
    0,
  );
  return {
    board: atomsThat(draft.cells, "board").length / unit,
    optional: atomsThat(draft.cells, "optional").length / unit,
    least: least / unit,
    most: most / unit,
  };
}

// ---- boards that are joined to cylinders and tori ------------------------------------------------------------------

// A lattice is called by its flat one, with the rows and columns after which it begins again.
/** @param {string} name */
export const flatName = (name) => name.split("~")[0];

// The lattice on which pieces are drawn, which is flat.
/** @param {string} name */
export const flatLattice = (name) => latticeNamed(flatName(name));

/** @param {string} name */
export function surfaceOf(name) {
  const [, periods] = name.split("~");
  if (!periods) return "plane";
  return periods.includes("x") ? "torus" : "cylinder";
}

/** @param {string} name @param {number[]} size @returns {Record<string, string>} */
export const surfaces = (name, [rows, columns]) => ({
  plane: flatName(name),
  cylinder: `${flatName(name)}~${columns}`,
  torus: `${flatName(name)}~${rows}x${columns}`,
});

// The name of the lattice of the same surface for a frame of this size.
/** @param {string} name @param {number[]} size */
export const fitted = (name, size) => surfaces(name, size)[surfaceOf(name)];
