// Sharing and printing: a link, a booklet to print, pictures, files.

import { post } from "../core/api.js";
import { $, button, el, say } from "../core/dom.js";
import { tiling } from "../core/draw.js";
import { addressOf } from "../state/address.js";
import { pack, packed } from "../state/link.js";
import { solutionText, store, tilingShown } from "../state/store.js";
import { phrase } from "../words/words.js";

const WHAT = ["puzzle", "solution", "board"];
const LOOPBACK = ["127.0.0.1", "localhost", "[::1]"];
let what = "puzzle";

// The link holds the whole puzzle, whatever the address names.
export async function load(view) {
  return { source: await pack(view.puzzle) };
}

export function show({ source }) {
  if (!lying()[what].length) what = "puzzle";
  $("share").replaceChildren(
    el(
      "div",
      { class: "bench" },
      el("div", { class: "work" }, choice(source), el("div", { id: "share-stage", class: "stage" })),
      el("div", { class: "side" }, sharing(), printing(), pictures(), files()),
    ),
  );
  preview(source);
}

const lying = () => ({
  puzzle: [1],
  solution: tilingShown(),
  board: store.placed.filter((placement) => !placement.fixed).length ? store.placed : [],
});

function choice(source) {
  const there = lying();
  return el(
    "div",
    { class: "bar", role: "group", "aria-label": phrase("share.what") },
    WHAT.map((name) =>
      el(
        "label",
        { class: "pick" },
        el("input", {
          type: "radio",
          name: "what",
          value: name,
          checked: what === name,
          disabled: !there[name].length,
          onchange: () => {
            what = name;
            preview(source);
          },
        }),
        el("span", {}, phrase(`share.${name}`)),
      ),
    ),
  );
}

function preview(source) {
  const placements = what === "puzzle" ? (store.view.pinned ?? []) : lying()[what];
  const attributes = {
    role: "img",
    "aria-label": phrase("share.preview", { what: phrase(`share.${what}`) }),
  };
  $("share-stage").replaceChildren(tiling(store.lattice, store.view, placements, attributes));
  showLink(source);
}

// With what lies on the board, if that is chosen. A later choice overtakes an earlier one that is still being packed.
async function showLink(source) {
  const chosen = what;
  const rows = store.placed.filter((placement) => !placement.fixed);
  const at =
    what === "board" ? `?at=${await packed(JSON.stringify(JSON.parse(solutionText(rows)).placements))}` : "";
  if (chosen !== what) return;
  $("share-link").value = `${location.origin}${location.pathname}${addressOf("play", source)}${at}`;
}

function box(title, note, ...children) {
  return el("fieldset", {}, el("legend", {}, title), el("p", { class: "plain" }, note), ...children);
}

function sharing() {
  return box(
    phrase("share.share"),
    LOOPBACK.includes(location.hostname) ? phrase("share.only here") : phrase("share.anywhere"),
    el("input", {
      id: "share-link",
      readonly: true,
      "aria-label": phrase("share.link"),
      onfocus: (event) => event.target.select(),
    }),
    el(
      "div",
      { class: "bar small" },
      button(phrase("share.copy"), copy, { id: "share-copy", class: "main" }),
      store.view.kind === "shikaku" ? button("puzz.link", puzzLink, { id: "share-puzzlink" }) : null,
    ),
  );
}

async function copy() {
  const field = $("share-link");
  try {
    await navigator.clipboard.writeText(field.value);
    say(phrase("share.copied"));
  } catch {
    field.focus();
    say(phrase("share.copy by hand"));
  }
}

async function puzzLink() {
  const text = await exported("puzz.link");
  if (text) $("share-link").value = (await text.text()).trim();
}

function printing() {
  const pieces = store.view.kind === "pieces" && store.lattice.dimension === 2;
  return box(
    phrase("share.print"),
    pieces ? phrase("share.print pieces") : phrase("share.print puzzle"),
    el(
      "div",
      { class: "bar small" },
      button(phrase(pieces ? "share.pieces pdf" : "share.puzzle pdf"), () => save("booklet"), {
        id: "share-booklet",
        class: "main",
      }),
    ),
  );
}

function pictures() {
  return box(
    phrase("share.picture"),
    phrase("share.picture of"),
    forms({ svg: "SVG", png: "PNG", pdf: phrase("share.page pdf"), txt: phrase("share.text") }),
  );
}

function files() {
  return box(phrase("share.file"), phrase("share.file for"), forms({ toml: "TOML", json: "JSON" }));
}

const forms = (names) =>
  el(
    "div",
    { class: "bar small" },
    Object.entries(names).map(([form, text]) => button(text, () => save(form), { id: `share-${form}` })),
  );

async function exported(form) {
  const solution = what === "puzzle" ? "" : solutionText(lying()[what]);
  try {
    return await post("/api/export", { puzzle: store.view.puzzle, form, solution });
  } catch (error) {
    say(error.message, "bad");
    return null;
  }
}

async function save(form) {
  say(phrase("share.writing"), "stays");
  const answer = await exported(form);
  if (!answer) return;
  const url = URL.createObjectURL(await answer.blob());
  const suffix = form === "booklet" ? "pdf" : form;
  const name = (store.view.name || "puzzle").replace(/[^\w-]+/g, "-").slice(0, 60);
  el("a", { href: url, download: `${name}.${suffix}` }).click();
  setTimeout(() => URL.revokeObjectURL(url), 10000);
  say(phrase("share.saved", { file: `${name}.${suffix}` }));
}
