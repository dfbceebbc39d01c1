// Tools of the player: pencil, trial, zoom, looking ahead, the finish.

export default {
  pencil: "Pencil",
  "pencil title": "Notes in cells: N",
  "pencil help":
    "With the pencil (N) a click on a cell goes through dot, cross and nothing; a piece that was clicked " +
    "writes its letter. Keys: arrows, Space, letters, Delete; Escape puts it down.",
  try: "What if …",
  "try title": "Try something out, then keep or drop it",
  trying: "Trying out:",
  keep: "Keep",
  drop: "Drop",
  zoom: "Size of the board",
  "zoom in": "Larger",
  "zoom out": "Smaller",
  "zoom all": "The whole board",
  ways: "{number} {number|way|ways} from here.",
  "ways least": "At least {number} ways from here.",
  "ways unknown": "How many ways there are from here takes too long to count.",
  "lost here": "From here it cannot be solved any more.",
  "show mistakes": "Mistakes at once, while playing",
  "show ways": "How many ways there are from here, while playing",
  solved: "Solved",
  time: "Time",
  best: "Best time",
  "hints used": "Hints",
  "moves made": "Moves",
  next: "Next puzzle",
  "share result": "Share the result",
  "result copied": "The result is copied.",
  result: "{name}: solved in {time}, {hints} {hints|hint|hints}",
  "size of clue": "{area} of {value}",
};
