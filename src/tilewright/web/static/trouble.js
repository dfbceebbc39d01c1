// What stands in the place of a view that cannot be shown: why, and ways on. The address stays as it is.

import { $, button, el, svg } from "./core/dom.js";
import { phrase } from "./words/words.js";

// A board with one cell left, and a piece of two that does not fit.
const misfit = () =>
  svg(
    "svg",
    { viewBox: "-2 -6 92 76", "aria-hidden": "true" },
    svg("rect.misfit-board", { x: 2, y: 8, width: 60, height: 60, rx: 8 }),
    svg("rect.misfit-well", { x: 41, y: 13, width: 16, height: 16, rx: 3 }),
    svg("path.misfit-laid", {
      d: "M10 13h25a3 3 0 0 1 3 3v12a3 3 0 0 0 3 3h13a3 3 0 0 1 3 3v26a3 3 0 0 1-3 3H10a3 3 0 0 1-3-3V16a3 3 0 0 1 3-3z",
    }),
    svg("rect.misfit-piece", { x: 50, y: 4, width: 34, height: 16, rx: 3, transform: "rotate(24 67 12)" }),
  );

// `again` is what the button does. Where the same stands there already it is left alone, with the focus on its button.
/** @param {string} why @param {() => void} again */
export function showTrouble(why, again) {
  if (!$("trouble").hidden && $("trouble-text")?.textContent === why) return;
  const buttons = el(
    "div.bar",
    button(phrase("page.try again"), again, { id: "trouble-again", class: "main" }),
    location.hash === "#puzzles" ? null : el("a.button", { href: "#puzzles" }, phrase("page.to puzzles")),
  );
  $("trouble").hidden = false;
  $("trouble").replaceChildren(
    misfit(),
    el("h2", phrase("page.trouble")),
    el("p", { id: "trouble-text", role: "alert" }, why),
    buttons,
  );
}
