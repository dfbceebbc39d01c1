// The frame's board: what the mouse, a finger and the keys do there is for the draft's bench to say.

import { $, svg, unitsAt } from "../core/dom.js";
import * as draw from "../core/draw.js";
import { placeText } from "../core/phrases.js";
import { frame, lattice, make } from "./draft.js";
import { STEPS, key } from "../core/lattice.js";
import { phrase } from "../words/words.js";

export function drawBoard() {
  const its = lattice();
  const whole = frame();
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
  stage.setAttribute("aria-label", make.bench.label());
  stage.append(svg("path.frame", { d: draw.grid(its, whole) }));
  stage.append(svg("path.guides", { d: draw.guides(its, whole) }));
  stage.append(svg("g", { id: "make-paint" }), svg("path.cursor", { id: "make-cursor" }));
  stage.addEventListener("pointerdown", begin);
  stage.addEventListener("pointermove", (event) => make.bench.drag(unitsAt(stage, event)));
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
  $("make-paint").replaceChildren(...make.bench.painted(lattice()));
  drawCursor();
}

function drawCursor() {
  const its = lattice();
  $("make-cursor").setAttribute("d", its.outline(its.atomsOfCell(make.cursor)));
}

/** @param {PointerEvent} event */
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
  make.bench.press(block, at, event);
}

/** @param {KeyboardEvent} event */
function keys(event) {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const its = lattice();
  const step = STEPS[event.key]?.slice(3 - its.dimension);
  if (step) {
    const next = make.cursor.map((v, i) => v + step[i]);
    if (next.every((v, i) => v >= 0 && v < make.draft.size[i])) make.cursor = next;
    drawCursor();
    make.bench.moved();
  } else if (!make.bench.typeKey(event.key)) return;
  const names = its.atomsOfCell(make.cursor).map(key);
  $("make-said").textContent = `${placeText(its, make.cursor)}: ${make.bench.told(names)}`;
  event.preventDefault();
}
