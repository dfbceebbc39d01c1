// A board in space, seen from a corner: an open box with the pieces in it. Dragging or the arrow keys turn it.

import { el, svg } from "./dom.js";
import { shade } from "./draw.js";
import { phrase } from "../words/words.js";

const START = { turn: -0.6, tilt: 0.62 }; // radians: about the upright axis, and how far one looks from above
const STEEPEST = Math.PI / 2;
const BY_KEY = 0.15; // radians
const BY_PIXEL = 0.01; // radians
const MARGIN = 0.3; // cells
const EDGE = 0.06; // cells around a piece by itself
const APART = 1.2; // cells between layers that are taken apart all the way
/** @type {Record<string, number[]>} */
const KEYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
const LIGHT = [-0.35, -0.5, 0.8]; // where the light comes from, before the eye turns

class SolidView {
  // `lattice` is that of the puzzle, without room between layers.
  /** @param {Lattice} lattice @param {Atom[]} atoms */
  constructor(lattice, atoms) {
    this.lattice = lattice;
    this.atoms = atoms;
    /** @type {Thing[]} */
    this.things = [];
    this.apart = 0;
    this.turn = START.turn;
    this.tilt = START.tilt;
    this.middle = [0, 0, 0];
    /** @type {Point | null} */
    this.from = null; // where the pointer was last, null when it is up
    /** @type {HTMLElement | null} */
    this.whole = null;
    this.box = this.facesOf(atoms, false);
    this.root = svg("svg.solid-view", { tabindex: 0, role: "img", "aria-label": phrase("templates.solid") });
    this.slider = el("input", { type: "range", min: 0, max: 1, step: 0.05, value: 0 });
    this.slider.addEventListener("input", () => this.takeApart(Number(this.slider.value)));
    this.root.addEventListener("pointerdown", (event) => this.press(event));
    this.root.addEventListener("pointermove", (event) => this.from && this.drag(event));
    for (const name of ["pointerup", "pointercancel"])
      this.root.addEventListener(name, () => (this.from = null));
    this.root.addEventListener("keydown", (event) => this.key(event));
    this.frame();
  }

  // The picture and what takes it apart, the same whenever it is asked for.
  element() {
    return (this.whole ??= this.build());
  }

  build() {
    const slider = el("label.solid-apart", el("span", phrase("templates.apart")), this.slider);
    return el("div.solid-box", this.root, slider);
  }

  // What lies on the board: [{atoms, color, className}].
  /** @param {Omit<Thing, "faces">[]} things */
  show(things) {
    const isApart = this.apart > 0;
    this.things = things.map((thing) => ({ ...thing, faces: this.facesOf(thing.atoms, isApart) }));
    this.draw();
  }

  // What is drawn of some atoms.
  /** @param {Atom[]} atoms @param {boolean} isApart */
  facesOf(atoms, isApart) {
    return faces(this.lattice, atoms, isApart);
  }

  /** @param {number} apart */
  takeApart(apart) {
    this.apart = apart * APART;
    this.box = this.facesOf(this.atoms, apart > 0);
    this.frame();
    this.show(this.things);
  }

  /** @param {PointerEvent} event */
  press(event) {
    this.from = [event.clientX, event.clientY];
    this.root.setPointerCapture(event.pointerId);
  }

  /** @param {PointerEvent} event */
  drag(event) {
    const [x, y] = this.from ?? [event.clientX, event.clientY];
    this.turnBy((event.clientX - x) * BY_PIXEL, (event.clientY - y) * BY_PIXEL);
    this.from = [event.clientX, event.clientY];
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const step = KEYS[event.key];
    if (!step || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation(); // they move no piece here
    this.turnBy(step[0] * BY_KEY, step[1] * BY_KEY);
  }

  /** @param {number} turn @param {number} tilt */
  turnBy(turn, tilt) {
    this.turn += turn;
    this.tilt = Math.min(Math.max(this.tilt + tilt, -STEEPEST), STEEPEST);
    this.draw();
  }

  // A window in which the board has room however it is turned, so that it never jumps.
  frame() {
    const points = this.box.flatMap(({ corners }) => corners).map((point) => this.lift(point));
    this.middle = [0, 1, 2].map((i) => {
      const values = points.map((point) => point[i]);
      return (Math.min(...values) + Math.max(...values)) / 2;
    });
    const far = Math.max(...points.map((point) => Math.hypot(...point.map((v, i) => v - this.middle[i]))));
    const size = 2 * (far + MARGIN);
    this.root.setAttribute("viewBox", [-size / 2, -size / 2, size, size].map((v) => v.toFixed(3)).join(" "));
  }

  // A point with its layer moved apart; every point knows its layer.
  /** @param {number[]} it */
  lift([x, y, z, layer]) {
    return [x, y, z - layer * this.apart];
  }

  // The middle of an atom.
  /** @param {Atom} atom */
  homeOf(atom) {
    return facesOf(this.lattice, atom)[0].home;
  }

  // Where the middle of some atoms is seen on the screen.
  /** @param {Atom[]} atoms */
  onScreen(atoms) {
    const points = atoms.map((atom) => this.seen(this.homeOf(atom)));
    const [x, y] = [0, 1].map((i) => points.reduce((sum, point) => sum + point[i], 0) / points.length);
    const place = new DOMPoint(x, y).matrixTransform(this.root.getScreenCTM());
    return [place.x, place.y];
  }

  // Where a point is seen: right, down, and how near it is.
  /** @param {Point} point */
  seen(point) {
    const [x, y, z] = this.lift(point).map((v, i) => v - this.middle[i]);
    return this.rotated([x, y, z]);
  }

  /** @param {number[]} it */
  rotated([x, y, z]) {
    const [c, s] = [Math.cos(this.turn), Math.sin(this.turn)];
    const [ct, st] = [Math.cos(this.tilt), Math.sin(this.tilt)];
    const [right, deep] = [c * x - s * y, s * x + c * y];
    return [right, deep * st - z * ct, deep * ct + z * st];
  }

  draw() {
    const walls = this.box.filter(({ normal }) => this.rotated(normal)[2] < 0);
    const inner = this.things.flatMap(({ faces: all, ...thing }) =>
      all.filter(({ normal }) => this.rotated(normal)[2] > 1e-6).map((face) => ({ ...face, ...thing })),
    );
    /** @param {Face} it */
    const depth = ({ home }) => this.seen(home)[2];
    inner.sort((a, b) => depth(a) - depth(b));
    this.root.replaceChildren(
      ...walls.map((face) => svg("path.wall-face", { d: this.path(face) })),
      ...inner.map((face) => this.side(face)),
    );
  }

  /** @param {Face} face */
  side(face) {
    const bright = face.normal.reduce((sum, v, i) => sum + v * LIGHT[i], 0);
    const fill = shade(face.color, 0.82 + 0.25 * bright);
    return svg("path", {
      d: this.path(face),
      class: `side ${face.className ?? ""}`,
      fill,
      stroke: shade(face.color, 0.45),
    });
  }

  /** @param {Face} it */
  path({ corners }) {
    const points = corners.map((corner) =>
      this.seen(corner)
        .slice(0, 2)
        .map((v) => v.toFixed(3))
        .join(" "),
    );
    return `M${points.join("L")}Z`;
  }
}

// The outer faces of some atoms: {corners: [x, y, up, layer], normal, home}, home being the middle of the face's atom.
// Layers that are apart have a top and a bottom each.
/** @param {Lattice} lattice @param {Atom[]} atoms @param {boolean} isApart */
function faces(lattice, atoms, isApart) {
  const found = new Map();
  for (const atom of atoms)
    for (const face of facesOf(lattice, atom)) {
      if (found.has(face.back) && !(isApart && face.normal[2])) found.delete(face.back);
      else found.set(face.name, face);
    }
  return [...found.values()];
}

/** @param {Lattice} lattice @param {Atom} atom */
function facesOf(lattice, atom) {
  const layer = atom[0];
  const flat = lattice.polygon(atom);
  /** @param {Point} it @param {number} up */
  const at = ([x, y], up) => [x, y, up - layer, layer];
  const home = at(
    flat.reduce(([x, y], p) => [x + p[0] / flat.length, y + p[1] / flat.length], [0, 0]),
    -0.5,
  );
  const sides = flat.map((from, i) => {
    const to = flat[(i + 1) % flat.length];
    return { corners: [at(from, 0), at(to, 0), at(to, -1), at(from, -1)], normal: outward(from, to, home) };
  });
  const flats = [
    { corners: flat.map((point) => at(point, 0)), normal: [0, 0, 1] },
    { corners: flat.map((point) => at(point, -1)), normal: [0, 0, -1] },
  ];
  return [...sides, ...flats].map((face) => ({ ...face, home, ...namesOf(face) }));
}

/** @param {Point} it @param {Point} one @param {Point} other */
function outward([ax, ay], [bx, by], [mx, my]) {
  const long = Math.hypot(bx - ax, by - ay);
  const normal = [(by - ay) / long, (ax - bx) / long];
  const isOut = normal[0] * (ax - mx) + normal[1] * (ay - my) > 0;
  return [...(isOut ? normal : normal.map((v) => -v)), 0];
}

// A face is called by where its middle is and where it looks; the face on the other side of it looks back.
/** @param {{ corners: number[][], normal: number[] }} it */
function namesOf({ corners, normal }) {
  const middle = [0, 1, 2].map((i) => corners.reduce((sum, corner) => sum + corner[i], 0) / corners.length);
  /** @param {number} sign */
  const name = (sign) =>
    [...middle, ...normal.map((v) => sign * v)].map((v) => Math.round(v * 1000)).join(",");
  return { name: name(1), back: name(-1) };
}

// A piece by itself, seen from the same corner; `scale` is pixels a cell.
/** @param {Lattice} lattice @param {Atom[]} atoms @param {string} color @param {number} scale @param {typeof SolidView} [View] */
function solidFace(lattice, atoms, color, scale, View = SolidView) {
  const view = new View(lattice, atoms);
  view.box = []; // no room around it
  view.show([{ atoms, color }]);
  const points = view.things[0].faces.flatMap(({ corners }) => corners.map((corner) => view.seen(corner)));
  const [xs, ys] = [0, 1].map((i) => points.map((point) => point[i]));
  const [x, y] = [Math.min(...xs) - EDGE, Math.min(...ys) - EDGE];
  const [width, height] = [Math.max(...xs) - x + EDGE, Math.max(...ys) - y + EDGE];
  for (const name of ["tabindex", "role", "aria-label"]) view.root.removeAttribute(name);
  const box = [x, y, width, height].map((v) => v.toFixed(3)).join(" ");
  const size = { viewBox: box, width: width * scale, height: height * scale };
  for (const [name, value] of Object.entries({ ...size, class: "face solid-face", "aria-hidden": "true" }))
    view.root.setAttribute(name, value);
  return view.root;
}

// ---- balls ---------------------------------------------------------------------------------------------------------

// A packing of balls, seen from a corner, to turn; balls of the board on which nothing lies are dots.

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
    const laid = this.things.flatMap(({ faces: all, ...thing }) =>
      all.map((ball) => ({ ...ball, ...thing })),
    );
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
