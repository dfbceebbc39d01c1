// What the browser knows of its player.

export default {
  title: "Your statistics",
  none: "Solve a puzzle, and its time stands here.",
  solved: "solved",
  alone: "without a hint",
  streak: "{count|day|days} in a row",
  longest: "longest row of days",
  kind: "Kind",
  average: "average",
  best: "best",
  export: "Save as a file",
  private: "All of this stays in this browser.",
  "of shikaku": "Shikaku",
  "of edges": "Matching edges",
  "of square": "Squares",
  "of halfsquare": "Half squares",
  "of triangular": "Triangles",
  "of hexagonal": "Hexagons",
  "of cubic": "Cubes",
  "of prism": "Prisms",
  "of spheres": "Balls",
};
