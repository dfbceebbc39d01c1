// Playing: what pieces and Shikaku rectangles have in common. History, hints, checks, the clock, the end.

import { postJson, search } from "./api.js";
import { $, button, el, say, svg } from "./dom.js";
import { settle } from "./draft.js";
import * as draw from "./draw.js";
import { key } from "./lattice.js";
import { PiecePlayer } from "./playpieces.js";
import { RectPlayer } from "./playrects.js";
import { run } from "./solve.js";
import { listen, pinned, placementsOf, solutionText, store } from "./store.js";
import { plain } from "./words.js";

const MOTIONS = { turn: ["⟳ Turn", "R or the mouse wheel"], flip: ["⇋ Flip", "F"], tumble: ["⤵ Tumble", "T"] };
let player = null;
let opened = null; // the view that is played
let past = [];
let future = [];
let started = 0;
let ticking = 0;
let hinted = null; // what lay there at the last hint
let go = () => {};

listen((what) => { if (what === "puzzle") opened = null; });

export async function showPlay(goTo) {
  go = goTo;
  await settle();
  const root = $("play");
  if (!store.view) return root.replaceChildren(el("p", { class: "plain" }, "Pick a puzzle in the gallery first, or make one."));
  if (opened !== store.view) begin(root);
  refresh();
}

function begin(root) {
  opened = store.view;
  past = [];
  future = [];
  started = 0;
  clearInterval(ticking);
  player?.close();
  player = new (store.view.kind === "shikaku" ? RectPlayer : PiecePlayer)(store, { commit, refresh, say });
  root.replaceChildren(
    el("div", { class: "bar" }, el("h2", {}, store.view.name || "Play"), el("output", { id: "play-clock", "aria-label": "Time", "aria-live": "off" }, "0:00")),
    el("p", { id: "play-text", class: "told", role: "status" }),
    el("p", { id: "play-where", class: "hidden-text", role: "status" }),
    el(
      "div",
      { class: "bench" },
      el("div", { class: "work" }, el("div", { id: "play-stage", class: "stage playing" })),
      el(
        "div",
        { class: "side" },
        el("div", { class: "bar", role: "group", "aria-label": "Move the piece" }, player.motions.map((how) => button(MOTIONS[how][0], () => player.turn(how), { id: `play-${how}`, title: MOTIONS[how][1] }))),
        el("div", { id: "play-tray", class: "tray", role: "group", "aria-label": "Pieces" }),
        el(
          "div",
          { class: "bar" },
          button("↶ Undo", undo, { id: "play-undo", title: "Ctrl+Z" }),
          button("↷ Redo", redo, { id: "play-redo", title: "Ctrl+Y" }),
          button("Hint", hint, { id: "play-hint" }),
          button("Check", check, { id: "play-check" }),
          button("Solve from here", solveFromHere, { id: "play-solve" }),
          button("Start again", () => commit(pinned()), { id: "play-again" }),
        ),
        el("p", { class: "keys" }, player.help),
      ),
    ),
  );
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

function step(from, to) {
  if (!from.length) return;
  player.cancel();
  to.push(store.placed);
  store.placed = from.pop();
  $("play-text").textContent = "";
  refresh();
}

const undo = () => step(past, future);
const redo = () => step(future, past);

function startClock() {
  started = Date.now();
  ticking = setInterval(() => {
    const seconds = Math.floor((Date.now() - started) / 1000);
    $("play-clock").textContent = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  }, 500);
}

function refresh(marks = [], good = false) {
  const { lattice, view } = store;
  const stage = draw.picture(lattice, [...view.atoms, ...view.optional], { id: "play-board", tabindex: 0, role: "application" }, 0.4);
  stage.setAttribute("aria-label", `${view.name || "Puzzle"}: ${store.placed.length} placed`);
  stage.append(draw.board(lattice, view));
  player.drawPlaced(stage);
  if (view.kind === "shikaku") stage.append(draw.clues(view));
  for (const atoms of marks) stage.append(svg("path", { d: lattice.outline(atoms), class: good ? "mark good" : "mark" }));
  player.attach(stage);
  const had = document.activeElement?.id === "play-board";
  $("play-stage").replaceChildren(stage);
  if (had) stage.focus({ preventScroll: true });
  $("play-undo").disabled = !past.length;
  $("play-redo").disabled = !future.length;
}

function full() {
  const covered = new Set(store.placed.flatMap((placement) => placement.atoms.map(key)));
  return store.view.atoms.every((atom) => covered.has(key(atom)));
}

async function finishedMaybe() {
  if (!full()) return;
  const answer = await asked("/api/check");
  if (!answer?.done) return answer && showFaults(answer.faults);
  clearInterval(ticking);
  started = 0;
  $("play-text").textContent = `Done in ${$("play-clock").textContent}. Well played!`;
  $("play-board").classList.add("done");
}

// The server's answer about what lies there; null if that has changed meanwhile.
async function asked(path) {
  const { placed } = store;
  try {
    const answer = await postJson(path, { puzzle: store.view.puzzle, solution: solutionText() });
    return placed === store.placed ? answer : null;
  } catch (error) {
    say(error.message, "bad");
    return null;
  }
}

async function check() {
  player.cancel();
  const answer = await asked("/api/check");
  if (!answer) return;
  if (answer.done) $("play-text").textContent = "Everything is right: solved.";
  else showFaults(answer.faults);
}

function showFaults(faults) {
  $("play-text").textContent = faults.length ? faults.map((fault) => plain(fault.text)).join(" ") : "No rule is broken so far.";
  refresh(faults.filter((fault) => fault.atoms?.length).map((fault) => fault.atoms));
}

// The easiest step and its reason; asked again without a move in between, a piece that leads to a solution.
async function hint() {
  player.cancel();
  if (hinted === store.placed && !full()) return lead();
  const answer = await asked("/api/hint");
  if (!answer) return;
  hinted = store.placed;
  const more = ["rule out", "free", "none"].includes(answer.kind) ? " Ask again for a piece that fits." : "";
  $("play-text").textContent = plain(answer.text) + more;
  refresh(answer.atoms?.length ? [answer.atoms] : [], answer.kind === "place");
}

async function lead() {
  const { placed, view } = store;
  const tilings = [];
  const end = () => {
    if (placed !== store.placed || view !== store.view) return;
    const next = tilings.flatMap(placementsOf).find(({ atoms }) => !placed.some((other) => key(other.atoms[0]) === key(atoms[0])));
    $("play-text").textContent = next ? `${next.rect ? "A rectangle" : `Piece ${next.piece}`} can go here.` : "From here it cannot be solved: take something back.";
    refresh(next ? [next.atoms] : [], true);
  };
  try {
    await search({ puzzle: view.puzzle, partial: solutionText(placed), number: 1 }, { solutions: (found) => tilings.push(...found), end });
  } catch (error) {
    say(error.message, "bad");
  }
}

async function solveFromHere() {
  player.cancel();
  const { placed } = store;
  await go("solve");
  run({ number: 1 }, placed);
}

addEventListener("keydown", (event) => {
  if ($("play").hidden || !opened || event.target.matches("input, textarea, select")) return;
  const letter = event.key.toLowerCase();
  if ((event.ctrlKey || event.metaKey) && letter === "z" && !event.shiftKey) undo();
  else if ((event.ctrlKey || event.metaKey) && (letter === "y" || letter === "z")) redo();
  else if (event.ctrlKey || event.metaKey || event.altKey || !player.key(event)) return;
  event.preventDefault();
});
