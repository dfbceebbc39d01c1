// What the studio could not do, and why. {text} is the program's own line.

export default {
  notation: "{text}",
  limit: "{text}",
  request: "{text}",
  other: "{text}",
  busy: "The studio is busy with others: try again in a moment.",
  "no puzzle": "There is no puzzle yet: draw a board and choose pieces.",
  "no such puzzle": "The catalogue has no such puzzle.",
  "too many cells": "This board has {count} cells; the studio solves up to {most}: use the command line.",
  "too many pieces": "This puzzle has {count} pieces; the studio takes up to {most}: use the command line.",
  "too many placements":
    "This puzzle has about {count} placements; the studio takes up to {most}: use the command line.",
  "no such day": "There are puzzles of the day from {first} to {last}.",
  "search over": "This search is over and forgotten: start it again.",
};
