// Puzzles that people own: all of them, each leading to its board for what lies on the table; and those that somebody ticked.

import { get } from "../core/api.js";
import { $, button, check, el, messageOf } from "../core/dom.js";
import { addressOf } from "../state/address.js";
import { boardText, nameOf, phrase } from "../words/words.js";
import { thumbnail } from "./thumbnail.js";
import { listOf, read, write } from "../kept/storage.js";

// A row for each board; those of a box stand together.
export const load = () => get("/api/boxes");

/** @param {BoxRow[]} rows */
export function show(rows) {
  const first = rows.filter(({ box }, i) => box !== rows[i - 1]?.box);
  $("boxes").replaceChildren(
    el("h2", phrase("puzzles.boxes")),
    el("p.plain", phrase("puzzles.boxes help")),
    el("div.cards", first.map(card)),
  );
}

/** @param {BoxRow} row */
const card = ({ box, game, title, card: picture }) =>
  el(
    "a.card",
    { href: addressOf("play", `box/${box}`), "data-box": box },
    el("div.frame-of-card", thumbnail(picture, picture.laid)),
    el("b", nameOf(game)),
    el("small", el("span", { lang: "en" }, title)),
  );

// ---- the boxes somebody owns ---------------------------------------------------------------------------------------

const KEPT = "tilewright:shelf"; // names of boxes, in the order in which they came

const owned = () => listOf(read(KEPT)).filter((name) => typeof name === "string");

// {ways, root}: what opens the list of all boxes, to tick those that one owns, and their boards, which come a moment after the
// page. `markText` says of a source how far it is.
/** @param {(source: string) => string} markText */
export function shelf(markText) {
  const title = el("h2", { hidden: true }, phrase("shelf.title"));
  const cards = el("div.cards");
  const list = el("div.boxes-to-own", { id: "shelf-boxes", hidden: true });
  const root = el("section", { id: "shelf" }, list, title, cards);
  const showAll = () => fill({ title, cards, list }, markText);
  const open = () => {
    list.hidden = !list.hidden;
    ways.setAttribute("aria-expanded", !list.hidden);
    if (!list.childElementCount) showAll();
  };
  const ways = button(`+ ${phrase("shelf.add")}`, open, { id: "shelf-add", "aria-expanded": "false" });
  if (owned().length) showAll();
  return { ways, root };
}

/** @param {Record<"title" | "cards" | "list", HTMLElement>} parts @param {(source: string) => string} markText */
async function fill({ title, cards, list }, markText) {
  /** @type {BoxRow[]} */
  let rows = [];
  try {
    rows = await get("/api/boxes");
  } catch (error) {
    return list.replaceChildren(el("p.plain", messageOf(error)));
  }
  const draw = () => {
    const mine = owned();
    const shown = mine.flatMap((name) => rows.filter(({ box }) => box === name));
    title.hidden = !shown.length;
    cards.replaceChildren(...shown.map((row) => ownedCard(row, markText)));
  };
  const games = new Map(rows.map(({ box, game }) => [box, game]));
  list.replaceChildren(...[...games].map(([box, game]) => tick(box, game, draw)));
  draw();
}

/** @param {string} box @param {string} game @param {() => void} draw */
function tick(box, game, draw) {
  const change = (/** @type {boolean} */ yes) => {
    const others = owned().filter((name) => name !== box);
    write(KEPT, yes ? [...others, box] : others);
    draw();
  };
  return check(nameOf(game), owned().includes(box), change, { value: box });
}

/** @param {BoxRow} row @param {(source: string) => string} markText */
function ownedCard({ box, game, board, card: picture }, markText) {
  const source = `box/${box}/${board}`;
  const mark = markText(source);
  return el(
    "a.card",
    { href: addressOf("play", source) },
    el("div.frame-of-card", thumbnail(picture, picture.laid)),
    el("span", nameOf(game)),
    el("small", el("span", boardText(board)), mark ? el("span.begun", mark) : null),
  );
}
