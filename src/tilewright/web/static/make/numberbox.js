// A Shikaku that is being made: the number of the chosen cell, and whether the numbers fill the board.

import { $, el, say } from "../core/dom.js";
import { key } from "../core/lattice.js";
import { phrase } from "../words/words.js";
import { cursorLabel, write } from "./board.js";
import { make } from "./draft.js";

export function numberBox() {
  /** @param {any} event */
  const typed = (event) => {
    const text = event.target.value.trim();
    if (!/^(\d{0,4}|\?)$/.test(text)) {
      showNumber();
      return say(phrase("make.number wanted"), "bad");
    }
    say("");
    write(text === "?" ? null : Number(text) || undefined);
  };
  return el(
    "fieldset",
    {},
    el("legend", {}, phrase("make.number")),
    el(
      "label",
      {},
      el("span", { id: "make-where" }),
      el("input", { id: "make-number", inputmode: "numeric", size: 4, autocomplete: "off", onchange: typed }),
    ),
    el("p", { id: "make-areas", class: "plain", role: "status" }),
  );
}

export function showNumber() {
  const value = make.draft.numbers[key(make.cursor)];
  $("make-where").replaceChildren(cursorLabel());
  $("make-number").value = value === null ? "?" : (value ?? "");
  const sum = Object.values(make.draft.numbers).reduce((total, n) => total + (n ?? 0), 0);
  const cells = make.draft.size[0] * make.draft.size[1];
  $("make-areas").textContent = phrase("make.sum", { sum, cells });
}
