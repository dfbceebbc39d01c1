// How pieces look, as this browser's user likes it.

import { el } from "../core/dom.js";
import { read, write } from "../state/progress.js";

const KEPT = "tilewright:settings";

const settings = () => ({ patterns: false, ...read(KEPT) });

export function applySettings() {
  document.body.classList.toggle("patterned", settings().patterns === true);
}

// Hatchings tell pieces apart without their colors.
export function settingsBox() {
  const change = (event) => {
    write(KEPT, { ...settings(), patterns: event.target.checked });
    applySettings();
  };
  const box = el("input", {
    id: "patterns",
    type: "checkbox",
    checked: settings().patterns === true,
    onchange: change,
  });
  return el("label", { class: "check" }, box, "Patterns on the pieces");
}
