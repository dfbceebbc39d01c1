// Taking away: a link, a booklet to print, pictures, files.

import { post } from "./api.js";
import { $, button, el, say } from "./dom.js";
import { tiling } from "./draw.js";
import { settle } from "./draft.js";
import { link } from "./share.js";
import { solutionText, store, tilingShown } from "./store.js";

const WHAT = { puzzle: "the empty puzzle", solution: "the solution shown in Solve", board: "what lies on the board in Play" };
let what = "puzzle";

export async function showTake() {
  await settle();
  const root = $("take");
  if (!store.view) return root.replaceChildren(el("p", { class: "plain" }, "Pick a puzzle in the gallery, or make one, first."));
  if (!lying()[what].length) what = "puzzle";
  root.replaceChildren(
    el("h2", {}, "Take it away"),
    el("div", { class: "bench" },
      el("div", { class: "work" }, choice(), el("div", { id: "take-stage", class: "stage" })),
      el("div", { class: "side" }, sharing(), printing(), pictures(), files())),
  );
  preview();
  $("take-link").value = await link(store.view.puzzle);
}

const lying = () => ({ puzzle: [1], solution: tilingShown(), board: store.placed.filter((placement) => !placement.fixed).length ? store.placed : [] });

function choice() {
  const there = lying();
  return el("div", { class: "bar", role: "group", "aria-label": "What to take" },
    Object.entries(WHAT).map(([name, text]) =>
      el("label", { class: "pick" },
        el("input", { type: "radio", name: "what", value: name, checked: what === name, disabled: !there[name].length, onchange: () => { what = name; preview(); } }), el("span", {}, text))));
}

function preview() {
  const placements = what === "puzzle" ? store.view.pinned ?? [] : lying()[what];
  $("take-stage").replaceChildren(tiling(store.lattice, store.view, placements, { role: "img", "aria-label": `Preview: ${WHAT[what]}` }));
}

function box(title, note, ...children) {
  return el("fieldset", {}, el("legend", {}, title), el("p", { class: "plain" }, note), ...children);
}

function sharing() {
  return box("Share", "The link holds the whole puzzle. Nothing is stored anywhere.",
    el("input", { id: "take-link", readonly: true, "aria-label": "Link to this puzzle", onfocus: (event) => event.target.select() }),
    el("div", { class: "bar small" }, button("Copy the link", copy, { id: "take-copy", class: "main" }),
      store.view.kind === "shikaku" ? button("puzz.link", puzzLink, { id: "take-puzzlink" }) : null));
}

async function copy() {
  const field = $("take-link");
  try {
    await navigator.clipboard.writeText(field.value);
    say("The link is copied.");
  } catch {
    field.focus();
    say("Press Ctrl+C to copy the link.");
  }
}

async function puzzLink() {
  const text = await asked("puzz.link");
  if (text) $("take-link").value = (await text.text()).trim();
}

function printing() {
  const pieces = store.view.kind === "pieces" && store.lattice.dimension === 2;
  return box("Print", pieces ? "Board and pieces to cut out, in the same size: cells of 20 mm, smaller if the board would not fit on a sheet. Print at 100 %. The solution is on the last page." : "The puzzle to solve on paper, the solution on the last page.",
    el("div", { class: "bar small" }, button(pieces ? "Board and pieces (PDF)" : "Puzzle (PDF)", () => save("booklet"), { id: "take-booklet", class: "main" })));
}

function pictures() {
  return box("Picture", "Of what is chosen beside.", forms({ svg: "SVG", png: "PNG", pdf: "PDF page", txt: "Text" }));
}

function files() {
  return box("Puzzle file", "For the command line and for keeping.", forms({ toml: "TOML", json: "JSON" }));
}

const forms = (names) => el("div", { class: "bar small" }, Object.entries(names).map(([form, text]) => button(text, () => save(form), { id: `take-${form}` })));

async function asked(form) {
  const solution = what === "puzzle" ? "" : solutionText(lying()[what]);
  try {
    return await post("/api/take-away", { puzzle: store.view.puzzle, form, solution });
  } catch (error) {
    say(error.message, "bad");
    return null;
  }
}

async function save(form) {
  say("Writing …", "stays");
  const answer = await asked(form);
  if (!answer) return;
  const url = URL.createObjectURL(await answer.blob());
  const suffix = form === "booklet" ? "pdf" : form;
  const name = (store.view.name || "puzzle").replace(/[^\w-]+/g, "-").slice(0, 60);
  el("a", { href: url, download: `${name}.${suffix}` }).click();
  setTimeout(() => URL.revokeObjectURL(url), 10000);
  say(`Saved ${name}.${suffix}.`);
}
