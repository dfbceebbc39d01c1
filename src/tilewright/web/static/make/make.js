// Making a puzzle: the frame of the view. What is painted lives in draft.js.

import { postJson } from "../core/api.js";
import { $, button, el, labelled, say } from "../core/dom.js";
import { icon } from "../core/icons.js";
import { openBox } from "../puzzles/open.js";
import { addressOf } from "../state/address.js";
import { pack } from "../state/link.js";
import {
  KEPT,
  LARGEST,
  begin,
  canUndo,
  change,
  clear,
  lattice,
  make,
  resize,
  draftText,
  undo,
} from "./draft.js";
import { backdropBox } from "./backdrop.js";
import { brush, drawBoard, drawPaint } from "./board.js";
import { cutBox } from "./cutbox.js";
import { keepTyping } from "./keep_typing.js";
import { numberBox, showNumber } from "./numberbox.js";
import { buildPieces, piecesHere, showPieces } from "./pieces.js";
import { key } from "../core/lattice.js";
import { latticeNamed, store } from "../state/store.js";
import { shelfBox } from "./shelfbox.js";
import { flatName } from "./surface.js";
import { surfaceBox } from "./surfacebox.js";
import { symmetries } from "./symmetry.js";
import { STEPS, symmetryBox } from "./symmetrybox.js";
import { templateBox } from "./templatebox.js";
import { phrase } from "../words/words.js";
import { traitsOf } from "../state/kinds.js";

// Lattices for pieces, and kinds that lie on one lattice alone.
const GRIDS = ["square", "halfsquare", "triangular", "hexagonal", "cubic", "prism", "spheres", "shikaku"];

export function show() {
  begin();
  if (make.shown !== make.draft) build();
}

function build() {
  Object.assign(make, { shown: make.draft, refresh });
  const numbers = traitsOf(make.draft).hasNumbers;
  const pieces = numbers ? numberBox() : buildPieces();
  $("make").replaceChildren(
    el("h2", {}, phrase("make.title")),
    el(
      "div",
      { class: "bench" },
      el(
        "div",
        { class: "work" },
        numbers ? null : brushes(),
        el("div", { id: "make-stage", class: "stage" }),
        el("p", { id: "make-said", class: "hidden-text", role: "status" }),
        el("p", { class: "keys" }, help(numbers)),
      ),
      el("div", { class: "side" }, frameBox(), pieces, cutBox(build), shelfBox(build), openBox()),
    ),
    el(
      "div",
      { class: "bar dock" },
      button([icon("undo"), phrase("make.undo")], back, { id: "make-undo", title: phrase("make.undo keys") }),
      button(phrase("make.solve it"), () => onward("solve"), { id: "make-solve", class: "main" }),
      button(phrase("make.play it"), () => onward("play"), { id: "make-play" }),
      button(phrase("make.share"), () => onward("share"), { id: "make-share" }),
    ),
  );
  drawBoard();
  refresh("all");
}

/** @param {any} numbers */
function help(numbers) {
  if (numbers) return phrase("make.help numbers");
  const halves = lattice().overlapping ? phrase("make.help halves") : "";
  const solid = lattice().dimension === 3 ? phrase("make.help solid") : "";
  return phrase("make.help", { halves, solid });
}

/** @param {string} view */
async function onward(view) {
  await piecesHere();
  try {
    const { puzzle } = await postJson("/api/puzzle", { puzzle: draftText() });
    if (view === "solve") store.wanted = []; // solved at once, from the empty board
    location.hash = addressOf(view, await pack(puzzle));
  } catch (/** @type {any} */ error) {
    say(error.message, "bad");
  }
}

function back() {
  if (!undo()) return;
  build();
  $("make-said").textContent = phrase("make.undone");
}

/** @param {string} what */
function refresh(what) {
  $("make-undo").disabled = !canUndo();
  if (traitsOf(make.draft).hasNumbers) return showNumber();
  if (what !== "cells") drawPaint();
  showGiven();
  showPieces();
}

function frameBox() {
  const { draft } = make;
  const now = gridOf(draft);
  const pick = el(
    "select",
    { id: "make-grid", onchange: (/** @type {any} */ event) => restart(event.target.value) },
    GRIDS.map((name) => el("option", { value: name, selected: name === now }, phrase(`make.grid.${name}`))),
  );
  const words = ["layers", "rows", "columns"].slice(-draft.size.length);
  const sizes = words.map((word, i) =>
    labelled(
      phrase(`make.${word}`),
      el("input", {
        id: `make-${word}`,
        type: "number",
        min: 1,
        max: LARGEST,
        value: draft.size[i],
        onchange: sized,
      }),
    ),
  );
  return el(
    "fieldset",
    {},
    el("legend", {}, phrase("make.board")),
    labelled(phrase("make.kind"), pick),
    el("div", { class: "row" }, sizes),
    surfaceBox(build),
    labelled(
      phrase("make.name"),
      el("input", {
        id: "make-name",
        value: draft.name,
        maxlength: 80,
        autocomplete: "off",
        onchange: (/** @type {any} */ event) =>
          change((/** @type {any} */ d) => {
            d.name = event.target.value.trim();
          }),
      }),
    ),
    templateBox(build),
    traitsOf(draft).hasPieces ? backdropBox(build) : null,
    el(
      "div",
      { class: "bar small" },
      traitsOf(draft).hasPieces ? button(phrase("make.fill"), () => fill(true), { id: "make-fill" }) : null,
      button(phrase("make.clear"), () => fill(false), { id: "make-clear" }),
    ),
  );
}

/** @param {any} draft */
const gridOf = (draft) => (traitsOf(draft).onlyOn ? draft.kind : flatName(draft.lattice));

// A number that is refused leaves its field to that of the board again.
function sized() {
  const fields = ["layers", "rows", "columns"]
    .slice(-make.draft.size.length)
    .map((word) => $(`make-${word}`));
  const size = fields.map((field) => Math.round(Number(field.value)));
  if (size.some((n) => !(n >= 1 && n <= LARGEST))) {
    fields.forEach((field, i) => (field.value = make.draft.size[i]));
    return say(phrase("make.size limits", { largest: LARGEST }), "bad");
  }
  say("");
  resize(size);
  // nothing beside the board becomes another: the field that the keys go to next stays
  $("make-brushes")?.replaceWith(brushes());
  drawBoard();
  refresh("all");
}

/** @param {string} name */
function restart(name) {
  const { dimension } = store.lattices[name] ?? {};
  if (dimension) clear("pieces", name, dimension === 3 ? [3, 3, 3] : [6, 6]);
  else clear(name, traitsOf({ kind: name }).onlyOn, [8, 8]);
  brush.symmetry = null;
  build();
  $("make-grid").focus();
}

/** @param {any} full */
function fill(full) {
  change((/** @type {any} */ draft) => {
    draft.given = {};
    draft.cells = {};
    draft.numbers = {};
    const its = lattice();
    if (full || traitsOf(draft).hasNumbers)
      for (const cell of its.cells(draft.size))
        for (const atom of its.atomsOfCell(cell)) draft.cells[key(atom)] = "board";
  });
  build();
}

function brushes() {
  const tools = ["board", "optional", "hole", "given"];
  const groups = symmetries(latticeNamed(make.draft.lattice), make.draft.size);
  /** @param {any} group */
  const isSame = (group) => STEPS.every((step) => group[step] === brush.symmetry?.[step]);
  brush.symmetry = groups.find(isSame) ?? null;
  /** @param {any} group */
  const choose = (group) => (brush.symmetry = group);
  return el(
    "div",
    { id: "make-brushes", class: "bar", role: "group", "aria-label": phrase("make.brush") },
    tools.map((tool) =>
      el(
        "label",
        { class: "pick", title: phrase(`make.brush.${tool} what`) },
        el("input", {
          type: "radio",
          name: "brush",
          value: tool,
          checked: brush.tool === tool,
          onchange: () => {
            brush.tool = tool;
            showGiven();
          },
        }),
        el("span", {}, phrase(`make.brush.${tool}`)),
      ),
    ),
    el("span", { id: "make-given" }),
    symmetryBox(groups, brush.symmetry, choose),
  );
}

function showGiven() {
  const names = make.draft.pieces.map((/** @type {Piece} */ piece) => piece.name);
  if (!names.includes(brush.piece)) brush.piece = names[0] ?? "";
  $("make-given").replaceChildren(
    brush.tool === "given" && names.length
      ? el(
          "select",
          {
            "aria-label": phrase("make.given piece"),
            onchange: (/** @type {any} */ event) => {
              brush.piece = event.target.value;
            },
          },
          names.map((/** @type {string} */ name) => el("option", { selected: name === brush.piece }, name)),
        )
      : "",
  );
}

addEventListener("keydown", (event) => {
  const isUndo = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "z";
  if ($("make").hidden || !isUndo || /** @type {any} */ (event.target).matches("input, textarea")) return;
  event.preventDefault();
  back();
});

// What another tab made of the draft is shown here too: at once, or when a tab that slept is looked at again.
function showOthers() {
  if (make.shown && !$("make").hidden) keepTyping($("make"), show);
}
addEventListener("storage", (event) => event.key === KEPT && showOthers());
for (const name of ["focus", "pageshow"]) addEventListener(name, showOthers);
