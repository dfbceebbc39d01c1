// Difficulty as dots: told, and chosen.

import { el } from "../core/dom.js";
import { phrase } from "../words/words.js";

const TIERS = ["easy", "medium", "hard", "extreme"];

// The dots of a puzzle; in words for what has no place among them.
/** @param {string} difficulty */
export function dots(difficulty) {
  const number = TIERS.indexOf(difficulty) + 1;
  const text = phrase(`puzzles.${difficulty}`);
  if (!number) return el("span", text);
  const root = el("span.dots", { role: "img", "aria-label": text, title: text });
  root.style.setProperty("--dots", String(number));
  return root;
}

// A choice among difficulties as one row of dots: {root, value()}. What is chosen stands above it in words.
/** @param {string} id @param {string[]} every @param {string} chosen */
export function dotChoice(id, every, chosen) {
  const told = el("span", { "aria-hidden": "true" }, phrase(`puzzles.${chosen}`));
  /** @param {string} each */
  const dot = (each) => {
    const text = phrase(`puzzles.${each}`);
    const input = el("input", {
      type: "radio",
      name: id,
      value: each,
      checked: each === chosen,
      "aria-label": text,
      onchange: () => (told.textContent = text),
    });
    return el("label", { title: text }, input);
  };
  const legend = el("legend.hidden-text", phrase("puzzles.difficulty"));
  const row = el("div", every.map(dot));
  const root = el("fieldset.dot-choice", { id }, legend, told, row);
  return { root, value: () => root.querySelector(":checked").value };
}
