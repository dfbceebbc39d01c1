// All words of the page in English, by subject.

import edges from "./edges.js";
import errors from "./errors.js";
import explore from "./explore.js";
import hints from "./hints.js";
import make from "./make.js";
import page from "./page.js";
import play from "./play.js";
import puzzles from "./puzzles.js";
import sets from "./sets.js";
import share from "./share.js";
import shelf from "./shelf.js";
import site from "./site.js";
import solve from "./solve.js";
import spoken from "./spoken.js";
import statistics from "./statistics.js";
import templates from "./templates.js";
import tools from "./tools.js";

export default {
  edges,
  errors,
  explore,
  hints,
  make,
  page,
  play,
  puzzles,
  sets,
  share,
  shelf,
  site,
  solve,
  spoken,
  statistics,
  templates,
  tools,
};
