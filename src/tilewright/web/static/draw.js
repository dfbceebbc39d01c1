// Pictures: a board, what lies on it, pieces. Everything is SVG in units of a cell.

import { svg } from "./dom.js";

const PATTERNS = 6;

export function picture(lattice, atoms, attributes = {}, margin = 0.15) {
  const box = lattice.bounds(atoms);
  const view = [box.x - margin, box.y - margin, box.width + 2 * margin, box.height + 2 * margin];
  return svg("svg", { viewBox: view.map((v) => +v.toFixed(3)).join(" "), ...attributes }, patterns());
}

// Fine hatchings, so that pieces differ without their colors too.
function patterns() {
  const lines = ["M0 0L1 1", "M0 1L1 0", "M0 .5H1", "M.5 0V1", "M0 .5H1M.5 0V1", "M.2 .5h.6"];
  return svg(
    "defs",
    {},
    lines.map((d, i) =>
      svg(
        "pattern",
        { id: `hatch${i}`, width: 0.25, height: 0.25, patternUnits: "userSpaceOnUse", viewBox: "0 0 1 1" },
        svg("path", { d, class: "hatch" }),
      ),
    ),
  );
}

export function board(lattice, view) {
  const every = [...view.atoms, ...view.optional];
  const group = svg("g", { class: "board" });
  group.append(svg("path", { d: lattice.outline(every), class: "ground" }));
  const lines = svg("g", { class: "lines" });
  for (const cell of cells(every)) lines.append(svg("path", { d: lattice.outline(cell) }));
  group.append(lines);
  for (const cell of cells(view.optional)) group.append(svg("path", { d: lattice.outline(cell), class: "optional" }));
  group.append(svg("path", { d: lattice.outline(every), class: "rim" }));
  return group;
}

export function cells(atoms) {
  const found = new Map();
  for (const atom of atoms) {
    const name = `${atom[0]},${atom[1]}`;
    if (!found.has(name)) found.set(name, []);
    found.get(name).push(atom);
  }
  return [...found.values()];
}

export function shape(lattice, atoms, { name = "", color = "#ccc", index = 0, className = "" } = {}) {
  const d = lattice.outline(atoms);
  const spot = lattice.spot(atoms);
  const size = spot.size / Math.max(1, name.length * 0.62);
  return svg(
    "g",
    { class: `piece ${className}` },
    svg("path", { d, class: "fill", fill: color }),
    svg("path", { d, class: "grain", fill: `url(#hatch${index % PATTERNS})` }),
    svg("path", { d, class: "edge" }),
    svg("text", { x: spot.x, y: spot.y, "font-size": size, class: "letter" }, name),
  );
}

export function clues(view) {
  const group = svg("g", { class: "clues" });
  for (const [row, column, value] of view.clues) {
    const text = value === null ? "?" : String(value);
    const size = text.length > 2 ? 0.36 : 0.5;
    group.append(svg("text", { x: column + 0.5, y: row + 0.52, "font-size": size, class: "letter" }, text));
  }
  return group;
}

// The color of a Shikaku rectangle: by its place, so that neighbours mostly differ.
export function rectColor(palette, [top, left, height, width]) {
  return palette[(top * 7 + left * 3 + height * 5 + width) % palette.length];
}

// A whole tiling (or part of one) on its board.
export function tiling(lattice, view, placements, attributes = {}) {
  const root = picture(lattice, [...view.atoms, ...view.optional], attributes);
  root.append(board(lattice, view));
  const order = new Map((view.pieces_list || []).map((piece, i) => [piece.name, i]));
  for (const placement of placements) {
    const index = order.get(placement.piece) ?? 0;
    const color = placement.rect ? rectColor(lattice.palette, placement.rect) : view.pieces_list[index]?.color;
    const name = placement.rect ? "" : placement.piece;
    root.append(shape(lattice, placement.atoms, { name, color, index: placement.rect ? 2 : index }));
  }
  if (view.kind === "shikaku") root.append(clues(view));
  return root;
}
