// The static site: loading, what can go wrong, new versions.

export default {
  loading: "Solver: {loaded} of {total} MB loaded. Playing works already.",
  starting: "Solver: starting. Playing works already.",
  failed:
    "The solver did not start ({text}). Playing works; for the rest reload the page, or install Tilewright.",
  "not loaded":
    "The solver could not be loaded. Playing works; for the rest reload the page, or install Tilewright.",
  "too old":
    "This browser lacks WebAssembly SIMD, which the solver needs. Playing works; for the rest update the browser.",
  damaged: "The download of {text} was interrupted. Playing works; reload the page to try again.",
  incomplete: "There is no connection: a file of the site could not be loaded. What you did is kept.",
  crashed: "The solver ended on this and was started again. Try the command line: tilewright solve",
  "too long":
    "This took too long and was ended. Try the command line, which has no such limit: tilewright solve",
  "new version": "There is a new version.",
  reload: "Reload",
  "print offline":
    "Writing a PDF needs the network once, to load its typesetter. “Print” draws the page here and works without.",
  printing: "Typesetter: {loaded} of {total} MB loaded.",
};
