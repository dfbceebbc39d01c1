// A picture behind the board to draw after: a photo or a scan, which stays in this page; or its dark parts as the board.

import { $, button, el, labelled, say, svg } from "../core/dom.js";
import { centre, key } from "../core/lattice.js";
import { phrase } from "../words/words.js";
import { change, frame, lattice, make } from "./draft.js";

const WIDEST = 256; // pixels of the picture that are looked at
const DARK = 0.55; // of white: what is darker belongs to the board

// `after` is called when the picture, or the board, has become another.
/** @param {() => void} after */
export function backdropBox(after) {
  /** @param {Event & { target: HTMLInputElement }} event */
  const take = async ({ target }) => {
    const [file] = target.files ?? [];
    if (!file) return;
    try {
      const bitmap = await createImageBitmap(file);
      drop();
      make.backdrop = { bitmap, href: URL.createObjectURL(file) };
      after();
      $("make-trace").focus();
    } catch {
      say(phrase("make.no picture"), "bad");
    }
  };
  const file = el("input", { id: "make-backdrop", type: "file", accept: "image/*", onchange: take });
  const away = () => {
    drop();
    after();
    $("make-backdrop").focus();
  };
  const trace = () => {
    traced();
    after();
    $("make-trace").focus();
  };
  return el(
    "details.backdrop",
    { open: Boolean(make.backdrop) },
    el("summary", phrase("make.backdrop")),
    labelled(phrase("make.backdrop file"), file),
    el(
      "div.bar.small",
      button(phrase("make.trace"), trace, { id: "make-trace", disabled: !make.backdrop }),
      button(phrase("make.backdrop away"), away, { disabled: !make.backdrop }),
    ),
  );
}

function drop() {
  if (make.backdrop) URL.revokeObjectURL(make.backdrop.href);
  make.backdrop = null;
}

// The picture as large as the frame allows; nothing where there is none.
export function backdrop() {
  if (!make.backdrop) return [];
  return [
    svg("image.backdrop", {
      ...placeOf(make.backdrop.bitmap),
      href: make.backdrop.href,
      "aria-hidden": "true",
    }),
  ];
}

// Where it lies on the board: in its middle, whole.
/** @param {ImageBitmap} bitmap */
function placeOf({ width, height }) {
  const box = lattice().bounds(frame());
  const scale = Math.min(box.width / width, box.height / height);
  const [w, h] = [width * scale, height * scale];
  return { x: box.x + (box.width - w) / 2, y: box.y + (box.height - h) / 2, width: w, height: h };
}

// The cells in whose middle the picture is dark become the board.
function traced() {
  const isDark = darkness();
  const its = lattice();
  change((draft) => {
    draft.given = {};
    draft.cells = {};
    for (const atom of frame()) if (isDark(centre(its.polygon(atom)))) draft.cells[key(atom)] = "board";
  });
  const count = $("make-board") ? frame().filter((atom) => isDark(centre(its.polygon(atom)))).length : 0;
  say(phrase("make.traced", { count: count / its.unit }));
}

// Tells of a place of the board whether the picture is dark there; what is transparent, or beside it, is not.
function darkness() {
  const bitmap = make.backdrop?.bitmap;
  if (!bitmap) return () => false;
  const scale = Math.min(1, WIDEST / Math.max(bitmap.width, bitmap.height));
  const [width, height] = [bitmap.width, bitmap.height].map((n) => Math.max(1, Math.round(n * scale)));
  const canvas = Object.assign(document.createElement("canvas"), { width, height });
  const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  context.drawImage(bitmap, 0, 0, width, height);
  const { data } = context.getImageData(0, 0, width, height);
  const box = placeOf(bitmap);
  return (/** @type {Point} */ [x, y]) => {
    const [column, row] = [((x - box.x) / box.width) * width, ((y - box.y) / box.height) * height].map(
      Math.floor,
    );
    if (column < 0 || row < 0 || column >= width || row >= height) return false;
    const [r, g, b, a] = data.slice(4 * (row * width + column), 4 * (row * width + column) + 4);
    return a > 127 && (0.3 * r + 0.59 * g + 0.11 * b) / 255 < DARK;
  };
}
