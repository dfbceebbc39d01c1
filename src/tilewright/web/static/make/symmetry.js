// The symmetry brush: what is painted in one place is painted in all its images on the frame.

import { key } from "../core/lattice.js";
import { phrase } from "../words/words.js";

// The groups that keep a frame of cells: [{label, motions}], the first with the identity alone.
export function symmetries(lattice, size) {
  const frame = lattice.cells(size).flatMap((cell) => lattice.atomsOfCell(cell));
  const there = new Set(frame.map(key));
  const kept = new Map();
  for (const motion of lattice.motions) {
    const moved = frame.map((atom) => lattice.apply(motion, atom));
    const shift = lattice.corner(moved).map((v) => -v);
    if (lattice.shift(moved, shift).every((atom) => there.has(key(atom))))
      kept.set(motion.name, { motion, shift });
  }
  return lattice.groups
    .filter(([, names]) => names.every((name) => kept.has(name)))
    .map(([, names]) => ({
      label: label(
        lattice,
        names.map((name) => kept.get(name).motion),
      ),
      motions: names.map((name) => kept.get(name)),
    }));
}

export function images(lattice, { motions }, atom) {
  return motions.map(({ motion, shift }) => lattice.shift([lattice.apply(motion, atom)], shift)[0]);
}

function label(lattice, motions) {
  const mirrors = motions.filter((motion) => motion.mirrored);
  const turns = motions.length - mirrors.length;
  if (motions.length === 1) return phrase("make.symmetry none");
  const round = turns > 1 ? phrase("make.symmetry turns", { count: turns }) : "";
  const mirror =
    lattice.dimension === 2 ? mirrors.map((motion) => axis(lattice, motion)).join(" ") : mirrors.length || "";
  return [round, mirrors.length ? phrase("make.symmetry mirror", { axes: mirror }) : ""]
    .filter(Boolean)
    .join(", ");
}

// The mirror's axis as a character, or its angle.
function axis(lattice, { matrix }) {
  const fixed = [
    [matrix[0][0] + 1, matrix[1][0]],
    [matrix[0][1], matrix[1][1] + 1],
  ].find(([r, c]) => r || c);
  const [down, right] = lattice.step;
  const [x, y] = [0, 1].map((i) => fixed[0] * down[i] + fixed[1] * right[i]);
  const angle = Math.round((Math.atan2(-y, x) * 180) / Math.PI + 180) % 180;
  return { 0: "─", 45: "╱", 90: "│", 135: "╲" }[angle] ?? `${angle}°`;
}
