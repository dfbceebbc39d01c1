// A small board of its own to paint a shape on.

import { svg } from "./dom.js";
import * as draw from "./draw.js";
import { STEPS, key } from "./lattice.js";

// `chosen` maps names to atoms and is changed.
export function pad(lattice, every, chosen, label) {
  const root = draw.picture(lattice, every, { tabindex: 0, role: "application", "aria-label": label, class: "pad" });
  const frame = new Set(every.map(key));
  const paint = svg("path", { class: "painted" });
  const mark = svg("path", { class: "cursor" });
  let cursor = lattice.cellOf(every[0]);
  let erase = null;
  const show = () => {
    paint.setAttribute("d", draw.grid(lattice, [...chosen.values()]));
    mark.setAttribute("d", lattice.outline(lattice.whole(cursor)));
  };
  const put = (block) => {
    for (const atom of block) {
      if (!frame.has(key(atom))) continue;
      if (erase) chosen.delete(key(atom));
      else chosen.set(key(atom), atom);
    }
    show();
  };
  const begin = (block) => {
    erase = block.every((atom) => chosen.has(key(atom)));
    put(block);
  };
  const at = (event) => {
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(root.getScreenCTM().inverse());
    return lattice.blockAt([point.x, point.y]);
  };
  root.append(svg("path", { d: draw.grid(lattice, every), class: "frame" }), paint, mark);
  root.addEventListener("pointerdown", (event) => {
    const block = at(event);
    if (!block || !frame.has(key(block[0]))) return;
    root.setPointerCapture(event.pointerId);
    cursor = lattice.cellOf(block[0]);
    begin(block);
  });
  root.addEventListener("pointermove", (event) => {
    if (erase !== null) put(at(event) ?? []);
  });
  root.addEventListener("pointerup", () => { erase = null; });
  root.addEventListener("keydown", (event) => {
    const step = STEPS[event.key]?.slice(3 - lattice.dimension);
    const kinds = event.key === " " || event.key === "Enter" ? lattice.polygons.map((_, kind) => kind) : lattice.blocks[event.key - 1];
    if (step) {
      const next = cursor.map((v, i) => v + step[i]);
      if (frame.has(key(lattice.whole(next)[0]))) cursor = next;
      show();
    } else if (kinds) {
      begin(kinds.map((kind) => lattice.atom(cursor, kind)));
      erase = null;
    } else return;
    event.preventDefault();
  });
  show();
  return root;
}
