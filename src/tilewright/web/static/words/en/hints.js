// Reasons, hints and broken rules. The server sends them as fields.

export default {
  piece: "piece {name}",
  rectangle: "the {clue}",
  "rectangle at": "the {clue} in {place}",
  "cell at": "the cell in {place}",
  something: "something",

  "reason.area shikaku": "The numbers add up to {sum}, the board has {cells} cells.",
  "reason.area least": "The pieces cover at least {least} cells, the board has {room}.",
  "reason.area most": "The pieces cover at most {most} cells, the board has {room}.",
  "reason.area none": "No choice of the pieces covers as many cells as the board has: {room}.",
  "room between": "{must} to {may}",
  "reason.no rectangle": "No rectangle fits around {clue}.",
  "reason.unplaceable": "{Name} fits nowhere on the board.",
  "reason.uncovered": "Nothing can cover the cell in {place}.",
  "reason.region": "No choice of the pieces fills the marked part of {cells} cells exactly.",
  "reason.partial": "What lies there cannot be completed.",
  "reason.search": "A search through all possibilities found no solution.",
  "reason.balance":
    "Every piece covers as many cells of one color as of the other, wherever it lies; the board has {some} of one and {others} of the other.",
  "reason.multiple":
    "Count the cells as drawn: every piece makes a multiple of {modulus}, wherever it lies; the board makes {sum}, which is none.",
  "reason.weights":
    "Count the cells as drawn, in steps of {modulus}: wherever it lies each piece makes the same ({each}, " +
    "the others 0); the board makes {sum}, which does not agree.",

  "place.search": "{Name} goes here: every solution has it.",
  "place.reasons": "{Name} goes here: all its other places are ruled out.",
  "place.reasons cell": "{Name} goes here: everything else is ruled out for {about}.",
  "more alike": "The same holds for {others} more.",
  impossible: "This puzzle has no solution, whatever you lay.",
  done: "Everything is covered: this is a solution.",
  free: "Nothing is forced: everything that still fits is in some solution, so any of it will do.",
  none: "No easy step was found in time.",

  "why.forced cell": "{About} can be covered in one way only: {name} here.",
  "why.forced piece": "{Name} has one place left.",
  "why.forced tile": "{Name} fits in one place only: nowhere else do its sides match.",
  "why.forced clue": "{Name} has one rectangle left.",
  "why.claimed cell": "{Name} cannot lie here: {about} needs one of these cells wherever it goes.",
  "why.only reach": "{Name} cannot lie here: it alone reaches {about}.",
  "why.starvation": "{Name} here would leave {about} without any possibility.",
  "why.isolated region":
    "{Name} here would cut off the marked cells: the pieces left do not add up to that many.",
  "why.cluster": "However the marked cells are covered, there is no room for {name} here.",
  "why.invariant": "Color the cells in two: the other pieces cannot balance the colors with {name} here.",
  "why.search": "A search shows that no solution has {name} here.",
  "why.dead end":
    "{Name} does not work here: lay what is then forced, step by step, and soon something has no place left.",
  "why.other": "{Name} here leaves {about} without any possibility, as trying it out shows.",
  "wrong.search": "{Name} is wrong here: no solution has it together with what was laid before.",
  "wrong.reason": "{Name} is wrong here: it leaves {about} without any possibility.",

  "fault.off-board": "Something lies beside the board.",
  "fault.overlap": "Two of them overlap in {place}.",
  "fault.uncovered": "{count} {count|cell is|cells are} not covered.",
  "fault.name": "There is something that does not belong to this puzzle.",
  "fault.shape": "A piece has a shape that is not its own.",
  "fault.shape shikaku": "A region is not a rectangle.",
  "fault.paint": "A piece covers cells of another color than its own.",
  "fault.copies": "A piece is used too often, or not often enough.",
  "fault.pin": "The given pieces must lie where they were given.",
  "fault.clue": "Every rectangle holds one number exactly.",
  "fault.size": "The rectangle of {clue} has {cells} cells.",
  "fault.size unknown": "The rectangle of a number has {cells} cells.",
  "fault.edge": "Sides that meet in {place} do not match.",
  "fault.border": "The border shows the wrong label in {place}.",
  "fault.other": "A rule is broken.",

  "look cell": "Look at the marked cell, {place}.",
  "look cells": "Look at the marked cells, around {place}.",
  "look piece": "Look at {name}.",
  "look wrong": "Look at what you laid: something cannot stay.",
  laid: "{Name} is laid.",
  "laid as in a solution": "{Name} is laid as in one of the solutions.",
  "taken back": "{Name} is taken back.",
};
