// The pieces of the puzzle that is being made: from named sets, by letters, drawn; copies, turn, flip.

import { get, postJson } from "../core/api.js";
import { $, button, check, complain, el, fieldset, labelled, say, select } from "../core/dom.js";
import * as draw from "../core/draw.js";
import { askedOnce } from "../core/asked_once.js";
import { icon } from "../core/icons.js";
import { areas, change, flatLattice, flatName, make } from "./draft.js";
import { ShapePad } from "./shapepad.js";
import { rowsText } from "../play/spoken.js";
import { number, phrase, phraseOr } from "../words/words.js";

/** @typedef {{ name: string, pieces: number, lattice: string }} NamedSet */
/** @type {() => Promise<NamedSet[]>} */
const setsThere = askedOnce(() => get("/api/sets"));

export function buildPieces() {
  const choice = el("select", { id: "make-set" });
  offer(choice).catch(complain);
  const letters = { id: "make-letters", size: 5, autocomplete: "off", spellcheck: "false" };
  const box = fieldset(
    phrase("make.pieces"),
    el(
      "form.row",
      { onsubmit: add },
      labelled(phrase("make.set"), choice),
      labelled(phrase("make.letters"), el("input", { ...letters, placeholder: phrase("make.all") })),
      el("button", { id: "make-add-set" }, phrase("make.add")),
    ),
    el(
      "details",
      { id: "make-draw" },
      el("summary", phrase("make.draw a piece")),
      el("div", { id: "make-draw-body" }),
    ),
    el("div", { id: "make-list" }),
    el("p.plain", { id: "make-areas", role: "status" }),
  );
  box.id = "make-pieces";
  return box;
}

// The named sets of the lattice; the first time they come a moment later than the rest of the page.
/** @param {HTMLSelectElement} choice */
async function offer(choice) {
  const sets = (await setsThere()).filter((each) => each.lattice === flatName(make.draft.lattice));
  const text = (/** @type {NamedSet} */ { name, pieces }) =>
    `${phraseOr(`sets.${name}`, name)} (${number(pieces)})`;
  choice.append(...sets.map((each) => el("option", { value: each.name }, text(each))));
  choice.disabled = !sets.length;
}

export function showPieces() {
  drawPad();
  list();
}

/** @param {Event} event */
function add(event) {
  event.preventDefault();
  const set = $("make-set").value;
  const letters = $("make-letters").value.replace(/\s+/g, "");
  if (!set) return say(phrase("make.no sets"));
  const coming = bring(letters ? `${set}:${letters}` : set).catch(complain);
  make.coming = Promise.all([make.coming, coming]);
}

/** @param {string} pieces */
async function bring(pieces) {
  const there = flatName(make.draft.lattice);
  /** @type {Piece[]} */
  const found = await postJson("/api/pieces", { pieces });
  if (flatName(make.draft.lattice) !== there) return; // the draft was replaced meanwhile
  edit((draft) => {
    for (const { name, color, copies, orientations, table } of found)
      join(draft.pieces, { name, color, copies, atoms: orientations[0].atoms, table: table ?? {} });
  });
}

// The same piece again is one more copy; another of the same name gets a new one.
/** @param {DraftPiece[]} pieces @param {Omit<DraftPiece, "color"> & { color?: string }} row */
function join(pieces, row) {
  const same = pieces.find((piece) => piece.name === row.name && shapeOf(piece.table) === shapeOf(row.table));
  if (!same) pieces.push({ ...row, name: free(pieces, row.name), color: colorFor(pieces, row.table) });
  else {
    const [least, most] = same.copies;
    if (most !== null) same.copies = [least + 1, most + 1];
  }
}

/** @param {PieceTable} table */
const shapeOf = ({ shape, cells }) => JSON.stringify([shape, cells]);

/** @param {DraftPiece[]} pieces @param {string} name */
function free(pieces, name) {
  const isTaken = (/** @type {string} */ each) => pieces.some((piece) => piece.name === each);
  let [found, count] = [name, 1];
  while (isTaken(found)) found = `${name}${++count}`;
  return found;
}

/** @param {DraftPiece[]} pieces @param {PieceTable} table */
function colorFor(pieces, { color }) {
  const { palette } = flatLattice(make.draft.lattice);
  return color ?? palette[pieces.length % palette.length];
}

function drawPad() {
  const its = flatLattice(make.draft.lattice);
  const size = its.dimension === 3 ? [3, 4, 4] : [5, 6];
  const every = its.cells(size).flatMap((cell) => its.atomsOfCell(cell));
  const label = phrase(its.overlapping ? "make.pad label halves" : "make.pad label");
  const { root: pad } = new ShapePad(its.spaced(every), every, make.drawn, label, (text) => {
    $("make-said").textContent = text;
  });
  pad.id = "make-pad";
  const clear = () => {
    make.drawn = new Map();
    drawPad();
  };
  const adding = button(phrase("make.add drawn"), addDrawn, { id: "make-add-drawn" });
  $("make-draw-body").replaceChildren(pad, el("div.bar", adding, button(phrase("make.clear"), clear)));
}

function addDrawn() {
  if (!make.drawn.size) return say(phrase("make.paint first"));
  const its = flatLattice(make.draft.lattice);
  const atoms = its.normal([...make.drawn.values()]);
  change(({ pieces }) => {
    const letter = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"].find((each) => free(pieces, each) === each);
    const name = free(pieces, letter ?? "A");
    join(pieces, { name, copies: [1, 1], atoms, table: { name, cells: its.cellsOf(atoms) } });
  });
  make.drawn = new Map();
  make.refresh("pieces");
  $("make-said").textContent = phrase("make.added", { name: make.draft.pieces.at(-1).name });
}

function list() {
  const { pieces } = make.draft;
  const ofAll = [
    button(phrase("make.all turn"), () => all("turn")),
    button(phrase("make.all flip"), () => all("flip")),
    button(phrase("make.remove all"), () => edit((draft) => Object.assign(draft, { pieces: [], given: {} }))),
  ];
  $("make-list").replaceChildren(
    pieces.length > 1 ? el("div.bar.small", ofAll) : "",
    el("ul.pieces", pieces.map(listed)),
  );
  const { board, optional, least, most } = areas();
  const amount = amountText(least, most);
  const room = optional ? phrase("make.room optional", { board, optional }) : number(board);
  const fits = least <= board + optional && most >= board;
  $("make-areas").textContent = pieces.length
    ? phrase("make.areas", { amount, room }) + (fits ? "" : ` ${phrase("make.areas fail")}`)
    : phrase("make.areas none");
  $("make-areas").classList.toggle("bad", pieces.length > 0 && !fits);
}

/** @param {(draft: Draft) => void} how */
function edit(how) {
  change(how);
  make.refresh("pieces");
}

/** @typedef {"turn" | "flip"} Flag */
/** @param {PieceTable} table @param {Flag} name */
const flag = (table, name) =>
  table.motions
    ? false
    : (table[name] ?? (name === "turn" || flatLattice(make.draft.lattice).usual === "free"));

/** @param {Flag} name */
function all(name) {
  edit(({ pieces }) => {
    const value = !pieces.every(({ table }) => flag(table, name));
    for (const { table } of pieces) setFlag(table, name, value);
  });
}

/** @param {PieceTable} table @param {Flag} name @param {boolean} value */
function setFlag(table, name, value) {
  delete table.motions;
  table[name] = value;
}

const EXACT = [1, 2, 3, 4, 5, 6, 8, 10].map((n) => /** @type {Copies} */ ([n, n]));
/** @type {Copies[]} */
const COPIES = [...EXACT, [0, 1], [0, null], [1, null]];

/** @param {DraftPiece} piece @param {number} index */
function listed(piece, index) {
  const plain = flatLattice(make.draft.lattice);
  const { name, table, copies, color, atoms } = piece;
  /** @param {Flag} how */
  const box = (how) => {
    const text = phrase(`make.${how}`);
    const set = (/** @type {boolean} */ yes) => edit((draft) => setFlag(draft.pieces[index].table, how, yes));
    return check(text, flag(table, how), set, { "aria-label": `${name}: ${text}` });
  };
  const now = COPIES.find((each) => String(each) === String(copies)) ?? copies;
  const count = select(
    [...new Set([...COPIES, now])],
    now,
    copiesText,
    (chosen) => edit((draft) => (draft.pieces[index].copies = chosen)),
    { "aria-label": `${name}: ${phrase("make.copies")}` },
  );
  const away = { class: "plainbutton", "aria-label": phrase("make.remove", { name }) };
  return el(
    "li",
    { "data-piece": name },
    draw.face(plain.spaced(atoms), atoms, { name, color, index }, 14),
    el("b", name),
    el("span.hidden-text", rowsText(plain, atoms)),
    count,
    button(icon("drop"), () => edit((draft) => remove(draft, index)), away),
    el("div.checks", [box("turn"), box("flip")]),
  );
}

/** @param {Draft} draft @param {number} index */
function remove(draft, index) {
  const [{ name }] = draft.pieces.splice(index, 1);
  for (const place of Object.keys(draft.given)) if (draft.given[place] === name) delete draft.given[place];
}

/** @param {Copies} copies */
function copiesText([least, most]) {
  if (most === null) return least ? phrase("make.amount or more", { least }) : phrase("make.copies any");
  return least === most
    ? phrase("make.copies exactly", { most })
    : phrase("make.amount between", { least, most });
}

/** @param {number} least @param {number} most */
function amountText(least, most) {
  if (most === Infinity) return phrase("make.amount or more", { least });
  return least === most ? number(most) : phrase("make.amount between", { least, most });
}
