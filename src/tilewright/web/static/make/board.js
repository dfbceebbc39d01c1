// Painting the board: by mouse, finger or keys; drags go on with what the first cell began.

import { $, el, say, svg, unitsAt } from "../core/dom.js";
import * as draw from "../core/draw.js";
import { placeText } from "../core/phrases.js";
import { backdrop } from "./backdrop.js";
import { atomsThat, change, changeOn, frame, lattice, make } from "./draft.js";
import { STEPS, atomOf, key } from "../core/lattice.js";
import { images } from "./symmetry.js";
import { clues } from "../play/shikaku/picture.js";
import { phrase } from "../words/words.js";
import { traitsOf } from "../state/kinds.js";

/** @type {{ tool: string, piece: string, symmetry: any }} */
export const brush = { tool: "board", piece: "", symmetry: null };

export function drawBoard() {
  const its = lattice();
  const whole = frame();
  const numbers = traitsOf(make.draft).hasNumbers;
  const isThere = make.cursor && whole.some((atom) => key(its.cellOf(atom)) === key(make.cursor));
  if (!isThere) make.cursor = its.cellOf(whole[0]);
  const stage = draw.picture(
    its,
    whole,
    {
      id: "make-board",
      tabindex: 0,
      role: "application",
      "aria-roledescription": phrase("make.board to paint"),
    },
    0.3,
  );
  stage.setAttribute("aria-label", numbers ? phrase("make.label numbers") : phrase("make.label cells"));
  stage.append(svg("path", { d: draw.grid(its, whole), class: "frame" }));
  stage.append(svg("path", { d: draw.guides(its, whole), class: "guides" }));
  stage.append(svg("g", { id: "make-paint" }), svg("path", { id: "make-cursor", class: "cursor" }));
  stage.addEventListener("pointerdown", begin);
  stage.addEventListener("pointermove", (event) => make.stroke && paintAt(event));
  for (const name of ["pointerup", "pointercancel"])
    stage.addEventListener(name, () => {
      make.stroke = null;
    });
  stage.addEventListener("keydown", keys);
  const had = document.activeElement?.id === "make-board";
  $("make-stage").replaceChildren(stage);
  if (had) stage.focus({ preventScroll: true });
  drawPaint();
}

export function drawPaint() {
  const its = lattice();
  const { draft } = make;
  /** @type {Element[]} */
  const parts = [
    ...(traitsOf(draft).hasPieces ? backdrop() : []),
    svg("path", { d: draw.grid(its, atomsThat(draft.cells, "board")), class: "painted" }),
    svg("path", { d: draw.grid(its, atomsThat(draft.cells, "optional")), class: "maybe" }),
  ];
  draft.pieces.forEach((/** @type {any} */ { name, color }, /** @type {any} */ index) => {
    const given = atomsThat(draft.given, name);
    for (const part of its.parts(given)) parts.push(draw.shape(its, part, { name, color, index }));
  });
  if (traitsOf(draft).hasNumbers) {
    parts.push(svg("path", { d: draw.grid(its, frame()), class: "painted" }));
    parts.push(
      clues({ clues: Object.entries(draft.numbers).map(([name, value]) => [...atomOf(name), value]) }),
    );
  }
  $("make-paint").replaceChildren(...parts);
  drawCursor();
}

function drawCursor() {
  const its = lattice();
  $("make-cursor").setAttribute("d", its.outline(its.atomsOfCell(make.cursor)));
}

/** @param {any} event */
function begin(event) {
  if (event.button > 0) return;
  const its = lattice();
  const at = unitsAt($("make-board"), event);
  const block = its.blockAt(at);
  if (!block || !frame().some((atom) => key(atom) === key(block[0]))) return;
  event.preventDefault();
  $("make-board").focus({ preventScroll: true });
  make.cursor = its.cellOf(block[0]);
  drawCursor();
  make.isTyping = false;
  if (traitsOf(make.draft).hasNumbers) return make.refresh("number");
  $("make-board").setPointerCapture(event.pointerId);
  make.stroke = { erase: erases(block), first: true, at };
  paint(block);
}

/** @param {any} event */
function paintAt(event) {
  const at = unitsAt($("make-board"), event);
  const atoms = lattice().alongStroke(make.stroke.at, at);
  make.stroke.at = at;
  if (atoms.length) paint(atoms);
}

// Painting what is already so takes it away again.
/** @param {any} block */
function erases(block) {
  const { draft } = make;
  if (brush.tool === "hole") return true;
  if (brush.tool === "given")
    return block.every((/** @type {Atom} */ atom) => draft.given[key(atom)] === brush.piece);
  return block.every((/** @type {Atom} */ atom) => draft.cells[key(atom)] === brush.tool);
}

/** @param {any} block */
function paint(block) {
  const its = lattice();
  const there = new Set(frame().map(key));
  const given = brush.tool === "given";
  const atoms =
    given || !brush.symmetry
      ? block
      : block.flatMap((/** @type {Atom} */ atom) => images(its, brush.symmetry, atom));
  const names = atoms.map(key).filter((/** @type {string} */ name) => there.has(name));
  if (given && !brush.piece) return say(phrase("make.pieces first"));
  /** @param {any} draft */
  const how = (draft) => {
    for (const name of names) {
      if (given) {
        if (make.stroke.erase) delete draft.given[name];
        else [draft.given[name], draft.cells[name]] = [brush.piece, "board"];
      } else {
        delete draft.given[name];
        if (make.stroke.erase) delete draft.cells[name];
        else draft.cells[name] = brush.tool;
      }
    }
  };
  if (make.stroke.first)
    change(how); // one step of undo for the whole stroke
  else changeOn(how);
  make.stroke.first = false;
  drawPaint();
  make.refresh("cells");
}

/** @param {any} value */
export function write(value) {
  change((/** @type {any} */ { numbers }) => {
    if (value === undefined) delete numbers[key(make.cursor)];
    else numbers[key(make.cursor)] = value;
  });
  drawPaint();
  make.refresh("number");
}

/** @param {any} event */
function keys(event) {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const its = lattice();
  const step = STEPS[event.key]?.slice(3 - its.dimension);
  if (step) {
    const next = make.cursor.map((/** @type {any} */ v, /** @type {number} */ i) => v + step[i]);
    if (next.every((/** @type {any} */ v, /** @type {number} */ i) => v >= 0 && v < make.draft.size[i]))
      make.cursor = next;
    drawCursor();
    make.isTyping = false;
    if (traitsOf(make.draft).hasNumbers) make.refresh("number");
  } else if (traitsOf(make.draft).hasNumbers) {
    if (!writeKey(event.key)) return;
  } else {
    const kinds =
      event.key === " " || event.key === "Enter"
        ? its.middle.map((/** @type {any} */ _, /** @type {any} */ kind) => kind)
        : its.blocks[event.key - 1];
    if (!kinds) return;
    const block = kinds.map((/** @type {any} */ kind) => its.atom(make.cursor, kind));
    make.stroke = { erase: erases(block), first: true };
    paint(block);
    make.stroke = null;
  }
  $("make-said").textContent = told(its);
  event.preventDefault();
}

/** @param {string} name */
function writeKey(name) {
  const now = make.draft.numbers[key(make.cursor)];
  if (/^\d$/.test(name)) {
    write(Math.min(Number(`${make.isTyping ? (now ?? "") : ""}${name}`), 2500) || undefined);
    make.isTyping = true;
  } else if (name === "?") write(null);
  else if (name === "Delete") write(undefined);
  else if (name === "Backspace") write(now > 9 ? Math.floor(now / 10) : undefined);
  else return false;
  return true;
}

// The cell under the keys, in words.
/** @param {any} its */
function told(its) {
  const names = its.atomsOfCell(make.cursor).map(key);
  const what = traitsOf(make.draft).hasNumbers
    ? String(make.draft.numbers[names[0]] ?? phrase("make.no number"))
    : [
        ...new Set(
          names.map(
            (/** @type {string} */ name) =>
              make.draft.given[name] || phrase(`make.cell.${make.draft.cells[name] || "hole"}`),
          ),
        ),
      ].join(phrase("make.and"));
  return `${placeText(its, make.cursor)}: ${what}`;
}

export function cursorLabel() {
  return el("span", {}, phrase("make.cell at", { row: make.cursor[0] + 1, column: make.cursor[1] + 1 }));
}
