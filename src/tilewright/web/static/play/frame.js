// What stands around the board in Play: messages, zoom, actions, the tray, the finish.

import { el } from "../core/dom.js";
import { icon } from "../core/icons.js";
import { anotherSource } from "../puzzles/new.js";
import { starButton } from "../puzzles/star.js";
import { addressOf } from "../state/address.js";
import { phrase } from "../words/words.js";
import { boxBar } from "./boxbar.js";
import { finishBox } from "./finish.js";

// `does` has what each button does; `zoom` is null where the board needs none; `space` shows solids.
/** @param {any} it @param {string} source @param {any} does */
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
/** @param {any} player @param {string} source @param {any} does */
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
/** @param {string} name @param {any} act @param {boolean} [titled] */
const tool = (name, act, titled = true) =>
  el(
    "button.tool",
    { id: `play-${name}`, type: "button", title: titled ? phrase(`play.${name} keys`) : null, onclick: act },
    icon(name),
    el("span", phrase(`play.${name}`)),
  );

// A quieter one: the icon beside the words.
/** @param {string} name @param {string} text @param {any} act @param {Attributes} [attributes] */
const quiet = (name, text, act, attributes = {}) =>
  el("button", { id: `play-${name}`, type: "button", onclick: act, ...attributes }, icon(name), text);

// What is done at every move.
/** @param {any} player @param {any} does */
const toolbar = (player, does) =>
  el(
    "div.toolbar",
    player.motions.map((/** @type {any} */ how) => tool(how, () => does.turn(how))),
    tool("undo", does.undo),
    tool("redo", does.redo),
    tool("hint", does.hint, false),
    tool("check", does.check, false),
  );

/** @param {any} player @param {string} source @param {any} does */
function actions(player, source, does) {
  const next = anotherSource(source);
  const another = { id: "play-another", class: "button", href: next && addressOf("play", next) };
  const toggle = (/** @type {string} */ name) =>
    quiet(name, phrase(`tools.${name}`), does[name], {
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
/** @param {any} isTrying @param {any} one */
export function trialButtons(isTrying, { tryOut, keep, drop }) {
  if (!isTrying) return [quiet("try", phrase("tools.try"), tryOut, { title: phrase("tools.try title") })];
  return [
    el("b", phrase("tools.trying")),
    quiet("keep", phrase("tools.keep"), keep),
    quiet("drop", phrase("tools.drop"), drop),
  ];
}
