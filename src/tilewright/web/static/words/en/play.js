// Playing.

export default {
  turn: "Turn",
  flip: "Flip",
  tumble: "Tumble",
  "turn keys": "R or the mouse wheel",
  "flip keys": "F",
  "tumble keys": "T",
  "undo keys": "Ctrl+Z",
  "redo keys": "Ctrl+Y",
  undo: "Undo",
  redo: "Redo",
  hint: "Hint",
  why: "Why?",
  "do it": "Do it",
  working: "Working …",
  check: "Check",
  "solve from here": "Solve from here",
  another: "Another one",
  again: "Start again",
  pieces: "Pieces",
  "how to play": "How to play",
  time: "Time",
  "piece on the board": "The piece on the board",
  "board label": "{name}: {count} placed",
  "lay here": "Lay the piece here",
  "no fit": "It does not fit there.",
  fits: "{name}, {place}: fits",
  "fits not": "{name}, {place}: does not fit",
  "not turned": "Piece {name} may not be turned.",
  "not flipped": "Piece {name} may not be flipped.",
  "not tumbled": "Piece {name} may not be tumbled.",
  "tile label": "{name}, {count}",
  "any number": "any number",
  left: "{count} left",
  "link not laid": "The link's pieces could not be laid: the board is as you left it.",
  done: "Done in {time}. Well played!",
  best: "Best: {time}.",
  "all right": "Everything is right: solved.",
  "right so far": "No rule is broken so far.",
  open: "No rule is broken, and it can be finished from here.",
  lost: "This can no longer be finished.",
  unknown: "No rule is broken so far; whether it can be finished is not known yet.",
  "take back this": "Take back {name}.",
  "take back": "From here it cannot be solved: take something back.",

  "help pieces":
    "Drag a piece to its place, or click it and then the place. R, the wheel or a right click turns, F " +
    "flips.{tumble} Keys: choose a piece with Tab and Enter, move it with the arrows, Enter lays it down, " +
    "Delete takes back the piece under it, H asks for a hint.",
  "help polygons":
    "Drag a piece to its place: it is drawn to corners and sides, and slides along them. R, the wheel or a right " +
    "click turns, F flips; a second finger turns what the first one holds. Keys: choose a piece with Tab and " +
    "Enter, the arrows go from place to place, Enter lays it down, H asks for a hint.",
  "polygon place": "{across} percent across, {down} percent down, turned by {degrees} degrees",
  "help tumble":
    "T tumbles. The layers stand side by side, the top one first; Page up and down change the layer.",
  "help regions":
    "Drag over cells to draw what belongs together; a tap on what lies there takes it back. By keys: arrows, Enter to begin and to end, Delete to take back.",
  "no region": "These cells are no place for anything here.",
  "region given": "What is given stays where it is.",
  "help shikaku":
    "Drag from corner to corner to draw a rectangle around one number; tap a rectangle to remove it. " +
    "Keys: arrows move, Enter starts and ends a rectangle, Delete removes one, H asks for a hint.",
  "rectangle given": "A rectangle there is given.",
  "one number": "A rectangle may hold one number only.",
  "a number": "A rectangle needs a number.",
  "wrong size": "The rectangle of {value} needs {value} {value|cell|cells}; this one has {cells}.",
  layer: "Layer {number}",
  "layer top": "Layer 1 (top)",
  layers: "Layers, from the top",
};
