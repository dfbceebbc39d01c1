// The board is as large as the window lets it be: it, the pieces and what is done at every move are seen on one screen.

import { $ } from "../core/dom.js";

const GAP = 8; // pixels below what is seen
const LEAST = 120; // pixels of a board in a window that has no room
const STACKED = matchMedia("(max-width: 59.99rem)"); // the pieces lie below the board, the toolbar at the window's end

// The board as large as its place is wide.
export const freeBoard = () => $("play").style.removeProperty("--board-height");

// In a notebook the frame is as high as the page, so there is no window to fit.
const GROWS = document.querySelector('meta[name="tilewright-backend"]')?.content === "notebook";
document.documentElement.classList.toggle("grows", GROWS);

// To be called when the free board and its tray stand.
export function fitBoard() {
  if (GROWS) return;
  const stage = $("play-stage").getBoundingClientRect();
  const room = innerHeight - scrollY - fixedHeight() - GAP - (lowest() - stage.height);
  const height = Math.floor(Math.max(LEAST, Math.min(room, stage.height)));
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
