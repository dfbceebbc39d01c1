// The finish: a wave through the pieces in the order they were laid, and a card with what there is to say.

import { $, button, complain, el, say } from "../core/dom.js";
import { part } from "../core/failures.js";
import { icon } from "../core/icons.js";
import { timeText, titleOf } from "../core/phrases.js";
import { addressOf } from "../state/address.js";
import { solutionText, store } from "../state/store.js";
import { phrase } from "../words/words.js";
import { startAgain } from "./moves.js";
import { nextSource } from "../state/sources.js";
import { searched } from "../core/api.js";
import { listOf, read, recordOf, write } from "../kept/storage.js";

const LAG = 70; // milliseconds between one piece and the next
const WHOLE = 1500; // milliseconds of the whole wave at most
const [STEP, FILM] = [400, 10_000]; // the same of a replay

export const finishBox = () => el("section.finish", { id: "play-finish", hidden: true });

// Pieces light up one after the other; the style sheet leaves it out for those who want no motion.
/** @param {SVGSVGElement} board */
export const wave = (board) => oneByOne(board, "wave", ".laid, .given", LAG, WHOLE);

// Pieces come once more, in the order they were laid.
const replay = () => oneByOne($("play-board"), "replay", ".laid", STEP, FILM);

/** @param {SVGSVGElement} board @param {string} name @param {string} which @param {number} step @param {number} whole */
function oneByOne(board, name, which, step, whole) {
  const pieces = [...board.querySelectorAll(which)];
  const lag = Math.min(step, whole / Math.max(1, pieces.length));
  pieces.forEach((piece, i) => (piece.style.animationDelay = `${Math.round(i * lag)}ms`));
  board.classList.remove("wave", "replay");
  void board.getBoundingClientRect(); // or an animation that was there would not begin again
  board.classList.add(name);
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
    ["tools.hints used", String(progress.hints)],
    ["tools.moves made", String(progress.past.length)],
  ];
  box.setAttribute("aria-label", phrase("tools.solved"));
  const close = { class: "finish-close", "aria-label": phrase("page.close") };
  const goOn = el("div.bar");
  const shares = el(
    "div.shares",
    tool("replay", "tools.replay title", replay),
    tool("share", "tools.share result", share),
    tool("picture", "tools.share picture", () => send("sendPostcard")),
    tool("film", "tools.share replay", () => send("sendReplay")),
  );
  const found = el("p.plain", { id: "finish-found", role: "status" });
  const parts = [
    el("h3", phrase("tools.solved")),
    button(icon("drop"), hideFinish, close),
    isLed() && el("p.plain", phrase("tools.led")),
    el(
      "dl",
      rows.flatMap(([key, value]) => [el("dt", phrase(key)), el("dd", value)]),
    ),
    goOn,
    shares,
    found,
  ];
  box.replaceChildren(...parts.filter(Boolean));
  box.hidden = false;
  const isGone = () => view !== store.view || route !== store.route || box.hidden;
  showNext(goOn, isGone);
  showFound(found, shares, isGone);
}

/** @param {Element} goOn @param {() => boolean} isGone */
async function showNext(goOn, isGone) {
  const next = await nextSource(store.route.source);
  if (!next || isGone()) return;
  const link = { id: "finish-next", class: "button main", href: addressOf("play", next) };
  goOn.prepend(el("a", link, phrase("tools.next"), icon("next")));
}

// How many of all solutions the player has found; there may be another to look for. Both have their place from the start, for
// they come late: nothing moves.
/** @param {HTMLElement} line @param {HTMLElement} shares @param {() => boolean} isGone */
async function showFound(line, shares, isGone) {
  const known = await foundSoFar();
  if (!known || isGone() || (known.isExact && known.total === 1n)) return;
  const { found, total, isExact } = known;
  const isAll = isExact && BigInt(found) >= total;
  const key = isAll ? "tools.found all" : isExact ? "tools.found" : "tools.found of many";
  line.textContent = phrase(key, { found, total });
  line.title = phrase("tools.found aside");
  if (!isAll) shares.append(tool("another", "tools.find another", startAgain));
}

// Whether every piece was laid by a hint.
function isLed() {
  const { placed, progress } = store;
  return progress.led > 0 && progress.led >= placed.filter(({ fixed }) => !fixed).length;
}

/** @param {string} name @param {string} title @param {() => unknown} act */
const tool = (name, title, act) =>
  el(
    "button.tool",
    { id: `finish-${name}`, type: "button", title: phrase(title), onclick: act },
    icon(name),
    el("span", phrase(`tools.${name}`)),
  );

// What draws the picture is fetched when it is asked for.
/** @param {"sendPostcard" | "sendReplay"} what */
const send = (what) =>
  part(() => import("./postcard.js"))
    .then((its) => its[what]())
    .catch(complain);

async function share() {
  const text = resultText(store.view, store.progress);
  try {
    await navigator.clipboard.writeText(text);
    say(phrase("tools.result copied"));
  } catch {
    shown(text); // the browser lets nothing be copied: it is there to be taken by hand
  }
}

/** @param {string} text */
function shown(text) {
  $("finish-text")?.remove();
  const label = phrase("tools.share result");
  const area = el("textarea", { id: "finish-text", readonly: true, rows: 6, "aria-label": label }, text);
  $("play-finish").append(area);
  area.select();
}

// ---- solutions found so far ----------------------------------------------------------------------------------------

// Which of all solutions the player has found on this browser, mirror images and turned ones counted once.

const COUNTING = 5; // seconds of the count; what takes longer is told as "at least"

// {found, total, isExact} with the solution that lies there; null where nobody can tell.
async function foundSoFar() {
  const { view } = store;
  const job = { goal: "found", puzzle: view.puzzle, partial: solutionText(), seconds: COUNTING };
  const end = await searched(job).catch(() => null);
  if (!end?.orbit || !end.count || typeof end.count === "number") return null;
  const name = `tilewright:found:${view.digest}`;
  const known = listOf(recordOf(read(name)).orbits).filter((orbit) => typeof orbit === "string");
  const orbits = [...new Set([...known, end.orbit])];
  if (orbits.length > known.length) write(name, { orbits });
  const { value_text: total, bound } = end.count;
  return { found: orbits.length, total: BigInt(total), isExact: bound === "exact" };
}

// ---- the result as a text to share ---------------------------------------------------------------------------------

// What is shared of a solved puzzle: its name, time and hints, and a small picture that gives nothing away.

const ROW = 10; // signs in a row
const MOST_SIGNS = 60; // signs in all
const SIGNS = { laid: "🟩", back: "🟧", note: "⬜" };

// A sign for each move: laid, taken back, noted.
/** @param {View} view @param {Progress} progress */
function resultText(view, { seconds, hints, past }) {
  const signs = past.map(signOf);
  const seen = signs.length > MOST_SIGNS ? [...signs.slice(0, MOST_SIGNS - 1), "…"] : signs;
  const rows = [];
  for (let i = 0; i < seen.length; i += ROW) rows.push(seen.slice(i, i + ROW).join(""));
  const name = titleOf(view);
  const head = phrase("tools.result", { name, time: timeText(seconds), hints });
  return [head, ...rows].join("\n");
}

/** @param {Change} change */
function signOf(change) {
  if (change.in.length) return SIGNS.laid;
  return change.notes ? SIGNS.note : SIGNS.back;
}
