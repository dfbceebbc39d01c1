// Playing: what pieces and Shikaku rectangles have in common. History, hints, checks, the clock, the end.

import { postJson } from "./api.js";
import { $, button, el, say, svg } from "./dom.js";
import * as draw from "./draw.js";
import { key } from "./lattice.js";
import { PiecePlayer } from "./playpieces.js";
import { RectPlayer } from "./playrects.js";
import { run } from "./solve.js";
import { solutionText, store } from "./store.js";

let player = null;
let past = [];
let future = [];
let started = 0;
let ticking = 0;
let go = () => {};

export function showPlay(goTo) {
  go = goTo;
  const root = $("play");
  if (!store.view) return root.replaceChildren(el("p", { class: "plain" }, "Pick a puzzle in the gallery first."));
  if (root.dataset.puzzle !== store.view.digest || !player) begin(root);
  refresh();
}

function begin(root) {
  root.dataset.puzzle = store.view.digest;
  past = [];
  future = [];
  started = 0;
  clearInterval(ticking);
  const shikaku = store.view.kind === "shikaku";
  root.replaceChildren(
    el(
      "div",
      { class: "bar" },
      shikaku ? null : button("⟳ Turn", () => player.turn("turn"), { id: "play-turn", title: "R or the mouse wheel" }),
      shikaku ? null : button("⇋ Flip", () => player.turn("flip"), { id: "play-flip", title: "F" }),
      button("↶ Undo", undo, { id: "play-undo", title: "Ctrl+Z" }),
      button("↷ Redo", redo, { id: "play-redo", title: "Ctrl+Y" }),
      button("Hint", hint, { id: "play-hint" }),
      button("Check", check, { id: "play-check" }),
      button("Solve from here", solveFromHere, { id: "play-solve" }),
      button("Start again", () => commit([]), { id: "play-again" }),
      el("output", { id: "play-clock", "aria-label": "Time" }, "0:00"),
    ),
    el("p", { id: "play-text", role: "status" }),
    el("div", { id: "play-stage", class: "stage playing" }),
    el("div", { id: "play-tray", class: "tray", "aria-label": "Pieces" }),
    el("p", { class: "keys" }, shikaku ? RectPlayer.help : PiecePlayer.help),
  );
  player?.close();
  player = shikaku ? new RectPlayer(store, { commit, refresh, say }) : new PiecePlayer(store, { commit, refresh, say });
}

// Every change of what lies on the board goes through here, so that it can be undone.
export function commit(placed) {
  past.push(store.placed);
  future = [];
  store.placed = placed;
  if (!started) startClock();
  refresh();
  $("play-text").textContent = "";
  finishedMaybe();
}

function undo() {
  if (!past.length) return;
  future.push(store.placed);
  store.placed = past.pop();
  refresh();
}

function redo() {
  if (!future.length) return;
  past.push(store.placed);
  store.placed = future.pop();
  refresh();
}

function startClock() {
  started = Date.now();
  ticking = setInterval(() => {
    const clock = $("play-clock");
    if (!clock) return clearInterval(ticking);
    const seconds = Math.floor((Date.now() - started) / 1000);
    clock.textContent = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  }, 500);
}

function refresh(marks = []) {
  const { lattice, view } = store;
  const stage = draw.picture(lattice, [...view.atoms, ...view.optional], { id: "play-board", tabindex: 0, role: "application" }, 0.4);
  stage.setAttribute("aria-label", `${view.name || "Puzzle"}: ${store.placed.length} placed`);
  stage.append(draw.board(lattice, view));
  player.drawPlaced(stage);
  if (view.kind === "shikaku") stage.append(draw.clues(view));
  for (const atoms of marks) stage.append(svg("path", { d: lattice.outline(atoms), class: "mark" }));
  player.attach(stage);
  const had = document.activeElement?.id === "play-board";
  $("play-stage").replaceChildren(stage);
  if (had) stage.focus({ preventScroll: true });
  $("play-undo").disabled = !past.length;
  $("play-redo").disabled = !future.length;
}

async function finishedMaybe() {
  const covered = new Set(store.placed.flatMap((placement) => placement.atoms.map(key)));
  if (!store.view.atoms.every((atom) => covered.has(key(atom)))) return;
  const answer = await asked("/api/check");
  if (!answer?.done) return answer && showFaults(answer.faults);
  clearInterval(ticking);
  $("play-text").textContent = `Done in ${$("play-clock").textContent}. Well played!`;
  $("play-board").classList.add("done");
}

async function asked(path) {
  try {
    return await postJson(path, { puzzle: store.view.puzzle, solution: solutionText() });
  } catch (error) {
    say(error.message, "bad");
    return null;
  }
}

async function check() {
  const answer = await asked("/api/check");
  if (!answer) return;
  if (answer.done) $("play-text").textContent = "Everything is right: solved.";
  else showFaults(answer.faults);
}

function showFaults(faults) {
  $("play-text").textContent = faults.length ? faults.map((fault) => fault.text).join(" ") : "No rule is broken so far.";
  refresh(faults.filter((fault) => fault.atoms?.length).map((fault) => fault.atoms));
}

async function hint() {
  const answer = await asked("/api/hint");
  if (!answer) return;
  $("play-text").textContent = answer.text;
  refresh(answer.atoms?.length ? [answer.atoms] : []);
}

function solveFromHere() {
  const placed = store.placed;
  go("solve");
  run({ number: 1 }, placed);
}

addEventListener("keydown", (event) => {
  if ($("play").hidden || !player || event.target.matches("input, textarea, select")) return;
  const letter = event.key.toLowerCase();
  if ((event.ctrlKey || event.metaKey) && letter === "z") undo();
  else if ((event.ctrlKey || event.metaKey) && letter === "y") redo();
  else if (event.ctrlKey || event.metaKey || event.altKey || !player.key(event)) return;
  event.preventDefault();
});
