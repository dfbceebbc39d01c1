// What stands around the board in Play: messages, zoom, actions, the tray, the finish; and how large the board is.

import { $, button, el, select } from "../core/dom.js";
import { icon } from "../core/icons.js";
import { anotherSource } from "../state/sources.js";
import { starButton } from "../puzzles/star.js";
import { addressOf } from "../state/address.js";
import { boardText, phrase } from "../words/words.js";
import { finishBox } from "./finish.js";
import { store } from "../state/store.js";

// `does` has what each button does; `zoom` is null where the board needs none; `space` shows solids.
/** @param {{ player: Player, zoom: Zoom | null, space: Space, pages: Pages }} of @param {string} source @param {Does} does */
export function playFrame({ player, zoom, space, pages }, source, does) {
  return el(
    "div.bench.play-bench",
    el(
      "div.work",
      boxBar(does),
      messages(source),
      stage(),
      pages.element(),
      space.element(),
      player.rule ? el("p.plain", player.rule) : null,
      el("div.under", outlook(), zoom?.buttons()),
    ),
    el("div.side", side(player, source, does)),
  );
}

// Where there are no pieces beside the board, the finish has its place below what can be done.
/** @param {Player} player @param {string} source @param {Does} does */
function side(player, source, does) {
  const label = phrase("play.pieces");
  const tray = { id: "play-tray", class: "tray", role: "group", "aria-label": label, hidden: !player.pieces };
  const place = el("div.tray-place", finishBox(), el("div", tray));
  const help = el(
    "details",
    el("summary", phrase("play.how to play")),
    el("p.keys", player.help),
    player.tools.map((/** @type {string} */ name) => el("p.keys", phrase(`tools.${name} help`))),
  );
  const done = [toolbar(player, does), actions(player, source, does)];
  return player.pieces ? [place, ...done, help] : [...done, help, place];
}

/** @param {string} source */
const messages = (source) =>
  el(
    "div.messages",
    el("p.told", { id: "play-text", role: "status" }),
    el(
      "div.beside-text",
      el("output", { id: "play-clock", "aria-label": phrase("play.time"), "aria-live": "off" }),
      starButton(source, {}, { id: "play-star" }),
    ),
    el("p.hidden-text", { id: "play-where", role: "status" }),
  );

const outlook = () => el("p.plain", { id: "play-outlook", role: "status" });

const stage = () =>
  el(
    "div.board-frame",
    el("div.stage.playing", { id: "play-stage" }),
    el("div.controls", {
      id: "play-controls",
      role: "group",
      "aria-label": phrase("play.piece on the board"),
      hidden: true,
    }),
  );

// A button of the toolbar: an icon above its word. `titled` says it has keys of its own.
/** @param {string} name @param {() => unknown} act @param {boolean} [titled] */
const tool = (name, act, titled = true) =>
  el(
    "button.tool",
    { id: `play-${name}`, type: "button", title: titled ? phrase(`play.${name} keys`) : null, onclick: act },
    icon(name),
    el("span", phrase(`play.${name}`)),
  );

// A quieter one: the icon beside the words.
/** @param {string} name @param {string} text @param {() => unknown} act @param {Attributes} [attributes] */
const quiet = (name, text, act, attributes = {}) =>
  el("button", { id: `play-${name}`, type: "button", onclick: act, ...attributes }, icon(name), text);

// What is done at every move.
/** @param {Player} player @param {Does} does */
const toolbar = (player, does) =>
  el(
    "div.toolbar",
    player.motions.map((/** @type {string} */ how) => tool(how, () => does.turn(how))),
    tool("undo", does.undo),
    tool("redo", does.redo),
    tool("hint", does.hint, false),
    tool("check", does.check, false),
  );

/** @param {Player} player @param {string} source @param {Does} does */
function actions(player, source, does) {
  const next = anotherSource(source);
  const another = { id: "play-another", class: "button", href: next && addressOf("play", next) };
  const toggle = (/** @type {string} */ name) =>
    quiet(name, phrase(`tools.${name}`), () => does.useTool(name), {
      title: phrase(`tools.${name} title`),
      "aria-pressed": "false",
    });
  return el(
    "div.bar.small.actions",
    player.tools.map(toggle),
    el("span.trial", { id: "play-trial" }),
    quiet("solve", phrase("play.solve from here"), does.solve),
    next ? el("a", another, icon("another"), phrase("play.another")) : null,
    quiet("again", phrase("play.again"), does.again),
  );
}

// The trial's buttons: to begin one, or to keep or drop the one that goes on.
/** @param {boolean} isTrying @param {Pick<Does, "tryOut" | "keep" | "drop">} does */
export function trialButtons(isTrying, { tryOut, keep, drop }) {
  if (!isTrying) return [quiet("try", phrase("tools.try"), tryOut, { title: phrase("tools.try title") })];
  return [
    el("b", phrase("tools.trying")),
    quiet("keep", phrase("tools.keep"), keep),
    quiet("drop", phrase("tools.drop"), drop),
  ];
}

// ---- a box that somebody owns --------------------------------------------------------------------------------------

// Above the board of a box that somebody owns: which of its boards, what the dice show or which date it is, one more piece.

/** @param {Does} does */
function boxBar(does) {
  const { box } = store.view;
  if (!box) return null;
  return el(
    "div.bar.small.box-bar",
    box.boards.length > 1 ? boardChoice(box) : null,
    box.groups.map((group, i) => openChoice(box, group, i)),
    box.dice ? button(phrase("puzzles.box roll"), () => roll(box), { id: "box-roll" }) : null,
    button(phrase("puzzles.box more"), does.more, { id: "box-more" }),
  );
}

/** @param {...string} parts */
const go = (...parts) => (location.hash = addressOf("play", ["box", ...parts].join("/")));

/** @param {OwnedBoard} box */
const boardChoice = ({ name, boards, board }) =>
  select(boards, board, boardText, (chosen) => go(name, chosen), {
    id: "box-board",
    "aria-label": phrase("puzzles.box board"),
  });

// One of the names of a group stays open: what a die shows, a month, a day.
/** @param {OwnedBoard} box @param {string[]} group @param {number} i */
function openChoice({ name, board, open, dice }, group, i) {
  const label = phrase(dice ? "puzzles.box die" : "puzzles.box date", { number: i + 1 });
  const change = (/** @type {string} */ chosen) => go(name, board, open.with(i, chosen).join(","));
  return select(group, open[i], boardText, change, { id: `box-open-${i}`, "aria-label": label });
}

/** @param {{ name: string, board: string, groups: string[][] }} it */
const roll = ({ name, board, groups }) =>
  go(name, board, groups.map((group) => group[Math.floor(Math.random() * group.length)]).join(","));

// ---- the size of the board -----------------------------------------------------------------------------------------

// The board is as large as the window lets it be: it, the pieces and what is done at every move are seen on one screen.

const BELOW = 8; // pixels below what is seen
const LEAST_BOARD = 120; // pixels of a board in a window that has no room
const STACKED = matchMedia("(max-width: 59.99rem)"); // the pieces lie below the board, the toolbar at the window's end

// The board as large as its place is wide.
export const freeBoard = () => $("play").style.removeProperty("--board-height");

// In a notebook the frame is as high as the page, so there is no window to fit.
const GROWS = document.querySelector('meta[name="tilewright-backend"]')?.content === "notebook";
document.documentElement.classList.toggle("grows", GROWS);

// To be called when the free board and its tray stand.
export function fitBoard() {
  if (GROWS) return;
  const box = $("play-stage").getBoundingClientRect();
  const room = innerHeight - scrollY - fixedHeight() - BELOW - (lowest() - box.height);
  const height = Math.floor(Math.max(LEAST_BOARD, Math.min(room, box.height)));
  $("play").style.setProperty("--board-height", `${height}px`);
  keepTrayPlace();
}

// The pieces keep the place that all of them take, so that nothing below moves while they leave it one by one.
function keepTrayPlace() {
  const place = $("play").querySelector(".tray-place");
  place.style.minHeight = "";
  if ($("play-finish").hidden && $("play-tray").offsetHeight)
    place.style.minHeight = `${place.offsetHeight}px`;
}

// Where the last of what must be seen ends. Beside the board everything else has room of its own.
function lowest() {
  const parts = STACKED.matches ? [".work", "#play-tray"] : [".work"];
  return Math.max(...parts.map((name) => $("play").querySelector(name).getBoundingClientRect().bottom));
}

function fixedHeight() {
  const bar = $("play").querySelector(".toolbar");
  return getComputedStyle(bar).position === "fixed" ? bar.offsetHeight : 0;
}
