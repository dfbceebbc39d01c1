// The pieces beside the board. Those that are used up leave the tray.

import { $, arrange, el } from "../core/dom.js";
import * as draw from "../core/draw.js";
import { faceOf } from "../core/balls.js";
import { capital, phrase } from "../words/words.js";

const SHARE = 0.45; // of the board's cell
const LEAST = 15; // pixels a cell
const LONGEST = 190; // pixels of a piece
const NARROW = "(max-width: 40rem)"; // a phone, on which board, tray and buttons are seen together
const LONGEST_NARROW = 84;
const MANY = 60; // pieces: beyond that the tray scrolls by itself, so that the board stays in sight

// `player` says what is left of each piece and what a press does. Tiles that stay as they are are left alone.
/** @param {any} player @param {any} boardScale */
export function drawTray(player, boardScale) {
  const tray = $("play-tray");
  const focus = tray.contains(document.activeElement) && document.activeElement.dataset.piece;
  const longest = Math.max(
    1,
    ...player.pieces.map((/** @type {any} */ _, /** @type {any} */ index) => span(player, index)),
  );
  const most = matchMedia(NARROW).matches ? LONGEST_NARROW : LONGEST;
  const scale = Math.min(Math.max(player.leastScale ?? LEAST, SHARE * boardScale), most / longest);
  const nodes = player.pieces.map((/** @type {Piece} */ piece, /** @type {any} */ index) =>
    tileOf(player, piece, index, scale),
  );
  arrange(tray, nodes);
  tray.classList.toggle("many", player.pieces.length > MANY);
  tray.classList.toggle("scrolls", tray.scrollWidth > tray.clientWidth);
  if (focus) tray.querySelector(`[data-piece="${CSS.escape(focus)}"]`)?.focus({ preventScroll: true });
}

/** @param {any} player @param {any} index */
function span(player, index) {
  const atoms = player.shape(index);
  const box = player.plain.spaced(atoms).bounds(atoms);
  return Math.max(box.width, box.height);
}

/** @param {any} player @param {any} piece @param {any} index @param {number} scale */
function tileOf(player, piece, index, scale) {
  const left = player.left(index);
  const chosen = player.held?.index === index || player.penciled === piece.name;
  const state = [player.orientation[index], left, chosen, scale].join();
  if (player.tiles[index]?.state !== state)
    player.tiles[index] = { state, node: tile(player, index, left, chosen, scale) };
  return player.tiles[index].node;
}

/** @param {any} player @param {any} index @param {any} left @param {any} chosen @param {number} scale */
function tile(player, index, left, chosen, scale) {
  const piece = player.pieces[index];
  const count = left === Infinity ? phrase("play.any number") : phrase("play.left", { count: left });
  const atoms = player.shape(index);
  const lattice = player.plain.spaced(atoms);
  const look = player.lookOf(index);
  const isSolid = lattice.dimension === 3;
  const face = isSolid
    ? faceOf(player.plain, atoms, piece.color, scale)
    : draw.face(lattice, atoms, look, scale);
  const attributes = {
    type: "button",
    class: `tile ${isSolid ? "solid" : ""} ${chosen ? "chosen" : ""}`,
    "data-piece": piece.name,
    "data-orientation": player.orientation[index],
    "aria-label": phrase("play.tile label", {
      name: capital(player.nameOf(index)),
      count: [count, player.shapeText(index)].filter(Boolean).join(", "),
    }),
    "aria-pressed": chosen ? "true" : "false",
    hidden: left <= 0 && !chosen,
    onpointerdown: (/** @type {any} */ event) => player.pressTile(event, index, lattice),
    onclick: (/** @type {any} */ event) => event.detail === 0 && player.choose(index),
    oncontextmenu: (/** @type {any} */ event) => player.turnTile(event, index),
  };
  return el("button", attributes, face, el("small", left === Infinity ? "∞" : left > 1 ? `× ${left}` : ""));
}
