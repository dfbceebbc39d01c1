// Was der Browser über den Spieler weiß.

export default {
  title: "Deine Statistik",
  none: "Löse ein Rätsel, dann steht seine Zeit hier.",
  solved: "gelöst",
  alone: "ohne Tipp",
  streak: "{count|Tag|Tage} hintereinander",
  longest: "längste Reihe von Tagen",
  kind: "Art",
  average: "im Mittel",
  best: "beste",
  export: "Als Datei sichern",
  private: "All das bleibt in diesem Browser.",
  "of shikaku": "Shikaku",
  "of edges": "Passende Kanten",
  "of square": "Quadrate",
  "of halfsquare": "Halbe Quadrate",
  "of triangular": "Dreiecke",
  "of hexagonal": "Sechsecke",
  "of cubic": "Würfel",
  "of prism": "Prismen",
  "of spheres": "Kugeln",
};
