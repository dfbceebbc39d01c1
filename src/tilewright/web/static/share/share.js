// Sharing and printing: a link, a booklet to print, pictures, files.

import { post, printingBytes } from "../core/api.js";
import { $, button, complain, download, el, fieldset, picks, say } from "../core/dom.js";
import { tiling } from "../core/draw.js";
import { part } from "../core/failures.js";
import { addressOf, namedFile, pack, packed } from "../state/address.js";
import { solutionText, store, tilingShown } from "../state/store.js";
import { language, number, phrase } from "../words/words.js";
import { kindOf } from "../core/kinds.js";

/** @type {Record<string, string>} */
const SUFFIXES = {
  page: "pdf",
  booklet: "pdf",
  cards: "pdf",
  solids: "zip",
  laser: "zip",
  certificate: "zip",
};
const LOOPBACK = ["127.0.0.1", "localhost", "[::1]"];
const chosen = { what: "puzzle" };

// The link holds the whole puzzle, whatever the address names, and its name.
/** @param {View} view */
const packedLink = (view) => pack(namedFile(view, view.title ?? view.name));

/** @param {View} view */
export async function load(view) {
  return { source: await packedLink(view) };
}

/** @param {{ source: string }} data */
export function show({ source }) {
  if (!isThere(chosen.what)) chosen.what = "puzzle";
  $("share").replaceChildren(
    el(
      "div.bench",
      el("div.work", choice(source), el("div.stage", { id: "share-stage" })),
      el("div.side.boxes", sharing(), printing(), making(), pictures(), files()),
    ),
  );
  preview(source);
}

/** @returns {Record<string, Placement[]>} */
const lying = () => ({
  puzzle: store.view.pinned ?? [],
  solution: tilingShown(),
  board: store.placed.filter((placement) => !placement.fixed).length ? store.placed : [],
});

// The puzzle is always there to be shared.
/** @param {string} what */
const isThere = (what) => what === "puzzle" || lying()[what].length > 0;

// The placements of what is chosen.
const shown = () => lying()[chosen.what];

/** @param {string} source */
function choice(source) {
  /** @param {string} what */
  const choose = (what) => {
    chosen.what = what;
    preview(source);
  };
  const text = (/** @type {string} */ name) => [phrase(`share.${name}`)];
  return el(
    "div.bar",
    { role: "group", "aria-label": phrase("share.what") },
    picks("what", Object.keys(lying()), chosen.what, text, choose, (name) => !isThere(name)),
  );
}

/** @param {string} source */
function preview(source) {
  const attributes = {
    role: "img",
    "aria-label": phrase("share.preview", { what: phrase(`share.${chosen.what}`) }),
  };
  $("share-stage").replaceChildren(tiling(store.lattice, store.view, shown(), attributes));
  showLink(source);
}

// With what lies on the board, if that is chosen. A later choice overtakes an earlier one that is still being packed.
/** @param {string} source */
async function showLink(source) {
  const { what } = chosen;
  const rows = store.placed.filter((placement) => !placement.fixed);
  const at =
    what === "board" ? `?at=${await packed(JSON.stringify(JSON.parse(solutionText(rows)).placements))}` : "";
  if (chosen.what !== what) return;
  $("share-link").value = `${location.origin}${location.pathname}${addressOf("play", source)}${at}`;
}

// A group of what can be done, and a line about it.
/** @param {string} name @param {string} note @param {...Child} children */
const box = (name, note, ...children) =>
  fieldset(phrase(`share.${name}`), el("p.plain", phrase(note)), ...children);

function sharing() {
  return box(
    "share",
    LOOPBACK.includes(location.hostname) ? "share.only here" : "share.anywhere",
    el("input", {
      id: "share-link",
      readonly: true,
      "aria-label": phrase("share.link"),
      onfocus: (event) => event.target.select(),
    }),
    el(
      "div.bar.small",
      button(phrase("share.copy"), copy, { id: "share-copy", class: "main" }),
      kindOf(store.view).links.map(linkButton),
      button(phrase("share.embed"), embedCode, { id: "share-embed" }),
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

// A frame for other pages, which shows the puzzle alone.
async function embedCode() {
  const address = `${location.origin}${location.pathname}?embed=1${addressOf("play", await packedLink(store.view))}`;
  const name = (store.view.name || phrase("page.puzzle")).replace(/[&"<>]/g, "");
  $("share-link").value =
    `<iframe src="${address}" title="${name}" width="900" height="640" style="border: 0"></iframe>`;
  await copy();
}

// A link of another program.
/** @param {string} format */
const linkButton = (format) =>
  button(format, () => writeLink(format), { id: `share-${format.replace(".", "")}` });

/** @param {string} format */
async function writeLink(format) {
  const text = await exported(format);
  if (text) $("share-link").value = (await text.text()).trim();
}

const canBeCut = () =>
  store.lattice.dimension === 2 && Boolean(store.view.pieces_list?.every(({ copies }) => copies[1] !== null));

function printing() {
  return box(
    "print",
    kindOf(store.view).printText(store.lattice),
    el(
      "div.bar.small",
      button(phrase("share.print here"), () => printHere().catch(complain), {
        id: "share-print",
        class: "main",
      }),
    ),
    forms({
      page: phrase("share.one page"),
      booklet: phrase("share.booklet"),
      ...(canBeCut() ? { cards: phrase("share.cards") } : {}),
    }),
    loads(),
  );
}

// What is chosen, on one page, by the browser's own printing.
async function printHere() {
  const { printSheet } = await part(() => import("./sheet.js"));
  printSheet(shown());
}

// Before anything large is fetched for a PDF, the page says how large it is.
function loads() {
  const line = el("p.plain", { id: "share-loads", hidden: true });
  printingBytes().then(
    (bytes) => {
      line.hidden = !bytes;
      line.textContent = bytes ? phrase("share.loads", { megabytes: number(bytes / 1e6, 1) }) : "";
    },
    () => {},
  );
  return line;
}

// What hands can make of it, and what a checker can.
function making() {
  const { craftText, crafts } = kindOf(store.view);
  const every = [...crafts(store.lattice), "certificate"].map((name) => [name, phrase(`share.${name}`)]);
  return box("make", craftText, forms(Object.fromEntries(every)));
}

function pictures() {
  return box(
    "picture",
    "share.picture of",
    forms({ svg: "SVG", png: "PNG", pdf: phrase("share.page pdf"), txt: phrase("share.text") }),
  );
}

function files() {
  return box("file", "share.file for", forms({ toml: "TOML", json: "JSON" }));
}

/** @param {Record<string, string>} names */
const forms = (names) =>
  el(
    "div.bar.small",
    Object.entries(names).map(([form, text]) => button(text, () => save(form), { id: `share-${form}` })),
  );

/** @param {string} form */
function exported(form) {
  const solution = chosen.what === "puzzle" ? "" : solutionText(shown());
  return post("/api/export", { puzzle: namedFile(store.view), form, solution, language }).catch(complain);
}

/** @param {string} form */
async function save(form) {
  say(phrase("share.writing"), "stays");
  const answer = await exported(form);
  if (!answer) return;
  const ending = form in SUFFIXES ? `-${form}.${SUFFIXES[form]}` : `.${form}`; // several are PDF, several ZIP
  const file = plainName(store.view.name || phrase("page.puzzle")) + ending;
  download(await answer.blob(), file);
  say(phrase("share.saved", { file }));
}

/** @type {Record<string, string>} */
const LETTERS = { ä: "ae", ö: "oe", ü: "ue", Ä: "Ae", Ö: "Oe", Ü: "Ue", ß: "ss", œ: "oe", Œ: "Oe", "×": "x" };

// A name that every system takes as that of a file.
/** @param {string} name */
function plainName(name) {
  const latin = name.replace(/[äöüÄÖÜßœŒ×]/g, (letter) => LETTERS[letter]).normalize("NFKD");
  const marks = /\p{Mark}/gu; // which stood above other letters
  const plain = latin.replace(marks, "").replace(/[^\w-]+/g, "-");
  return plain.replace(/^-+|-+$/g, "").slice(0, 60) || "puzzle";
}
