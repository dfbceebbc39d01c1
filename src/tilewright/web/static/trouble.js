// What stands in the place of a view that cannot be shown: why, and ways on. The address stays as it is.

import { $, button, el } from "./core/dom.js";
import { phrase } from "./words/words.js";

// `again` is what the button does. Where the same stands there already it is left alone, with the focus on its button.
/** @param {Error} error @param {() => void} again */
export function showTrouble(error, again) {
  if (!$("trouble").hidden && $("trouble-text")?.textContent === error.message) return;
  const buttons = el(
    "div",
    { class: "bar" },
    button(phrase("page.try again"), again, { id: "trouble-again", class: "main" }),
    location.hash === "#puzzles"
      ? null
      : el("a", { class: "button", href: "#puzzles" }, phrase("page.to puzzles")),
  );
  $("trouble").hidden = false;
  $("trouble").replaceChildren(
    el("h2", {}, phrase("page.trouble")),
    el("p", { id: "trouble-text", role: "alert" }, error.message),
    buttons,
  );
}
