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
  frame,
  make,
  resize,
  draftText,
  undo,
} from "./draft.js";
import { drawBoard } from "./board.js";
import { GRIDS, benchOf } from "./benches.js";
import { keepTyping } from "./keep_typing.js";
import { piecesHere } from "./pieces.js";
import { key } from "../core/lattice.js";
import { store } from "../state/store.js";
import { shelfBox } from "./shelfbox.js";
import { phrase } from "../words/words.js";

export function show() {
  begin();
  if (make.shown !== make.draft) build();
}

function build() {
  const bench = benchOf(make.draft);
  Object.assign(make, { shown: make.draft, bench, refresh });
  $("make").replaceChildren(
    el("h2", phrase("make.title")),
    el(
      "div.bench",
      el(
        "div.work",
        bench.brushes(),
        el("div.stage", { id: "make-stage" }),
        el("p.hidden-text", { id: "make-said", role: "status" }),
        el("p.keys", bench.help()),
      ),
      el("div.side", frameBox(), bench.side(build), shelfBox(build), openBox()),
    ),
    el(
      "div.bar.dock",
      button([icon("undo"), phrase("make.undo")], back, { id: "make-undo", title: phrase("make.undo keys") }),
      button(phrase("make.solve it"), () => onward("solve"), { id: "make-solve", class: "main" }),
      button(phrase("make.play it"), () => onward("play"), { id: "make-play" }),
      button(phrase("make.share"), () => onward("share"), { id: "make-share" }),
    ),
  );
  drawBoard();
  refresh("all");
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
  make.bench.refresh(what);
}

function frameBox() {
  const { draft } = make;
  const now = make.bench.gridOf(draft);
  const pick = el(
    "select",
    { id: "make-grid", onchange: (event) => restart(event.target.value) },
    Object.keys(GRIDS()).map((name) =>
      el("option", { value: name, selected: name === now }, phrase(`make.grid.${name}`)),
    ),
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
    el("legend", phrase("make.board")),
    labelled(phrase("make.kind"), pick),
    el("div.row", sizes),
    make.bench.surface(build),
    labelled(
      phrase("make.name"),
      el("input", {
        id: "make-name",
        value: draft.name,
        maxlength: 80,
        autocomplete: "off",
        onchange: (event) =>
          change((d) => {
            d.name = event.target.value.trim();
          }),
      }),
    ),
    make.bench.shapes(build),
    el(
      "div.bar.small",
      make.bench.fillButton(fill),
      button(phrase("make.clear"), () => fill(false), { id: "make-clear" }),
    ),
  );
}

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
  $("make-brushes")?.replaceWith(make.bench.brushes());
  drawBoard();
  refresh("all");
}

/** @param {string} name */
function restart(name) {
  clear(GRIDS()[name]);
  make.brush.symmetry = null;
  build();
  $("make-grid").focus();
}

/** @param {boolean} full */
function fill(full) {
  change((draft) => {
    Object.assign(draft, { given: {}, cells: {}, numbers: {} });
    if (full) for (const atom of frame()) draft.cells[key(atom)] = "board";
  });
  build();
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
