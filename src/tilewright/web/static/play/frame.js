// What stands around the board in Play: messages, zoom, actions, the tray, the finish.

import { button, el } from "../core/dom.js";
import { anotherSource } from "../puzzles/new.js";
import { addressOf } from "../state/address.js";
import { phrase } from "../words/words.js";
import { finishBox } from "./finish.js";
import { pencilHelp } from "./pencil.js";

const SIGNS = { turn: "⟳", flip: "⇋", tumble: "⤵" };

// `does` has what each button does; `zoom` is null where the board needs none; `space` shows solids.
export function playFrame({ player, zoom, space }, source, does) {
  return el(
    "div",
    { class: "bench play-bench" },
    el(
      "div",
      { class: "work" },
      messages(),
      stage(),
      space.element(),
      player.rule ? el("p", { class: "plain" }, player.rule) : null,
      el("div", { class: "under" }, outlook(), zoom?.buttons()),
    ),
    el("div", { class: "side" }, side(player, source, does)),
  );
}

// Where there are no pieces beside the board, the finish has its place below what can be done.
function side(player, source, does) {
  const label = phrase("play.pieces");
  const tray = { id: "play-tray", class: "tray", role: "group", "aria-label": label, hidden: !player.pieces };
  const place = el("div", { class: "tray-place" }, finishBox(), el("div", tray));
  const help = el(
    "details",
    {},
    el("summary", {}, phrase("play.how to play")),
    el("p", { class: "keys" }, player.help),
    pencilHelp(),
  );
  const done = actions(player, source, does);
  return player.pieces ? [place, done, help] : [done, help, place];
}

const messages = () =>
  el(
    "div",
    { class: "messages" },
    el("p", { id: "play-text", class: "told", role: "status" }),
    el("output", { id: "play-clock", "aria-label": phrase("play.time"), "aria-live": "off" }),
    el("p", { id: "play-where", class: "hidden-text", role: "status" }),
  );

const outlook = () => el("p", { id: "play-outlook", class: "plain", role: "status" });

const stage = () =>
  el(
    "div",
    { class: "board-frame" },
    el("div", { id: "play-stage", class: "stage playing" }),
    el("div", {
      id: "play-controls",
      class: "controls",
      role: "group",
      "aria-label": phrase("play.piece on the board"),
      hidden: true,
    }),
  );

function actions(player, source, does) {
  const turns = player.motions.map((how) =>
    button(`${SIGNS[how]} ${phrase(`play.${how}`)}`, () => does.turn(how), {
      id: `play-${how}`,
      title: phrase(`play.${how} keys`),
    }),
  );
  const next = anotherSource(source);
  const another = { id: "play-another", class: "button", href: next && addressOf("play", next) };
  return el(
    "div",
    { class: "bar small actions" },
    turns,
    button(`↶ ${phrase("play.undo")}`, does.undo, { id: "play-undo", title: phrase("play.undo keys") }),
    button(`↷ ${phrase("play.redo")}`, does.redo, { id: "play-redo", title: phrase("play.redo keys") }),
    button(phrase("play.hint"), does.hint, { id: "play-hint" }),
    button(phrase("play.check"), does.check, { id: "play-check" }),
    button(`✎ ${phrase("tools.pencil")}`, does.pencil, {
      id: "play-pencil",
      title: phrase("tools.pencil title"),
      "aria-pressed": "false",
    }),
    el("span", { id: "play-trial", class: "trial" }),
    button(phrase("play.solve from here"), does.solve, { id: "play-solve" }),
    next ? el("a", another, phrase("play.another")) : null,
    button(phrase("play.again"), does.again, { id: "play-again" }),
  );
}

// The trial's buttons: to begin one, or to keep or drop the one that goes on.
export function trialButtons(isTrying, { tryOut, keep, drop }) {
  if (!isTrying)
    return [button(phrase("tools.try"), tryOut, { id: "play-try", title: phrase("tools.try title") })];
  return [
    el("b", {}, phrase("tools.trying")),
    button(`✓ ${phrase("tools.keep")}`, keep, { id: "play-keep" }),
    button(`× ${phrase("tools.drop")}`, drop, { id: "play-drop" }),
  ];
}
