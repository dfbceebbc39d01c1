// Making a puzzle: the frame of the view. What is painted lives in draft.js.

import { postJson } from "../core/api.js";
import { $, button, complain, el, fieldset, labelled, say, select } from "../core/dom.js";
import { icon } from "../core/icons.js";
import { openBox } from "../puzzles/open.js";
import { addressOf, pack } from "../state/address.js";
import {
  KEPT,
  LARGEST,
  begin,
  bringBack,
  change,
  clear,
  draftOn,
  draftText,
  frame,
  fromView,
  make,
  resize,
  undo,
} from "./draft.js";
import { drawBoard } from "./board.js";
import { keepTyping } from "./keep_typing.js";
import { key } from "../core/lattice.js";
import { store } from "../state/store.js";
import { language, phrase } from "../words/words.js";
import { kindOf } from "../core/kinds.js";
import * as cells from "./cells.js";
import * as numbers from "./numbers.js";
import { draftsAside } from "./kept.js";

export function show() {
  begin();
  if (make.shown !== make.draft) build();
}

// Editing the open puzzle: it becomes the draft of Make; undo brings the former draft back.
export const editing = {
  // Throws where puzzles of the kind are not edited.
  /** @param {View} view */
  load: (view) => kindOf(view).bench(),

  show() {
    fromView(store.view, benchOf(store.view).takeOver);
    location.replace(addressOf("make"));
  },
};

function build() {
  const bench = benchOf(make.draft);
  const go = (/** @type {string} */ view) => onward(view).catch(complain);
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
      button(phrase("make.solve it"), () => go("solve"), { id: "make-solve", class: "main" }),
      button(phrase("make.play it"), () => go("play"), { id: "make-play" }),
      button(phrase("make.share"), () => go("share"), { id: "make-share" }),
    ),
  );
  drawBoard();
  refresh("all");
}

/** @param {string} view */
async function onward(view) {
  await make.coming;
  const { puzzle } = await postJson("/api/puzzle", { puzzle: draftText() });
  if (view === "solve") store.wanted = []; // solved at once, from the empty board
  location.hash = addressOf(view, await pack(puzzle));
}

function back() {
  if (!undo()) return;
  build();
  $("make-said").textContent = phrase("make.undone");
}

/** @param {string} what */
function refresh(what) {
  $("make-undo").disabled = !make.past.length;
  make.bench.refresh(what);
}

const sidesOf = (/** @type {Draft} */ { size }) => ["layers", "rows", "columns"].slice(-size.length);

function frameBox() {
  const { bench, draft } = make;
  const textOf = (/** @type {string} */ name) => phrase(`make.grid.${name}`);
  const pick = select(Object.keys(GRIDS()), bench.gridOf(draft), textOf, restart, { id: "make-grid" });
  const limits = { type: "number", min: 1, max: LARGEST, onchange: sized };
  const sizes = sidesOf(draft).map((word, i) =>
    labelled(phrase(`make.${word}`), el("input", { id: `make-${word}`, ...limits, value: draft.size[i] })),
  );
  const name = el("input", {
    id: "make-name",
    value: draft.name,
    maxlength: 80,
    autocomplete: "off",
    onchange: ({ target }) => change((now) => (now.name = target.value.trim())),
  });
  const clearing = button(phrase("make.clear"), () => fill(false), { id: "make-clear" });
  return fieldset(
    phrase("make.board"),
    labelled(phrase("make.kind"), pick),
    el("div.row", sizes),
    bench.surface(build),
    labelled(phrase("make.name"), name),
    bench.shapes(build),
    el("div.bar.small", bench.fillButton(fill), clearing),
  );
}

// A number that is refused leaves its field to that of the board again.
function sized() {
  const fields = sidesOf(make.draft).map((word) => $(`make-${word}`));
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
  if ($("make").hidden || !isUndo || event.target.matches("input, textarea")) return;
  event.preventDefault();
  back();
});

// What another tab made of the draft is shown here too: at once, or when a tab that slept is looked at again.
function showOthers() {
  if (make.shown && !$("make").hidden) keepTyping($("make"), show);
}
addEventListener("storage", (event) => event.key === KEPT && showOthers());
for (const name of ["focus", "pageshow"]) addEventListener(name, showOthers);

// ---- benches -------------------------------------------------------------------------------------------------------

// What Make does with drafts, by the bench that the kind of a draft names.

/** @type {Record<string, Bench>} */
const BENCHES = { cells, numbers };

// Of a draft, or a view.
/** @param {{ kind: string }} draft */
const benchOf = (draft) => BENCHES[kindOf(draft).bench()];

// The boards that a draft may begin with, as {kind, lattice, size} by what they are called.
/** @returns {Record<string, Grid>} */
const GRIDS = () => Object.assign({}, ...Object.values(BENCHES).map(({ grids }) => grids));

// ---- earlier drafts ------------------------------------------------------------------------------------------------

// A list of drafts that something else took the place of, each with a button that brings it back; null where there are none.
// `after` is called when one is back.
/** @param {() => void} after */
function shelfBox(after) {
  const rows = draftsAside().filter(({ draft }) => draftOn(draft));
  if (!rows.length) return null;
  /** @param {KeptDraft} row */
  const item = (row) => {
    const take = () => {
      bringBack(row.draft);
      after();
    };
    return el("li", titleOf(row), " ", button(phrase("make.bring back"), take, { class: "bring-back" }));
  };
  const title = el("summary", phrase("make.earlier", { count: rows.length }));
  return el("details", { id: "make-shelf" }, title, el("ul.plain", rows.map(item)));
}

/** @param {KeptDraft} row */
function titleOf({ draft, at }) {
  const name = draft.name || phrase(`make.grid.${benchOf(draft).gridOf(draft)}`);
  const time = new Date(Number.isFinite(at) ? at : 0);
  const when = time.toLocaleString(language, { dateStyle: "short", timeStyle: "short" });
  return `${name}, ${draft.size.join(" × ")}, ${when}`;
}
