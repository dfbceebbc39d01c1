// Bringing puzzles in: a text or link that is pasted, a file that is chosen or dropped anywhere on the page.

import { $, button, el, say } from "./dom.js";
import { linkedText } from "./share.js";
import { open } from "./store.js";

const MOST = 1 << 20; // bytes

export function bringBox(go) {
  const area = el("textarea", { rows: 4, spellcheck: "false", "aria-label": "A puzzle as text, or a link", placeholder: "Paste a link (puzz.link too), a drawing, TOML, JSON, a Shikaku grid, or pentominoes@6x10" });
  const file = el("input", { type: "file", class: "hidden-text", tabindex: -1, "aria-hidden": "true", onchange: () => file.files[0] && bringFile(file.files[0], go) });
  return el(
    "fieldset",
    { class: "bring" },
    el("legend", {}, "Open a puzzle"),
    area,
    file,
    el("div", { class: "bar small" }, button("Open", () => bring(area.value, go), { class: "bring-open" }), button("A file …", () => file.click())),
    el("p", { class: "plain" }, "Or drop a file anywhere on the page."),
  );
}

// Whether it could be opened.
export async function bring(text, go) {
  if (!text.trim()) return say("Paste a puzzle or a link first."), false;
  try {
    await open((await linkedText(text.trim())) ?? text);
    say("");
    go("play");
    return true;
  } catch (error) {
    say(error.message, "bad");
    return false;
  }
}

async function bringFile(file, go) {
  if (file.size > MOST) return say(`${file.name} is too large: the studio opens files up to 1 MB; use the command line.`, "bad");
  await bring(await file.text(), go);
}

export function listenForDrops(go) {
  const over = (event) => {
    event.preventDefault();
    document.body.classList.toggle("dropping", event.type === "dragover");
  };
  for (const name of ["dragover", "dragleave", "dragend"]) addEventListener(name, over);
  addEventListener("drop", async (event) => {
    over(event);
    const [file] = event.dataTransfer.files;
    if (file) await bringFile(file, go);
    else await bring(event.dataTransfer.getData("text/plain"), go);
  });
  addEventListener("paste", (event) => {
    if (event.target.matches("input, textarea") || !$("take").hidden) return;
    const text = event.clipboardData.getData("text/plain");
    if (text.trim()) bring(text, go);
  });
}
