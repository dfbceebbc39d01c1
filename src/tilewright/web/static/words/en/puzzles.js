// The lists of puzzles, opening one, new ones, the puzzles of the day.

export default {
  lead: "Pick a puzzle and play, or open one of your own.",
  solved: "solved",
  "solved in": "✓ {time}",
  "solved mark": "✓ solved",
  begun: "begun",

  "system.shikaku": "Shikaku",
  "system.katamino": "Katamino",
  "system.tetris": "Tetris",
  "system.fridgeiq": "FridgeIQ",
  "system.doodle-fit": "Doodle Fit",
  "system.more": "More",
  "system.catalogue": "Catalogue: what all 16 FridgeIQ pieces make with the symmetry of a square",

  "open own": "Open a puzzle of your own …",
  "open text": "A puzzle as text, or a link",
  "open example": "Paste a link (puzz.link too), a drawing, TOML, JSON, a Shikaku grid, or pentominoes@6x10",
  open: "Open",
  file: "A file …",
  "drop here": "Or drop a file anywhere on the page.",
  "paste first": "Paste a puzzle or a link first.",
  "too large": "{name} is too large: the studio opens files up to 1 MB; use the command line.",

  size: "Size",
  difficulty: "Difficulty",
  easy: "easy",
  medium: "medium",
  hard: "hard",
  "new shikaku": "New Shikaku",
  "made shikaku": "Shikaku {rows} × {columns}, {difficulty}, no. {seed}",

  "of the day": "Puzzles of {day}",
  "your days": "Your days",
  "a new one": "A new one",
  "no streak": "Solve one of today's puzzles to begin a row of days.",
  "streak of one": "One day so far.",
  "streak of many": "{length} days in a row.",
  "day solved": "{date}: {solved} solved",
  "day unsolved": "{date}: none solved",
};
