// The one table of kinds of puzzles: all that the page knows of each. Nothing else asks which kind a puzzle is.
//
// A kind is an object (`Kind` in static.d.ts says what is in it), asked for by `kindOf`: the usual, what its row here says
// otherwise, and what its module does, which is fetched when a puzzle of the kind is opened. A kind that has no row is played by
// drawing regions.

import { part } from "./failures.js";
import { wrapped } from "./wrapped.js";
import { phrase } from "../words/words.js";

/** @param {string} why @returns {() => never} */
const refused = (why) => () => {
  throw new Error(phrase(why));
};

/** @type {Kind} */
export const USUAL = {
  load: async () => ({}),
  tabs: ["play", "solve", "share"],
  bench: refused("make.no edit"),
  draftsOn: () => false,
  links: [],
  printText: () => "share.print puzzle",
  craftText: "share.certificate for",
  crafts: () => [],
  explorations: ["places", "steps-of"],
  resultName: ({ kind }) => kind,
  cardShare: 1 / 3,
  cardParts: () => ({}),
  margin: 0.2,
  border: () => [],
  latticeOf: (view, lattices) => (lattices[view.lattice] ??= wrapped(lattices, view.lattice)),
  motionOf: () => undefined,
  lookOf(view, { piece }) {
    const index = view.pieces_list.findIndex(({ name }) => name === piece);
    return { color: view.pieces_list.at(Math.max(0, index))?.color, index: Math.max(0, index) };
  },
  looksOf(_, view, placements) {
    return placements.map((placement) => this.lookOf(view, placement));
  },
  writing: () => ({ root: "", show: () => {} }),
  mapButtons: 20,
  mapText: (percent) => percent,
  homesOf: () => [],
  subject: (_, name) => phrase("hints.piece", { name }),
  reasonText: () => "",
  faultText: () => "",
  whyKey: () => "",
};

const EDITED = ["play", "solve", "edit", "share"];
/** @type {Partial<Kind>} of pieces that hands can make */
const CRAFTED = {
  printText: ({ dimension }) => (dimension === 2 ? "share.print pieces" : "share.print solid"),
  craftText: "share.make for",
  crafts: ({ dimension }) => (dimension === 2 ? ["solids", "laser"] : ["solids"]),
};

/** @type {Record<string, Partial<Kind>>} */
const ROWS = {
  pieces: {
    ...CRAFTED,
    tabs: EDITED,
    bench: () => "cells",
    draftsOn: () => true,
    resultName: ({ lattice }) => lattice.split("~")[0],
  },
  shikaku: {
    load: () => import("../play/shikaku/shikaku.js"),
    tabs: EDITED,
    bench: () => "numbers",
    draftsOn: (lattice) => lattice === "square",
    links: ["puzz.link"],
  },
  edges: {
    load: () => import("../play/edges/edges.js"),
    bench: refused("edges.no edit"),
    printText: () => "edges.print",
  },
  polygons: {
    ...CRAFTED,
    load: () => import("../play/polygons/polygons.js"),
    explorations: [],
    cardShare: 0,
  },
};
/** @type {Kind} */
const OTHER = { ...USUAL, load: () => import("../play/regions.js") };
/** @type {Map<unknown, Kind>} */
const KINDS = new Map(Object.entries(ROWS).map(([name, row]) => [name, { ...USUAL, ...row }]));

// Whatever has a kind is asked: a view, a draft.
/** @param {{ kind?: unknown }} it @returns {Kind} */
export const kindOf = ({ kind }) => KINDS.get(kind) ?? OTHER;

// The view, once the module of its kind is there.
/** @param {View} view */
export async function withKind(view) {
  const kind = kindOf(view);
  Object.assign(kind, await part(kind.load));
  return view;
}

export const MODULES = [...KINDS.values(), OTHER].map(({ load }) => load);
