// The pieces of the puzzle that is being made: from named sets, by letters, drawn; copies, turn, flip.

import { get, postJson } from "../core/api.js";
import { $, button, el, labelled, say } from "../core/dom.js";
import * as draw from "../core/draw.js";
import { askedOnce } from "../core/asked_once.js";
import { icon } from "../core/icons.js";
import { areas, change, make } from "./draft.js";
import { key } from "../core/lattice.js";
import { ShapePad } from "./shapepad.js";
import { rowsText } from "../play/spoken.js";
import { hasPhrase, number, phrase } from "../words/words.js";
import { flatLattice, flatName } from "./surface.js";

/** @type {() => Promise<any[]>} */
const setsThere = askedOnce(() => get("/api/sets"));

// Until every set that was added is among the draft's pieces.
export const piecesHere = () => make.coming;

export function buildPieces() {
  const choice = el("select", { id: "make-set" });
  offer(choice);
  return el(
    "fieldset",
    { id: "make-pieces" },
    el("legend", phrase("make.pieces")),
    el(
      "form.row",
      { onsubmit: add },
      labelled(phrase("make.set"), choice),
      labelled(
        phrase("make.letters"),
        el("input", {
          id: "make-letters",
          size: 5,
          placeholder: phrase("make.all"),
          autocomplete: "off",
          spellcheck: "false",
        }),
      ),
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
}

// The named sets of the lattice; the first time they come a moment later than the rest of the page.
/** @param {any} choice */
async function offer(choice) {
  try {
    const sets = await setsThere();
    const here = sets.filter((each) => each.lattice === flatName(make.draft.lattice));
    choice.append(
      ...here.map((each) =>
        el("option", { value: each.name }, `${setName(each.name)} (${number(each.pieces)})`),
      ),
    );
    choice.disabled = !here.length;
  } catch (/** @type {any} */ error) {
    say(error.message, "bad");
  }
}

/** @param {string} name */
const setName = (name) => (hasPhrase(`sets.${name}`) ? phrase(`sets.${name}`) : name);

export function showPieces() {
  drawPad();
  list();
}

/** @param {any} event */
function add(event) {
  event.preventDefault();
  const set = $("make-set").value;
  const letters = $("make-letters").value.replace(/\s+/g, "");
  if (!set) return say(phrase("make.no sets"));
  make.coming = Promise.all([make.coming, bring(letters ? `${set}:${letters}` : set)]);
}

/** @param {any} pieces */
async function bring(pieces) {
  const there = flatName(make.draft.lattice);
  try {
    const found = await postJson("/api/pieces", { pieces });
    if (flatName(make.draft.lattice) !== there) return; // the draft was replaced meanwhile
    const rows = found.map((/** @type {any} */ { name, color, copies, orientations, table }) => ({
      name,
      color,
      copies,
      atoms: orientations[0].atoms,
      table,
    }));
    change((draft) => rows.forEach((/** @type {any} */ row) => join(draft.pieces, row)));
    make.refresh("pieces");
  } catch (/** @type {any} */ error) {
    say(error.message, "bad");
  }
}

// The same piece again is one more copy; another of the same name gets a new one.
/** @param {any} pieces @param {any} row */
function join(pieces, row) {
  const same = pieces.find(
    (/** @type {Piece} */ piece) => piece.name === row.name && shapeOf(piece.table) === shapeOf(row.table),
  );
  if (same) {
    if (same.copies[1] !== null) same.copies = same.copies.map((/** @type {number} */ n) => n + 1);
    return;
  }
  pieces.push({ ...row, name: free(pieces, row.name), color: colorFor(pieces, row) });
}

/** @param {any} it */
const shapeOf = ({ shape, cells }) => JSON.stringify([shape, cells]);

/** @param {any} pieces @param {string} name */
const free = (pieces, name) => {
  const taken = new Set(pieces.map((/** @type {Piece} */ piece) => piece.name));
  for (let i = 1; ; i++) if (!taken.has(i > 1 ? `${name}${i}` : name)) return i > 1 ? `${name}${i}` : name;
};

/** @param {any} pieces @param {any} row */
function colorFor(pieces, row) {
  if (row.table.color) return row.table.color;
  const { palette } = flatLattice(make.draft.lattice);
  return palette[pieces.length % palette.length];
}

function drawPad() {
  const its = flatLattice(make.draft.lattice);
  const size = its.dimension === 3 ? [3, 4, 4] : [5, 6];
  const every = its.cells(size).flatMap((cell) => its.atomsOfCell(cell));
  const shown = its.spaced(every);
  const { root: pad } = new ShapePad(
    shown,
    every,
    make.drawn,
    phrase(its.overlapping ? "make.pad label halves" : "make.pad label"),
    (/** @type {string} */ text) => ($("make-said").textContent = text),
  );
  pad.id = "make-pad";
  $("make-draw-body").replaceChildren(
    pad,
    el(
      "div.bar",
      button(phrase("make.add drawn"), addDrawn, { id: "make-add-drawn" }),
      button(phrase("make.clear"), () => {
        make.drawn = new Map();
        drawPad();
      }),
    ),
  );
}

function addDrawn() {
  if (!make.drawn.size) return say(phrase("make.paint first"));
  const its = flatLattice(make.draft.lattice);
  const atoms = its.normal([...make.drawn.values()]);
  change(({ pieces }) => {
    const name = free(
      pieces,
      [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"].find((letter) => !pieces.some((piece) => piece.name === letter)) ??
        "A",
    );
    join(pieces, { name, copies: [1, 1], atoms, table: { name, cells: its.cellsOf(atoms) } });
  });
  make.drawn = new Map();
  make.refresh("pieces");
  $("make-said").textContent = phrase("make.added", { name: make.draft.pieces.at(-1).name });
}

function list() {
  const { pieces } = make.draft;
  $("make-list").replaceChildren(
    pieces.length > 1
      ? el(
          "div.bar.small",
          button(phrase("make.all turn"), () => all("turn")),
          button(phrase("make.all flip"), () => all("flip")),
          button(phrase("make.remove all"), () =>
            edit((/** @type {any} */ draft) => {
              draft.pieces = [];
              draft.given = {};
            }),
          ),
        )
      : "",
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

/** @param {any} how */
function edit(how) {
  change(how);
  make.refresh("pieces");
}

/** @param {any} table @param {string} name */
const flag = (table, name) =>
  table.motions
    ? null
    : (table[name] ?? (name === "turn" || flatLattice(make.draft.lattice).usual === "free"));

/** @param {string} name */
function all(name) {
  edit((/** @type {any} */ { pieces }) => {
    const value = !pieces.every((/** @type {any} */ { table }) => flag(table, name));
    for (const { table } of pieces) setFlag(table, name, value);
  });
}

/** @param {any} table @param {string} name @param {any} value */
function setFlag(table, name, value) {
  delete table.motions;
  table[name] = value;
}

/** @param {any} piece @param {any} index */
function listed(piece, index) {
  const its = flatLattice(make.draft.lattice).spaced(piece.atoms);
  const { name, table, copies } = piece;
  /** @param {string} what @param {string} text */
  const box = (what, text) =>
    el(
      "label.check",
      el("input", {
        type: "checkbox",
        checked: flag(table, what) ?? false,
        "aria-label": `${name}: ${text}`,
        onchange: (event) =>
          edit((/** @type {any} */ draft) => setFlag(draft.pieces[index].table, what, event.target.checked)),
      }),
      text,
    );
  const count = el("select", {
    "aria-label": `${name}: ${phrase("make.copies")}`,
    onchange: (event) =>
      edit((/** @type {any} */ draft) => {
        draft.pieces[index].copies = JSON.parse(event.target.value);
      }),
  });
  /** @type {any[]} */
  const options = [
    [1, 1],
    [2, 2],
    [3, 3],
    [4, 4],
    [5, 5],
    [6, 6],
    [8, 8],
    [10, 10],
    [0, 1],
    [0, null],
    [1, null],
  ];
  if (!options.some((each) => key(each) === key(copies))) options.push(copies);
  for (const each of options)
    count.append(
      el("option", { value: JSON.stringify(each), selected: key(each) === key(copies) }, copiesText(each)),
    );
  return el(
    "li",
    { "data-piece": name },
    draw.face(its, piece.atoms, { name, color: piece.color, index }, 14),
    el("b", name),
    el("span.hidden-text", rowsText(flatLattice(make.draft.lattice), piece.atoms)),
    count,
    button(icon("drop"), () => edit((/** @type {any} */ draft) => remove(draft, index)), {
      class: "plainbutton",
      "aria-label": phrase("make.remove", { name }),
    }),
    el("div.checks", box("turn", phrase("make.turn")), box("flip", phrase("make.flip"))),
  );
}

/** @param {any} draft @param {any} index */
function remove(draft, index) {
  const [{ name }] = draft.pieces.splice(index, 1);
  for (const place of Object.keys(draft.given)) if (draft.given[place] === name) delete draft.given[place];
}

/** @param {any} it */
function copiesText([least, most]) {
  if (most === null) return least ? phrase("make.amount or more", { least }) : phrase("make.copies any");
  return least === most
    ? phrase("make.copies exactly", { most })
    : phrase("make.amount between", { least, most });
}

/** @param {any} least @param {any} most */
function amountText(least, most) {
  if (most === Infinity) return phrase("make.amount or more", { least });
  return least === most ? number(most) : phrase("make.amount between", { least, most });
}
