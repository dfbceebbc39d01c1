// Geometry from the server's tables alone. An atom is [row, column] or [row, column, kind].

export class Lattice {
  constructor(table) {
    Object.assign(this, table);
    const [[a, b], [c, d]] = table.step;
    const det = a * d - b * c;
    this.inverse = [[d / det, -b / det], [-c / det, a / det]];
    this.kinds = table.polygons.length;
    this.middle = table.polygons.map(centre);
    this.blockMiddle = table.blocks.map((kinds) => centre(kinds.map((kind) => this.middle[kind])));
    this.cellMiddle = centre(this.middle);
  }

  kind(atom) {
    return this.letters ? atom[2] : 0;
  }

  atom(row, column, kind) {
    return this.letters ? [row, column, kind] : [row, column];
  }

  whole(row, column) {
    return this.polygons.map((_, kind) => this.atom(row, column, kind));
  }

  // The picture's place of cell (row, column).
  place(row, column) {
    const [r, c] = this.step;
    return [row * r[0] + column * c[0], row * r[1] + column * c[1]];
  }

  // The cell coordinates, as fractions, of a place in the picture.
  cell([x, y]) {
    const [r, c] = this.inverse;
    return [x * r[0] + y * c[0], x * r[1] + y * c[1]];
  }

  polygon(atom) {
    const [dx, dy] = this.place(atom[0], atom[1]);
    return this.polygons[this.kind(atom)].map(([x, y]) => [x + dx, y + dy]);
  }

  neighbours(atom) {
    return this.near[this.kind(atom)].map(([dr, dc, kind]) => this.atom(atom[0] + dr, atom[1] + dc, kind));
  }

  shift(atoms, row, column) {
    return atoms.map(([r, c, ...kind]) => [r + row, c + column, ...kind]);
  }

  apply(motion, atom) {
    const kind = this.kind(atom);
    const offset = motion.offsets.length ? motion.offsets[kind] : [0, 0];
    const [r, c] = motion.matrix.map((m, i) => m[0] * atom[0] + m[1] * atom[1] + offset[i]);
    return this.atom(r, c, motion.kinds[kind] ?? 0);
  }

  // The boundary of some atoms as an SVG path: every edge that only one of them has.
  outline(atoms) {
    const edges = new Map();
    const name = ([x, y]) => `${Math.round(x * 3000)},${Math.round(y * 3000)}`;
    for (const atom of atoms) {
      const corners = this.polygon(atom);
      corners.forEach((from, i) => {
        const to = corners[(i + 1) % corners.length];
        const back = `${name(to)}>${name(from)}`;
        if (edges.has(back)) edges.delete(back);
        else edges.set(`${name(from)}>${name(to)}`, [from, to]);
      });
    }
    const next = new Map();
    for (const [from, to] of edges.values()) {
      if (!next.has(name(from))) next.set(name(from), []);
      next.get(name(from)).push([from, to]);
    }
    let path = "";
    for (const start of edges.values()) {
      const first = name(start[0]);
      if (!next.get(first)?.length) continue;
      let [from, to] = next.get(first).pop();
      path += `M${at(from)}`;
      while (name(to) !== first) {
        path += `L${at(to)}`;
        [from, to] = turning(from, to, next.get(name(to)));
      }
      path += "Z";
    }
    return path;
  }

  bounds(atoms) {
    const corners = atoms.flatMap((atom) => this.polygon(atom));
    const xs = corners.map((p) => p[0]);
    const ys = corners.map((p) => p[1]);
    const [x, y] = [Math.min(...xs), Math.min(...ys)];
    return { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y };
  }

  // Where a letter fits: in the fullest cell nearest to the middle of the shape.
  spot(atoms) {
    const [mx, my] = centre(atoms.map((atom) => centre(this.polygon(atom))));
    const cells = new Map();
    for (const atom of atoms) {
      const key = `${atom[0]},${atom[1]}`;
      cells.set(key, [...(cells.get(key) || []), atom]);
    }
    let best = null;
    for (const part of cells.values()) {
      const [x, y] = centre(part.map((atom) => centre(this.polygon(atom))));
      const score = -part.length * 10 + Math.hypot(x - mx, y - my);
      if (!best || score < best.score) best = { x, y, score, size: 0.25 + (0.3 * part.length) / this.kinds };
    }
    return best;
  }
}

export const key = (atom) => atom.join(",");
export const atomOf = (text) => text.split(",").map(Number);

export function make(table) {
  const { neighbours, ...rest } = table;
  return new Lattice({ ...rest, near: neighbours });
}

export function normal(atoms) {
  const row = Math.min(...atoms.map((atom) => atom[0]));
  const column = Math.min(...atoms.map((atom) => atom[1]));
  return atoms.map(([r, c, ...kind]) => [r - row, c - column, ...kind]);
}

// Atoms as the file format's cells: [row, column] or [row, column, "nesw"].
export function cellsOf(lattice, atoms) {
  if (!lattice.letters) return atoms;
  const cells = new Map();
  for (const [r, c, kind] of atoms) cells.set(`${r},${c}`, (cells.get(`${r},${c}`) || "") + lattice.letters[kind]);
  return [...cells].map(([place, letters]) => [...atomOf(place), letters]);
}

export function atomsOf(lattice, cells) {
  if (!lattice.letters) return cells.map(([r, c]) => [r, c]);
  return cells.flatMap(([r, c, letters]) => [...letters].map((letter) => [r, c, lattice.letters.indexOf(letter)]));
}

function centre(points) {
  const n = points.length;
  return [points.reduce((sum, p) => sum + p[0], 0) / n, points.reduce((sum, p) => sum + p[1], 0) / n];
}

const at = ([x, y]) => `${+x.toFixed(4)} ${+y.toFixed(4)}`;

// Of several edges that leave a corner (shapes touching there) the one that keeps to the same shape.
function turning(from, to, choices) {
  if (choices.length === 1) return choices.pop();
  const angle = (a, b) => Math.atan2(b[1] - a[1], b[0] - a[0]);
  const came = angle(to, from);
  const score = (edge) => (angle(edge[0], edge[1]) - came + 4 * Math.PI) % (2 * Math.PI);
  choices.sort((a, b) => score(b) - score(a));
  return choices.pop();
}
