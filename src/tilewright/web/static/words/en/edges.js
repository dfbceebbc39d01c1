// Edge matching: tiles with labels on their sides.

export default {
  tile: "tile {name}",
  "tile with labels": "tile {name}: {labels}",
  described: "{Name} ({labels}), {place}",
  empty: "{place}: empty",
  meets: "{matches} {matches|side matches|sides match}, {clashes} {clashes|does|do} not.",
  "not turned": "Tile {name} may not be turned.",
  "not flipped": "Tile {name} may not be flipped.",

  "border free": "Sides that meet must match. The border may show anything.",
  "border uniform": "Sides that meet must match. The border shows one and the same label all around.",
  "border label": "Sides that meet must match, and at the border those of the band around the board.",
  partners: "A small letter meets its capital, a filled figure a hollow one.",
  print:
    "The board and its tiles on one page; a booklet with the tiles to cut out and the solution; or the tiles alone, as cards of 40 mm. Print at 100 %.",
  "no edit": "Tiles with labels are not made here: write them as text and open it in Puzzles.",
  "why.forced cell":
    "Of the tiles that are left only {name}, turned like this, fits in the marked place: each of its sides matches.",
  "why.starvation": "With {name} here, nothing would match {about} any more.",
  "why.dead end":
    "{Name} does not work here: lay what its sides then ask for, and soon some place has no tile.",
  "why.other": "{Name} does not work here: lay what then must follow, and nothing matches {about}.",
  "reason labels":
    "The labels cannot come out even: inside the board each must find its partner, and the border takes what it asks for.",

  help:
    "Drag a tile to its place, or click it and then the place. R, the wheel or a right click turns what you hold; " +
    "a click turns a tile on the board, dropping one on another swaps them, dropping it beside the board takes it " +
    "back. Sides that match get a bar, others a jagged line. Keys: choose a tile with Tab and Enter, move it with " +
    "the arrows, R turns, Enter lays it; on the board the arrows go from place to place, R turns the tile there, " +
    "Enter takes it up, Delete takes it back, H asks for a hint.",
};
