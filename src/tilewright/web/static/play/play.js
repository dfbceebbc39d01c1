// Playing: what pieces and Shikaku rectangles have in common. History, hints, checks, the clock, the end.

import { postJson } from "../core/api.js";
import { $, button, el, say, svg } from "../core/dom.js";
import * as draw from "../core/draw.js";
import { timeText } from "../core/phrases.js";
import { noteSolved } from "../puzzles/calendar.js";
import { anotherSource } from "../puzzles/new.js";
import { addressOf } from "../state/address.js";
import { apply, changeBetween, inverse } from "../state/history.js";
import { unpacked } from "../state/link.js";
import { loadProgress, storageKey } from "../state/progress.js";
import { listen, pinned, placementsOf, remember, restore, solutionText, store } from "../state/store.js";
import { solveFrom } from "../solve/solve.js";
import { Adviser, isFull, serverAnswer } from "./advice.js";
import { startClock } from "./clock.js";
import { PiecePlayer } from "./pieces.js";
import { RectanglePlayer } from "./rectangles.js";
import { phrase } from "../words/words.js";

const SIGNS = { turn: "⟳", flip: "⇋", tumble: "⤵" };
let player = null;
const adviser = new Adviser({ tell, mark: refresh });

listen((what) => {
  if (what !== "puzzle") return;
  player?.close();
  player = null;
});
startClock(showTime);

export function show(_, route) {
  if (!player) build();
  refresh();
  showTime();
  tellIfDone();
  if (route.at) layFromAddress(route);
}

function build() {
  const Player = store.view.kind === "shikaku" ? RectanglePlayer : PiecePlayer;
  player = new Player(store, { commit, refresh, say: tell });
  $("play").replaceChildren(
    el(
      "div",
      { class: "bench" },
      el("div", { class: "work" }, messages(), stage()),
      el(
        "div",
        { class: "side" },
        actions(),
        el("div", { id: "play-tray", class: "tray", role: "group", "aria-label": phrase("play.pieces") }),
        el(
          "details",
          {},
          el("summary", {}, phrase("play.how to play")),
          el("p", { class: "keys" }, player.help),
        ),
      ),
    ),
  );
}

const messages = () =>
  el(
    "div",
    { class: "messages" },
    el("p", { id: "play-text", class: "told", role: "status" }),
    el("output", { id: "play-clock", "aria-label": phrase("play.time"), "aria-live": "off" }),
    el("p", { id: "play-where", class: "hidden-text", role: "status" }),
  );

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

function actions() {
  const source = anotherSource(store.route.source);
  const another = source && addressOf("play", source);
  const turns = player.motions.map((how) =>
    button(`${SIGNS[how]} ${phrase(`play.${how}`)}`, () => player.turn(how), {
      id: `play-${how}`,
      title: phrase(`play.${how} keys`),
    }),
  );
  return el(
    "div",
    { class: "bar small actions" },
    turns,
    button(`↶ ${phrase("play.undo")}`, undo, { id: "play-undo", title: phrase("play.undo keys") }),
    button(`↷ ${phrase("play.redo")}`, redo, { id: "play-redo", title: phrase("play.redo keys") }),
    button(phrase("play.hint"), () => advise("hint"), { id: "play-hint" }),
    button(phrase("play.check"), () => advise("check"), { id: "play-check" }),
    button(phrase("play.solve from here"), solveFromHere, { id: "play-solve" }),
    another ? el("a", { id: "play-another", class: "button", href: another }, phrase("play.another")) : null,
    button(phrase("play.again"), startAgain, { id: "play-again" }),
  );
}

function tell(text) {
  $("play-text").textContent = text;
}

// Every change of what lies on the board goes through here, so that it can be undone.
function commit(placed) {
  const { progress } = store;
  progress.past.push(changeBetween(store.placed, placed));
  progress.future = [];
  progress.begun = true;
  progress.finished = false;
  become(placed);
  finishIfSolved();
}

function become(placed) {
  store.placed = placed;
  store.progress.moves += 1;
  remember();
  tell("");
  refresh();
}

function undo() {
  step(store.progress.past, store.progress.future, inverse);
}

function redo() {
  step(store.progress.future, store.progress.past, (change) => change);
}

// The last change of one list goes to the other; what it makes of the board is `effect`.
function step(from, to, effect) {
  if (!from.length) return;
  player.cancel();
  const change = from.pop();
  to.push(change);
  become(apply(store.placed, effect(change)));
  tellIfDone();
}

function startAgain() {
  player.cancel();
  commit(pinned());
  Object.assign(store.progress, { seconds: 0, begun: false });
  remember();
  showTime();
}

function showTime() {
  if ($("play-clock")) $("play-clock").textContent = timeText(store.progress.seconds);
}

function refresh(marks = [], good = false, refuted = []) {
  const { lattice, view, progress } = store;
  const board = draw.picture(
    lattice,
    [...view.atoms, ...view.optional],
    { id: "play-board", tabindex: 0, role: "application" },
    0.4,
  );
  board.setAttribute(
    "aria-label",
    phrase("play.board label", { name: view.name || phrase("page.puzzle"), count: store.placed.length }),
  );
  board.append(draw.board(lattice, view));
  player.drawPlaced(board);
  if (view.kind === "shikaku") board.append(draw.clues(view));
  if (refuted.length) board.append(svg("path", { d: lattice.outline(refuted), class: "refuted" }));
  for (const atoms of marks)
    board.append(svg("path", { d: lattice.outline(atoms), class: good ? "mark good" : "mark" }));
  player.attach(board);
  const had = document.activeElement?.id === "play-board";
  $("play-stage").replaceChildren(board);
  player.attached?.();
  if (had) board.focus({ preventScroll: true });
  $("play-undo").disabled = !progress.past.length;
  $("play-redo").disabled = !progress.future.length;
}

async function finishIfSolved() {
  if (!isFull()) return;
  const answer = await serverAnswer("/api/check");
  if (!answer) return;
  if (!answer.done) return adviser.showFaults(answer.faults);
  const { progress } = store;
  noteSolved(store.route.source, progress.seconds);
  Object.assign(progress, {
    finished: true,
    solved: true,
    best: Math.min(progress.best ?? Infinity, progress.seconds),
  });
  remember();
  tellIfDone();
}

// Solved, now or when it was looked at before.
function tellIfDone() {
  const { progress } = store;
  if (!progress.finished || !isFull()) return;
  const best =
    progress.best < Math.floor(progress.seconds)
      ? ` ${phrase("play.best", { time: timeText(progress.best) })}`
      : "";
  tell(phrase("play.done", { time: timeText(progress.seconds) }) + best);
  $("play-board").classList.add("done");
}

function advise(how) {
  player.cancel();
  adviser[how]();
}

function solveFromHere() {
  player.cancel();
  solveFrom(store.placed);
  location.hash = addressOf("solve", store.route.source);
}

// What a shared address says lies on the board; it can be undone like any move.
async function layFromAddress(route) {
  history.replaceState(null, "", addressOf("play", route.source));
  try {
    const rows = JSON.parse(await unpacked(route.at));
    const placed = placementsOf({ placements: rows }).map((row) => JSON.parse(JSON.stringify(row)));
    const answer = await postJson("/api/check", {
      puzzle: store.view.puzzle,
      solution: solutionText(placed),
    });
    if (route !== store.route || answer.faults.length) return;
    commit([...pinned(), ...placed]);
  } catch {
    say(phrase("play.link not laid"), "bad");
  }
}

// Another tab plays the same puzzle: what it does is shown here too.
addEventListener("storage", (event) => {
  if (!store.view || event.key !== storageKey(store.view) || !event.newValue) return;
  if (loadProgress(store.view).moves <= store.progress.moves) return;
  player?.cancel();
  restore();
  if (player && store.route.view === "play") show(null, store.route);
});

function isForMe(event) {
  return !$("play").hidden && player && !event.target.matches("input, textarea, select");
}

addEventListener("keydown", (event) => {
  if (!isForMe(event)) return;
  const letter = event.key.toLowerCase();
  const command = event.ctrlKey || event.metaKey;
  if (command && letter === "z" && !event.shiftKey) undo();
  else if (command && (letter === "y" || letter === "z")) redo();
  else if (command || event.altKey || !player.key(event)) return;
  event.preventDefault();
});
