// A packing of balls, seen from a corner, to turn; balls of the board on which nothing lies are dots.

import { svg } from "./dom.js";
import { shade } from "./draw.js";
import { SolidView, solidFace } from "./solid.js";

const BARE = 0.3; // radius of a ball that is not there yet, in radii of a ball
const CUBE = [-1, 1].flatMap((x) => [-1, 1].flatMap((y) => [-1, 1].map((z) => [x, y, z])));

// The view of a puzzle in space: of blocks, or of balls.
/** @param {Lattice} lattice @param {Atom[]} atoms */
export const viewOf = (lattice, atoms) => new (lattice.ball ? BallView : SolidView)(lattice, atoms);

/** @param {Lattice} lattice @param {[Atom[], string, number]} rest */
export const faceOf = (lattice, ...rest) => solidFace(lattice, ...rest, lattice.ball ? BallView : SolidView);

class BallView extends SolidView {
  // Of each ball its middle, and the corners around it for the size of the picture.
  /** @param {Atom[]} atoms */
  facesOf(atoms) {
    return atoms.map((atom) => {
      const home = this.homeOf(atom);
      const ends = CUBE.map((corner) => home.map((v, i) => v + (corner[i] ?? 0) * this.lattice.ball));
      return { home, corners: ends, normal: [0, 0, 1] };
    });
  }

  /** @param {Atom} it */
  homeOf([layer, row, column]) {
    const [right, down, lower] = this.lattice.below;
    return [column + right * layer, row + down * layer, -lower * layer, layer];
  }

  draw() {
    const taken = new Set(this.things.flatMap(({ atoms }) => atoms.map(String)));
    const bare = this.facesOf(this.atoms.filter((atom) => !taken.has(String(atom))));
    const laid = this.things.flatMap(({ faces, ...thing }) => faces.map((ball) => ({ ...ball, ...thing })));
    const every = this.box.length ? [...bare, ...laid] : laid;
    const drawn = every.map((ball) => ({ ...ball, place: this.seen(ball.home) }));
    drawn.sort((a, b) => a.place[2] - b.place[2]);
    this.root.replaceChildren(...drawn.map((ball) => this.ball(ball)));
  }

  /** @param {{ place: Point, color?: string, className?: string }} it */
  ball({ place: [x, y], color, className = "" }) {
    const r = this.lattice.ball;
    const line = { "vector-effect": "non-scaling-stroke", "stroke-width": 1 };
    if (!color) return svg("circle.wall-face", { cx: x, cy: y, r: BARE * r, ...line });
    const look = { class: `side ${className}`, fill: shade(color, 0.9), stroke: shade(color, 0.45), ...line };
    const spot = { cx: x - 0.3 * r, cy: y - 0.3 * r, r: 0.4 * r, fill: shade(color, 1.15) };
    return svg("g", svg("circle", { cx: x, cy: y, r, ...look }), svg("circle", spot));
  }
}
