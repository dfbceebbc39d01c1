// What the studio could not do, and why. {text} is the program's own line.

export default {
  notation: "{text}",
  limit: "{text}",
  request: "{text}",
  other: "{text}",
  busy: "The studio is busy with others: try again in a moment.",
  "no puzzle": "There is no puzzle yet: draw a board and choose pieces.",
  "not recognized":
    "{line} is no puzzle: expected a link (of puzz.link too), a drawing with blocks, TOML, JSON, a Shikaku grid or pentominoes@6x10.",
  "no such puzzle": "The catalogue has no such puzzle.",
  "too many cells": "This board has {count} cells; the studio solves up to {most}: use the command line.",
  "too many pieces": "This puzzle has {count} pieces; the studio takes up to {most}: use the command line.",
  "too many placements":
    "This puzzle has about {count} placements; the studio takes up to {most}: use the command line.",
  "no such day": "There are puzzles of the day from {first} to {last}.",
  "search over": "This search is over and forgotten: start it again.",
  "no memory": "This needs more memory than the studio has: use the command line.",
  "no answer": "The answer was not found in time.",
  "process ended": "the search process ended unexpectedly",
  "studio closed": "the studio was closed",
  "not flat": "A laser cuts flat pieces only: this puzzle has solid ones.",
  "nothing to make": "This puzzle has no pieces to make: print it instead.",
  "too many to make": "These are {count} pieces; the studio makes up to {most}: use the command line.",
  "count too long":
    "The count takes more than {seconds} s. The command line has no such limit: tilewright count FILE --proof certificate.txt",
  "not in the browser": "This file is not made in the browser. On the command line: {command}",
  "no such letters": "This set has no piece {letter}: write some of {letters}.",
};
