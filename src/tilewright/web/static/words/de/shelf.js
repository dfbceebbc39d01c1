// Das Regal.

export default {
  title: "Dein Regal",
  add: "Ein Spiel dazustellen, das du hast …",
  "board pyramid": "Pyramide",
  "board triangle": "Dreieck",
  "board arrowhead": "Pfeilspitze",
  "board butterfly": "Schmetterling",
  "board diagonal": "Quadrat auf der Ecke",
  "board star": "Stern",
  "board year": "ein Datum bleibt frei",
  "board tray": "Rahmen",
  "board square": "Quadrat",
  "board rectangle": "Rechteck",
  "board trapezoid-a": "erstes Trapez",
  "board trapezoid-b": "zweites Trapez",
  "board trapezoid-c": "drittes Trapez",
  "board cube": "Würfel",
};
