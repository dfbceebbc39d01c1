// Opening puzzles from outside: a text or link that is pasted, a file that is chosen or dropped anywhere on the page.

import { postJson } from "../core/api.js";
import { $, button, complain, el, say } from "../core/dom.js";
import { addressOf, linkedFragment, pack } from "../state/address.js";
import { phrase } from "../words/words.js";

const MOST = 1 << 20; // bytes

export function openBox() {
  const area = el("textarea", {
    rows: 4,
    spellcheck: "false",
    "aria-label": phrase("puzzles.open text"),
    placeholder: phrase("puzzles.open example"),
  });
  const onchange = (/** @type {{ target: HTMLInputElement }} */ { target }) =>
    target.files?.[0] && openFile(target.files[0]);
  const file = el("input.hidden-text", { type: "file", tabindex: -1, "aria-hidden": "true", onchange });
  return el(
    "details.open-box",
    el("summary", phrase("puzzles.open own")),
    area,
    file,
    el(
      "div.bar.small",
      button(phrase("puzzles.open"), () => openText(area.value), { class: "open-text main" }),
      button(phrase("puzzles.file"), () => file.click()),
    ),
    el("p.plain", phrase("puzzles.drop here")),
  );
}

/** @param {string} text */
async function openText(text) {
  if (!text.trim()) return say(phrase("puzzles.paste first"));
  try {
    const fragment = linkedFragment(text.trim());
    const view = fragment ? null : await postJson("/api/puzzle", { puzzle: text });
    say("");
    location.hash = fragment ?? addressOf("play", await pack(view.puzzle));
  } catch (error) {
    complain(error);
  }
}

/** @param {File} file */
async function openFile(file) {
  const large = phrase("puzzles.too large", { name: file.name });
  if (file.size > MOST) return say(large, "bad");
  await openText(await file.text());
}

export function listenForDrops() {
  /** @param {DragEvent} event */
  const over = (event) => {
    event.preventDefault();
    document.body.classList.toggle("dropping", event.type === "dragover");
  };
  addEventListener("dragover", over);
  addEventListener("dragleave", over);
  addEventListener("dragend", over);
  addEventListener("drop", async (event) => {
    over(event);
    const [file] = event.dataTransfer?.files ?? [];
    if (file) await openFile(file);
    else await openText(event.dataTransfer?.getData("text/plain") ?? "");
  });
  addEventListener("paste", (event) => {
    if (/** @type {Element} */ (event.target).matches("input, textarea") || !$("share").hidden) return;
    const text = event.clipboardData?.getData("text/plain") ?? "";
    if (text.trim()) openText(text);
  });
}
