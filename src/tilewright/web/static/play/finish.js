// The finish: a wave through the pieces in the order they were laid, and a card with what there is to say.

import { $, button, el, say } from "../core/dom.js";
import { part } from "../core/failures.js";
import { icon } from "../core/icons.js";
import { timeText } from "../core/phrases.js";
import { addressOf } from "../state/address.js";
import { store } from "../state/store.js";
import { phrase } from "../words/words.js";
import { nextSource } from "./next.js";
import { resultText } from "./result.js";

const LAG = 70; // milliseconds between one piece and the next
const WHOLE = 1500; // milliseconds of the whole wave at most

export const finishBox = () => el("section", { id: "play-finish", class: "finish", hidden: true });

// Pieces light up one after the other; the style sheet leaves it out for those who want no motion.
export function wave(board) {
  const pieces = [...board.querySelectorAll(".laid, .given")];
  const lag = Math.min(LAG, WHOLE / Math.max(1, pieces.length));
  pieces.forEach((piece, i) => (piece.style.animationDelay = `${Math.round(i * lag)}ms`));
  board.classList.add("wave");
}

export function hideFinish() {
  if ($("play-finish")) $("play-finish").hidden = true;
}

export async function showFinish() {
  const box = $("play-finish");
  const { progress, view, route } = store;
  const rows = [
    ["tools.time", timeText(progress.seconds)],
    ["tools.best", timeText(progress.best ?? progress.seconds)],
    ["tools.hints used", progress.hints],
    ["tools.moves made", progress.past.length],
  ];
  box.setAttribute("aria-label", phrase("tools.solved"));
  const buttons = el(
    "div",
    { class: "bar" },
    iconButton("share", phrase("tools.share result"), share),
    iconButton("picture", phrase("tools.share picture"), sendPicture),
  );
  const close = { class: "finish-close", "aria-label": phrase("page.close") };
  box.replaceChildren(
    el("h3", {}, phrase("tools.solved")),
    button("×", hideFinish, close),
    el(
      "dl",
      {},
      rows.flatMap(([key, value]) => [el("dt", {}, phrase(key)), el("dd", {}, String(value))]),
    ),
    buttons,
  );
  box.hidden = false;
  const next = await nextSource(route.source);
  if (!next || view !== store.view || route !== store.route) return;
  const link = { id: "finish-next", class: "button main", href: addressOf("play", next) };
  buttons.prepend(el("a", link, phrase("tools.next"), icon("next")));
}

const iconButton = (name, text, act) =>
  el("button", { id: `finish-${name}`, type: "button", onclick: act }, icon(name), text);

// What draws the picture is fetched when it is asked for.
async function sendPicture() {
  try {
    await (await part(() => import("./postcard.js"))).sendPostcard();
  } catch (error) {
    say(error.message, "bad");
  }
}

async function share() {
  const text = resultText(store.view, store.progress);
  try {
    await navigator.clipboard.writeText(text);
    say(phrase("tools.result copied"));
  } catch {
    shown(text); // the browser lets nothing be copied: it is there to be taken by hand
  }
}

function shown(text) {
  $("finish-text")?.remove();
  const area = el("textarea", { id: "finish-text", readonly: true, rows: 6 });
  area.setAttribute("aria-label", phrase("tools.share result"));
  area.value = text;
  $("play-finish").append(area);
  area.select();
}
