// Katamino as a map: each ladder adds a piece a step, from three to nine. What comes next is lit up.

import { el } from "../core/dom.js";
import { addressOf } from "../state/address.js";
import { phrase } from "../words/words.js";

/** @param {string} letters */
const ladderSource = (letters) => `katamino/${letters}`;

// `ladders` are lists of {letters, tilings}, the shortest first.
/** @param {Ladder[][]} ladders @param {MarkOf} markOf */
export function ladderMap(ladders, markOf) {
  return el(
    "div.ladders",
    { id: "ladders" },
    el("p.plain", phrase("puzzles.ladders help")),
    ladders.map((steps, i) => ladder(steps, i + 1, markOf)),
  );
}

/** @param {Ladder[]} steps @param {number} number @param {MarkOf} markOf */
function ladder(steps, number, markOf) {
  const solved = steps.map(({ letters }) => markOf(ladderSource(letters)).solved);
  const next = solved.indexOf(false);
  const count = solved.filter(Boolean).length;
  return el(
    "div.ladder",
    { role: "group", "aria-label": phrase("puzzles.ladder", { number }) },
    el("b", phrase("puzzles.ladder", { number })),
    el(
      "div.steps",
      steps.map((step, i) => rung(step, solved[i], i === next)),
    ),
    el("span.plain", phrase("puzzles.ladder progress", { count, all: steps.length })),
  );
}

/** @param {Ladder} step @param {boolean} isSolved @param {boolean} isNext */
function rung({ letters, tilings }, isSolved, isNext) {
  const words = { letters, size: letters.length, tilings };
  const label = phrase(isSolved ? "puzzles.rung solved" : "puzzles.rung", words);
  const className = `rung ${isSolved ? "solved" : ""} ${isNext ? "next" : ""}`;
  const attributes = { class: className, title: label, "aria-label": label };
  const href = addressOf("play", ladderSource(letters));
  return el("a", { ...attributes, href }, isSolved ? "✓" : letters.length);
}
