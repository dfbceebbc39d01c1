// The picture of a puzzle's card: the board half laid, and the other pieces scattered beside it. What was solved shows how. A
// card without a lattice is a silhouette, and shows nothing else.
//
// Outlines are paths in units of a cell: `board`, `optional`, `pieces` as [name, color, copies, path, left, top, width,
// height], and `clues` as [column, row, number]. A solid has its `atoms`, and is seen in space. `laid` is the half that lies
// there, as the page's placements. `tiles` has the colors of tiles with labels, by name, side for side.

import { viewOf } from "../core/solid.js";
import { lettering, svg } from "../core/dom.js";
import * as draw from "../core/draw.js";
import { key } from "../core/lattice.js";
import { moved, tileShape } from "../core/tiles.js";
import { rectColors } from "../play/shikaku/picture.js";
import { kindOf } from "../core/kinds.js";
import { latticeNamed, latticeOf } from "../state/store.js";
import { searched } from "../core/api.js";
import { placementsFrom } from "../state/progress.js";

const WIDE = 1.45; // width of the picture over its height
const GAP = 0.45; // cells between pieces, before they are made smaller
const SMALLER = 0.62; // of the board's cell, for pieces
const TILT = 9; // degrees
const MOST = 24; // pieces shown

// A picture of a card; `placed` is what lies on the board when it was solved.
/** @param {Card} card @param {Placement[] | null} [placed] */
export function thumbnail(card, placed = null) {
  if (card.atoms) return solid(card, placed ?? card.laid ?? []);
  return card.lattice ? flat(card, placed) : silhouette(card);
}

/** @param {Card} card @param {Placement[] | null} placed */
function flat(card, placed) {
  const { box } = card;
  const whole = placed && solution(card, placed);
  const laid = whole || (card.laid && solution(card, card.laid));
  const group = whole ? null : scattered({ ...card, pieces: unlaid(card) });
  const margin = 0.15 * Math.max(1, box[3] / 8);
  const [width, height] = group ? around(box, group) : [box[2], box[3]];
  const view = [box[0] - margin, box[1] - margin, width + 2 * margin, height + 2 * margin];
  const root = svg("svg.thumbnail", { viewBox: view.join(" "), "aria-hidden": "true" });
  root.append(svg("path.ground", { d: card.board }));
  if (card.optional) root.append(svg("path.optional", { d: card.optional }));
  if (laid) root.append(...laid);
  root.append(svg("path.rim", { d: card.board }));
  if (card.clues) root.append(numbers(card.clues, whole ? placed : card.laid));
  if (group) root.append(group.root);
  return root;
}

/** @param {Card} card */
function silhouette({ box: [x, y, width, height], board }) {
  const margin = 0.12 * Math.max(width, height);
  const view = [x - margin, y - margin, width + 2 * margin, height + 2 * margin].join(" ");
  const shape = svg("path.shape", { d: board });
  return svg("svg.thumbnail", { viewBox: view, "aria-hidden": "true" }, shape);
}

// A solid with what lies there, as Play shows it.
/** @param {Card} card @param {Placement[]} laid */
function solid(card, laid) {
  const colors = new Map(card.pieces.map(([name, color]) => [name, color]));
  const view = viewOf(latticeNamed(card.lattice), card.atoms ?? []);
  view.show(laid.map(({ piece: name, atoms }) => ({ atoms, color: colors.get(name) })));
  for (const name of ["tabindex", "role", "aria-label"]) view.root.removeAttribute(name);
  view.root.setAttribute("class", "thumbnail solid-face");
  view.root.setAttribute("aria-hidden", "true");
  return view.root;
}

// The pieces that do not lie there.
/** @param {Card} card */
function unlaid({ pieces = [], laid = [] }) {
  const used = Object.groupBy(laid, (each) => each.piece);
  /** @param {CardPiece} row @returns {CardPiece} */
  const counted = ([name, color, copies, ...rest]) => [
    name,
    color,
    copies - (used[name]?.length ?? 0),
    ...rest,
  ];
  return pieces.map(counted).filter(([, , copies]) => copies > 0);
}

// The numbers; those on a rectangle are dark in dark mode too.
/** @param {NonNullable<Card["clues"]>} clues @param {Placement[]} [laid] */
function numbers(clues, laid = []) {
  const covered = new Set(laid.flatMap(({ atoms }) => atoms.map(key)));
  /** @param {number} x @param {number} y */
  const look = (x, y) => (covered.has(key([y, x])) ? "covered" : "");
  const letters = clues.map(([x, y, text]) => lettering(String(text), [x + 0.5, y + 0.5], 0.6, look(x, y)));
  return svg("g.clues", letters);
}

// A tile of a card, as it is given or as it lies on the board.
/** @param {Card} card @param {string} name @param {Atom | null} [atom] @param {string} [motion] */
function tile(card, name, atom = null, motion = "") {
  const lattice = latticeNamed(card.lattice);
  const origin = lattice.atom([0, 0], 0);
  const how = lattice.motions.find((each) => each.name === motion);
  const given = card.tiles?.[name];
  if (!given) throw new RangeError();
  const labels = how ? moved(lattice, how, given) : given;
  const looks = Object.fromEntries(given.map((color) => [color, { color }]));
  return tileShape(lattice, [atom ?? origin], { labels, looks, isPlain: true });
}

/** @param {string} path @param {string} color */
function piece(path, color) {
  return svg(
    "g.piece",
    svg("path.fill", { d: path, fill: color }),
    svg("path.edge", { d: path, stroke: draw.darker(color) }),
  );
}

// What lies on the board, in the colors of the card's pieces; null where the picture cannot show it.
/** @param {Card} card @param {Placement[]} placed */
function solution(card, placed) {
  try {
    return laidOut(card, placed);
  } catch {
    return null; // the browser kept something that cannot lie there
  }
}

/** @param {Card} card @param {Placement[]} placed */
function laidOut(card, placed) {
  const lattice = latticeNamed(card.lattice);
  if (!lattice || lattice.dimension === 3) return null;
  const colors = new Map((card.pieces ?? []).map(([name, color]) => [name, color]));
  const regions = card.clues ? rectColors(lattice, placed) : [];
  return placed.map(({ piece: name, atoms, motion }, i) => {
    if (card.tiles) return tile(card, name, atoms[0], motion);
    const color = regions[i] ?? colors.get(name) ?? lattice.palette[0];
    return piece(lattice.contour(atoms), color);
  });
}

// Pieces in rows beside or below the board, whichever makes the better picture: {root, width, height, below}.
/** @param {Card} card */
function scattered(card) {
  const { pieces = [], box } = card;
  const [left, top, width, height] = box;
  const each = pieces.flatMap((row) => Array(row[2]).fill(row)).slice(0, MOST);
  if (!each.length) return null;
  const beside = rows(each, Math.max(height / SMALLER, longest(each)), true);
  const below = rows(each, Math.max((width * 1.3) / SMALLER, longest(each)), false);
  /** @param {number} w @param {number} h */
  const fit = (w, h) => Math.abs(Math.log(w / h / WIDE));
  const isBelow =
    fit(Math.max(width, below.width * SMALLER), height + below.height * SMALLER) <
    fit(width + beside.width * SMALLER, Math.max(height, beside.height * SMALLER));
  const chosen = isBelow ? below : beside;
  const place = isBelow ? [left, top + height + GAP] : [left + width + GAP, top];
  const root = svg("g", { transform: `translate(${place.join(" ")}) scale(${SMALLER})` });
  chosen.places.forEach(({ row, x, y }, i) => root.append(tilted(card, row, x, y, i)));
  const size = [chosen.width * SMALLER + GAP, chosen.height * SMALLER + GAP];
  return { root, width: size[0], height: size[1], isBelow };
}

/** @param {CardPiece[]} pieces */
const longest = (pieces) => Math.max(...pieces.map((row) => Math.max(row[6], row[7])));

/** @param {number[]} box @param {{ width: number, height: number, isBelow: boolean }} group */
function around([, , width, height], group) {
  return group.isBelow
    ? [Math.max(width, group.width), height + group.height]
    : [width + group.width, Math.max(height, group.height)];
}

// Shelves of at most so much length: across, or down where `down` is set.
/** @param {CardPiece[]} pieces @param {number} most @param {boolean} down */
function rows(pieces, most, down) {
  const places = [];
  let [along, across, deep, far] = [0, 0, 0, 0];
  for (const row of pieces) {
    const [length, depth] = down ? [row[7], row[6]] : [row[6], row[7]];
    if (along && along + length > most) [along, across, deep] = [0, across + deep + GAP, 0];
    places.push({ row, x: down ? across : along, y: down ? along : across });
    along += length + GAP;
    deep = Math.max(deep, depth);
    far = Math.max(far, along - GAP);
  }
  return { places, width: down ? across + deep : far, height: down ? far : across + deep };
}

// As if it had been dropped there.
/** @param {Card} card @param {CardPiece} row @param {number} x @param {number} y @param {number} number */
function tilted(card, row, x, y, number) {
  const [name, color, , path, left, top, width, height] = row;
  const angle = ((number * 47) % (2 * TILT + 1)) - TILT;
  const [middleX, middleY] = [x + width / 2, y + height / 2];
  const move = `translate(${x - left} ${y - top}) rotate(${angle} ${middleX - x + left} ${middleY - y + top})`;
  const root = card.tiles ? tile(card, name) : piece(path, color);
  root.setAttribute("transform", move);
  return root;
}

// The card of a puzzle that is not in the list.
/** @param {View} view @returns {Card} */
function cardOf(view) {
  const every = [...view.atoms, ...view.optional];
  const plain = latticeOf(view);
  const lattice = plain.spaced(every);
  const box = lattice.bounds(every);
  return {
    lattice: view.lattice,
    atoms: lattice.dimension === 3 ? every : null,
    box: [box.x, box.y, box.width, box.height],
    board: lattice.outline(view.atoms),
    optional: view.optional.length ? lattice.outline(view.optional) : "",
    pieces: view.pieces_list?.map((each) => pieceOf(each, plain)),
    ...kindOf(view).cardParts(view),
  };
}

/** @param {Piece} piece @param {Lattice} plain @returns {CardPiece} */
function pieceOf({ name, color, copies, orientations }, plain) {
  const { atoms } = orientations[0];
  const lattice = plain.spaced(atoms);
  const { x, y, width, height } = lattice.bounds(atoms);
  return [name, color, Math.min(copies[1] ?? 1, 6), lattice.outline(atoms), x, y, width, height];
}

// ---- puzzles that are not in the list ------------------------------------------------------------------------------

// The picture of a puzzle that is not in the list: at once as it begins, and a third laid as soon as a solution is known.
// A silhouette stays one.

const SECONDS = 2; // of the search; a picture may stay as it is

/** @param {Element} place @param {View} view */
export function showHalf(place, view) {
  const card = cardOf(view);
  place.replaceChildren(thumbnail(card));
  if (!kindOf(view).cardShare) return;
  const job = { puzzle: view.puzzle, number: 1, seconds: SECONDS };
  searched(job).then(
    ({ tilings: [found] }) => {
      const laid = found && place.isConnected ? firstOf(found, view) : [];
      if (laid.length) place.replaceChildren(thumbnail({ ...card, laid }));
    },
    () => {}, // there is a picture already
  );
}

/** @param {{ placements: PlacementRow[] }} it @param {View} view */
function firstOf({ placements }, view) {
  const lattice = latticeNamed(view.lattice);
  const laid = placements.map((row) => ({
    ...row,
    atoms: lattice.atomsOf(row.cells),
    motion: kindOf(view).motionOf(row),
  }));
  return placementsFrom(laid, view, lattice).slice(
    0,
    Math.max(1, Math.floor(laid.length * kindOf(view).cardShare)),
  );
}
