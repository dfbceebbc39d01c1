// All words of the page in English, by subject.

import edges from "./en/edges.js";
import errors from "./en/errors.js";
import explore from "./en/explore.js";
import hints from "./en/hints.js";
import make from "./en/make.js";
import page from "./en/page.js";
import play from "./en/play.js";
import puzzles from "./en/puzzles.js";
import sets from "./en/sets.js";
import share from "./en/share.js";
import shelf from "./en/shelf.js";
import site from "./en/site.js";
import solve from "./en/solve.js";
import spoken from "./en/spoken.js";
import statistics from "./en/statistics.js";
import templates from "./en/templates.js";
import tools from "./en/tools.js";

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
