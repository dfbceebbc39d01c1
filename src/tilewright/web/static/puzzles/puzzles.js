// The catalogue: new puzzles, the ladders, and all that come with the studio, each one click to play.

import { get } from "../core/api.js";
import { $, button, el, labelled, select } from "../core/dom.js";
import { askedOnce } from "../core/asked_once.js";
import { icon } from "../core/icons.js";
import { addressOf } from "../state/address.js";
import { favoriteTest } from "../state/favorites.js";
import { marks } from "../state/progress.js";
import { entriesOf, read, write } from "../kept/storage.js";
import { language, nameOf, phrase, phraseOr } from "../words/words.js";
import { favoriteCards, listedCard, markText, sourceOf } from "./cards.js";
import { hero } from "./hero.js";
import { ladderMap } from "./ladders.js";
import { newBoxes } from "./new.js";
import { openBox } from "./open.js";
import { shelf } from "./boxes.js";
import { thumbnail } from "./thumbnail.js";

const KEPT = "tilewright:catalogue"; // {system, difficulty, done, favorites, order}
const TIERS = ["easy", "medium", "hard", "extreme", "impossible"];
const USUAL = { system: "", difficulty: "", done: "", favorites: "", order: "given" };
// Small ones stand together: they share a line.
const SYSTEMS = "katamino levels shikaku tetris more fridgeiq tangram doodle-fit edges catalogue".split(" ");
const HALVES = ["fridgeiq", "tangram"]; // share a line
const HALF = 4; // cards

export const load = askedOnce(() => Promise.all([get("/api/gallery"), get("/api/ladders")]));

/** @type {Record<string, string[]>} */
const CHOICES = {
  system: ["", ...SYSTEMS],
  difficulty: ["", ...TIERS],
  done: ["", "open", "solved"],
  favorites: ["", "only"],
  order: ["given", "difficulty", "size", "name"],
};

/** @returns {Record<string, string>} */
const chosen = () => ({
  ...USUAL,
  ...entriesOf(
    read(KEPT),
    (value, name) => Object.hasOwn(CHOICES, name) && CHOICES[name].some((each) => each === value),
  ),
});

/** @param {[Item[], Ladder[][]]} data */
export function show([items, ladders]) {
  const markOf = marks();
  const boxes = shelf((source) => markText(markOf(source)));
  $("puzzles").replaceChildren(
    hero(titleOf, playedLast(items, markOf)),
    el("div.home-ways", jumps(), toBoxes(), boxes.ways, openBox()),
    boxes.root,
    el("section.shelf", { id: "favorites" }),
    heading("new"),
    newBoxes("new", (/** @type {string} */ system) => pictureOf(system, items)),
    heading("ladders"),
    ladderMap(ladders, markOf),
    heading("catalogue"),
    filters(items),
    el("div", { id: "catalogue" }),
  );
  showFavorites(items, markOf);
  list(items, markOf);
}

/** @param {Item[]} items @param {MarkOf} markOf */
function showFavorites(items, markOf) {
  const cards = favoriteCards(items, markOf, starred(items));
  $("favorites").hidden = !cards.length;
  $("favorites").replaceChildren(el("h2", phrase("puzzles.favorites")), el("div.cards", cards));
}

// What follows when a star was pressed: the same puzzle may stand here twice.
/** @param {Item[]} items */
const starred = (items) => () => {
  const isFavorite = favoriteTest();
  showFavorites(items, marks());
  if (chosen().favorites) return list(items, marks());
  for (const star of /** @type {NodeListOf<HTMLElement>} */ ($("catalogue").querySelectorAll(".star")))
    star.setAttribute("aria-pressed", String(isFavorite(star.dataset.source ?? "")));
};

/** @param {Item[]} items @param {MarkOf} markOf */
function playedLast(items, markOf) {
  const rows = items.map((item) => ({ item, source: sourceOf(item), mark: markOf(sourceOf(item)) }));
  return rows.filter(({ mark }) => mark.touched > 0).sort((a, b) => b.mark.touched - a.mark.touched);
}

// A puzzle of the catalogue stands for the new ones of its system.
/** @param {string} system @param {Item[]} items */
function pictureOf(system, items) {
  const item = items.find((each) => each.system === (system === "surprise" ? "catalogue" : system));
  return item ? el("div.new-picture", thumbnail(item.card)) : null;
}

/** @param {string} name */
const heading = (name) => el("h2", { id: `${name}-heading`, tabindex: -1 }, phrase(`puzzles.${name}`));

const toBoxes = () => el("a.button", { id: "to-boxes", href: addressOf("boxes") }, phrase("puzzles.boxes"));

// Ways past what stands above, for keys and phones.
function jumps() {
  /** @param {string} name */
  const jump = (name) =>
    button(`↓ ${phrase(`puzzles.${name}`)}`, () => $(`${name}-heading`).focus(), { id: `jump-${name}` });
  return el(
    "nav.bar.small",
    { "aria-label": phrase("puzzles.on this page") },
    ["new", "ladders", "catalogue"].map(jump),
  );
}

/** @param {Item[]} items */
function filters(items) {
  /** @param {string} name @param {(value: string) => string} textOf */
  const pick = (name, textOf) => {
    const change = (/** @type {string} */ value) => {
      write(KEPT, { ...chosen(), [name]: value });
      list(items, marks());
    };
    const all = (/** @type {string} */ value) => (value ? textOf(value) : phrase("puzzles.filter all"));
    return labelled(
      phrase(`puzzles.filter ${name}`),
      select(CHOICES[name], chosen()[name], all, change, { id: `filter-${name}` }),
    );
  };
  const search = el("input", { id: "filter-name", type: "search", oninput: () => list(items, marks()) });
  return el(
    "div.row.filters",
    labelled(phrase("puzzles.filter name"), search),
    pick("system", titleOf),
    pick("difficulty", (value) => phrase(`puzzles.${value}`)),
    pick("done", (value) => phrase(`puzzles.filter ${value}`)),
    pick("order", (value) => phrase(`puzzles.order ${value}`)),
    onlyFavorites(items),
    el("p.plain", { id: "filter-count", role: "status" }),
  );
}

/** @param {Item[]} items */
function onlyFavorites(items) {
  const isOn = () => String(chosen().favorites === "only");
  /** @param {MouseEvent} event */
  const turn = ({ currentTarget }) => {
    write(KEPT, { ...chosen(), favorites: chosen().favorites ? "" : "only" });
    currentTarget.setAttribute("aria-pressed", isOn());
    list(items, marks());
  };
  const attributes = { id: "filter-favorites", type: "button", "aria-pressed": isOn(), onclick: turn };
  return el("button", attributes, icon("star"), phrase("puzzles.favorites"));
}

// Letters as they are looked for: small, and without what stands above or below them.
/** @param {string} text */
const plain = (text) =>
  text
    .normalize("NFD")
    .replace(/\p{Mark}/gu, "")
    .toLocaleLowerCase(language);

/** @param {Item[]} items @param {MarkOf} markOf */
function list(items, markOf) {
  const { system, difficulty, done, favorites, order } = chosen();
  const isFavorite = favoriteTest();
  const letters = plain($("filter-name").value.trim());
  /** @param {Item} item */
  const isShown = (item) =>
    (!letters || plain(nameOf(item.title)).includes(letters)) &&
    (!system || item.system === system) &&
    (!difficulty || item.difficulty === difficulty) &&
    (!favorites || isFavorite(sourceOf(item))) &&
    (!done || markOf(sourceOf(item)).solved === (done === "solved"));
  const shown = items.filter(isShown).toSorted(ORDERS[order]);
  $("filter-count").textContent = phrase("puzzles.shown", { shown: shown.length, all: items.length });
  const systems = SYSTEMS.filter((name) => shown.some((item) => item.system === name));
  $("catalogue").classList.toggle("chosen", shown.length < items.length);
  $("catalogue").replaceChildren(
    ...systems.map((name) => pack(name, shown, markOf, { isFavorite, changed: starred(items) })),
    ...(shown.length ? [] : [el("p.plain", phrase("puzzles.none shown"))]),
  );
}

// How puzzles are put in order, two at a time.
/** @type {Record<string, (a: Item, b: Item) => number>} */
const ORDERS = {
  given: () => 0,
  difficulty: (a, b) => TIERS.indexOf(a.difficulty) - TIERS.indexOf(b.difficulty),
  size: (a, b) => a.cells - b.cells,
  name: (a, b) => nameOf(a.title).localeCompare(nameOf(b.title), language, { numeric: true }),
};

/** @typedef {{ isFavorite(source: string): boolean, changed(): void }} Stars */
/** @param {string} system @param {Item[]} items @param {MarkOf} markOf @param {Stars} stars */
function pack(system, items, markOf, { isFavorite, changed }) {
  const own = items
    .filter((item) => item.system === system)
    .map((item) => ({ item, source: sourceOf(item), mark: markOf(sourceOf(item)) }));
  const cards = own.map(({ item, source, mark }) =>
    listedCard(item, mark, { isOn: isFavorite(source), changed }),
  );
  const [all, solved] = [own.length, own.filter(({ mark }) => mark.solved).length];
  const progress = phrase(solved ? "puzzles.solved of" : "puzzles.count", { solved, all });
  const title = el("h3", titleOf(system), " ", el("small", progress));
  const root = el("section.shelf", title, el("div.cards", cards));
  root.style.setProperty("--count", String(HALVES.includes(system) ? Math.min(all, HALF) : all));
  return root;
}

// A system in words; the server calls it by a short name.
/** @param {string} system */
export const titleOf = (system) => phraseOr(`puzzles.system.${system}`, system);
