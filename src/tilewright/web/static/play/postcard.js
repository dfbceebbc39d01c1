// The finished board as a picture to send, drawn by the browser itself: 1,200 pixels wide, the puzzle's name and the time below.

import { $, el } from "../core/dom.js";
import { timeText } from "../core/phrases.js";
import { store } from "../state/store.js";
import { phrase } from "../words/words.js";

const WIDTH = 1200; // pixels
const EDGE = 60;
const FOOT = 130; // for the words
const TALLEST = 1400; // of the board
const AROUND = 0.4; // cells around the board
const LOOKS = [
  "fill",
  "fill-opacity",
  "opacity",
  "stroke",
  "stroke-width",
  "stroke-opacity",
  "stroke-linejoin",
];
const LETTERS = ["font-size", "font-weight", "font-family", "text-anchor"];
const KEPT = [...LOOKS, "stroke-linecap", "stroke-dasharray", "vector-effect", ...LETTERS];

// Hand the picture to whatever the device sends with; where there is no such thing it is saved.
export async function sendPostcard() {
  const name = store.view.name || phrase("page.puzzle");
  const blob = await postcard(name);
  const file = new File([blob], `${name.replaceAll(/[^\p{L}\p{N}]+/gu, "-")}.png`, { type: "image/png" });
  if (navigator.canShare?.({ files: [file] })) {
    // who thinks better of it has not met an error
    return navigator.share({ files: [file], title: name }).catch(() => {});
  }
  const url = URL.createObjectURL(file);
  el("a", { href: url, download: file.name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

async function postcard(name) {
  const { image, ratio } = await boardImage();
  const width = Math.min(WIDTH - 2 * EDGE, TALLEST / ratio);
  const height = Math.round(width * ratio);
  const canvas = el("canvas", { width: WIDTH, height: height + EDGE + FOOT });
  const brush = canvas.getContext("2d");
  const { backgroundColor, color, fontFamily } = getComputedStyle(document.body);
  brush.fillStyle = backgroundColor;
  brush.fillRect(0, 0, canvas.width, canvas.height);
  brush.drawImage(image, (WIDTH - width) / 2, EDGE, width, height);
  const time = timeText(store.progress.seconds);
  brush.fillStyle = color;
  const line = canvas.height - FOOT / 2 + 16;
  brush.font = `700 44px ${fontFamily}`;
  brush.fillText(name, EDGE, line, WIDTH - 2 * EDGE - 220);
  brush.font = `500 40px ${fontFamily}`;
  brush.textAlign = "right";
  brush.fillText(time, WIDTH - EDGE, line);
  return new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
}

// The board with its looks written into it, as an image, and its height in widths.
async function boardImage() {
  const { lattice, view } = store;
  const board = $("play-board");
  const copy = board.cloneNode(true);
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
  const text = new XMLSerializer().serializeToString(copy);
  const url = URL.createObjectURL(new Blob([text], { type: "image/svg+xml" }));
  const image = new Image();
  image.src = url;
  await image.decode().finally(() => URL.revokeObjectURL(url));
  return { image, ratio: box[3] / box[2] };
}

// Write the looks of an element into its copy; whether it is seen at all.
function written(node, style) {
  node.removeAttribute("class");
  node.removeAttribute("style");
  for (const name of KEPT) node.setAttribute(name, style.getPropertyValue(name));
  return style.display !== "none" && style.visibility !== "hidden";
}
