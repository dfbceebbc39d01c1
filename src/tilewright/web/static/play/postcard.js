// The finished board as a picture to send, drawn by the browser itself: 1,200 pixels wide, the puzzle's name and the time below.
// Half as wide it moves: the pieces come in the order in which they were laid.

import { $, download, el } from "../core/dom.js";
import { timeText } from "../core/phrases.js";
import { store } from "../state/store.js";
import { phrase } from "../words/words.js";
import { animated } from "./film.js";

const WIDTH = 1200; // pixels
const [STEP, LAST] = [0.4, 2.5]; // seconds that a picture of a replay is seen
const EDGE = 60;
const FOOT = 130; // for the words
const TALLEST = 1400; // of the board
const AROUND = 0.4; // cells around the board
const LINES =
  "stroke stroke-width stroke-opacity stroke-linejoin stroke-linecap stroke-dasharray vector-effect";
const LETTERS = "font-size font-weight font-family text-anchor";
const KEPT = `fill fill-opacity opacity ${LINES} ${LETTERS}`.split(" "); // of an element's looks

export async function sendPostcard() {
  const board = writtenBoard();
  await send(await blobOf(await postcard(board, 1)), "");
}

export async function sendReplay() {
  const board = writtenBoard();
  const count = board.pieces.length;
  const films = [];
  for (let laid = 0; laid <= count; laid++) {
    board.pieces.forEach((piece, i) => piece.setAttribute("display", i < laid ? "inline" : "none"));
    films.push(await blobOf(await postcard(board, 0.5)));
  }
  await send(await animated(films, (number) => (number < count ? STEP : LAST)), `-${phrase("tools.replay")}`);
}

const nameOfPuzzle = () => store.view.name || phrase("page.puzzle");
/** @param {HTMLCanvasElement} canvas @returns {Promise<Blob>} */
const blobOf = (canvas) =>
  new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new RangeError())), "image/png"),
  );

// Hand the picture to whatever the device sends with; where there is no such thing it is saved.
/** @param {Blob} blob @param {string} ending */
async function send(blob, ending) {
  const title = nameOfPuzzle();
  const name = `${title}${ending}`.replaceAll(/[^\p{L}\p{N}]+/gu, "-");
  const file = new File([blob], `${name}.png`, { type: "image/png" });
  if (navigator.canShare?.({ files: [file] })) {
    // who thinks better of it has not met an error
    return navigator.share({ files: [file], title }).catch(() => {});
  }
  download(file, file.name);
}

/** @param {{ copy: SVGSVGElement, ratio: number }} board @param {number} scale */
async function postcard({ copy, ratio }, scale) {
  const width = Math.min(WIDTH - 2 * EDGE, TALLEST / ratio);
  const height = Math.round(width * ratio);
  const tall = height + EDGE + FOOT;
  const canvas = el("canvas", { width: WIDTH * scale, height: Math.round(tall * scale) });
  const brush = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  brush.scale(scale, scale);
  const { backgroundColor, color, fontFamily } = getComputedStyle(document.body);
  brush.fillStyle = backgroundColor;
  brush.fillRect(0, 0, WIDTH, tall);
  brush.drawImage(await imageOf(copy), (WIDTH - width) / 2, EDGE, width, height);
  brush.fillStyle = color;
  const line = tall - FOOT / 2 + 16;
  brush.font = `700 44px ${fontFamily}`;
  brush.fillText(nameOfPuzzle(), EDGE, line, WIDTH - 2 * EDGE - 220);
  brush.font = `500 40px ${fontFamily}`;
  brush.textAlign = "right";
  brush.fillText(timeText(store.progress.seconds), WIDTH - EDGE, line);
  return canvas;
}

// The board with its looks written into it, its pieces in the order they were laid, and its height in widths.
function writtenBoard() {
  const { lattice, view } = store;
  const board = $("play-board");
  board.classList.remove("replay"); // which would have pieces on their way
  const copy = board.cloneNode(true);
  const pieces = [...copy.querySelectorAll(".laid")];
  const there = [board, ...board.querySelectorAll("*")];
  const copies = [copy, ...copy.querySelectorAll("*")];
  const unseen = copies.filter((node, i) => !written(node, getComputedStyle(there[i])));
  for (const node of unseen) node.remove();
  const { x, y, width, height } = lattice.bounds([...view.atoms, ...view.optional]);
  const box = [x - AROUND, y - AROUND, width + 2 * AROUND, height + 2 * AROUND];
  const scale = board.getScreenCTM().a;
  copy.setAttribute("viewBox", box.join(" "));
  copy.setAttribute("width", box[2] * scale);
  copy.setAttribute("height", box[3] * scale);
  return { copy, pieces, ratio: box[3] / box[2] };
}

/** @param {SVGSVGElement} picture */
async function imageOf(picture) {
  const text = new XMLSerializer().serializeToString(picture);
  const url = URL.createObjectURL(new Blob([text], { type: "image/svg+xml" }));
  const image = new Image();
  image.src = url;
  await image.decode().finally(() => URL.revokeObjectURL(url));
  return image;
}

// Write the looks of an element into its copy; whether it is seen at all.
/** @param {Element} node @param {CSSStyleDeclaration} style */
function written(node, style) {
  node.removeAttribute("class");
  node.removeAttribute("style");
  for (const name of KEPT) node.setAttribute(name, style.getPropertyValue(name));
  return style.display !== "none" && style.visibility !== "hidden";
}
