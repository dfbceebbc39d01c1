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
  "unclear numbers":
    "Rows of numbers such as {line} may be a Shikaku or a list of tiles: write . for cells without a clue, or # Shikaku on the first line, or rows and columns, such as 4 4, above tiles.",
  "bad pieces":
    "{pieces} names no pieces: write letters of pentominoes such as FNPUV, or a set such as tetrominoes*, before the @.",
  "bad board": "{board} is no board: write its rows and columns after the @, as in FNPUV@5x5.",
  "bad file":
    "What begins with {line} is no puzzle file: expected a board, such as 5x5, and pieces, or a Shikaku, and no other keys. The command line says where it goes wrong.",
  "bad grid":
    "This grid is no Shikaku: expected numbers, . for an empty cell or ? for any number, as many in each row.",
  "bad link": "This link is damaged: its clues do not fit the board. Copy the whole address once more.",
  "other genre": "This link is a puzzle of another kind, {genre}: of puzz.link the studio takes Shikaku.",
  "too large": "This puzzle is far too large: the studio solves boards of up to {most} cells.",
  "no such puzzle": "The catalogue has no such puzzle.",
  "too many cells": "This board has {count} cells; the studio solves up to {most}: use the command line.",
  "too many pieces": "This puzzle has {count} pieces; the studio takes up to {most}: use the command line.",
  "too many placements":
    "This puzzle has about {count} placements: you can play it here, but the studio searches up to {most}. The command line has no such limit.",
  "no date": "{day} is no date: write year, month and day, as in 2026-11-21.",
  "no such day": "There is no puzzle of that day: there is one for each day from {first} to {last}.",
  "no such size": "A new Shikaku has {low} to {high} rows and columns: 8x8, for example.",
  "no such seed": "The number of a new puzzle is a whole one of up to 12 digits.",
  "no such difficulty": "New puzzles are easy, medium or hard; there are no others.",
  "no such system": "There are no puzzles of this kind here. There are: {names}.",
  "no such letters here": "A Katamino is named by its pieces: each of the letters FILNPTUVWXYZ at most once.",
  "search over": "This search is over and forgotten: start it again.",
  "no memory": "This needs more memory than the studio has: use the command line.",
  "no answer": "The answer was not found in time.",
  "process ended": "the search process ended unexpectedly",
  "keeps ending":
    "This ended the search process several times in a row, so it is not tried again: use the command line.",
  "no process": "The studio cannot search: its search processes do not start. Start the studio again.",
  "studio closed": "the studio was closed",
  "not flat": "A laser cuts flat pieces only: this puzzle has solid ones.",
  "nothing to make": "This puzzle has no pieces to make: print it instead.",
  "too many to make": "These are {count} pieces; the studio makes up to {most}: use the command line.",
  "count too long":
    "The count takes more than {seconds} s. The command line has no such limit: tilewright count FILE --proof certificate.txt",
  "not in the browser": "This file is not made in the browser. On the command line: {command}",
  "no such letters": "This set has no piece {letter}: write some of {letters}.",
  "not cut":
    "No such puzzle was found. The board has to be in one part, of whole squares, none of them optional; other sizes of pieces, or another difficulty, may do.",
};
