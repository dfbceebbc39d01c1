// All words of the page in German, by subject.

import edges from "./de/edges.js";
import errors from "./de/errors.js";
import explore from "./de/explore.js";
import hints from "./de/hints.js";
import make from "./de/make.js";
import page from "./de/page.js";
import play from "./de/play.js";
import puzzles from "./de/puzzles.js";
import sets from "./de/sets.js";
import share from "./de/share.js";
import shelf from "./de/shelf.js";
import site from "./de/site.js";
import solve from "./de/solve.js";
import spoken from "./de/spoken.js";
import statistics from "./de/statistics.js";
import templates from "./de/templates.js";
import titles from "./de/titles.js";
import tools from "./de/tools.js";

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
  titles,
  tools,
};
