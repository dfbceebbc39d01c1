// Ce que le navigateur sait de son joueur.

export default {
  title: "Tes statistiques",
  none: "Résous un puzzle, et son temps sera ici.",
  solved: "résolus",
  alone: "sans indice",
  streak: "{count|jour|jours} d’affilée",
  longest: "plus longue série de jours",
  kind: "Genre",
  average: "moyenne",
  best: "record",
  export: "Enregistrer dans un fichier",
  private: "Tout cela reste dans ce navigateur.",
  "of shikaku": "Shikaku",
  "of edges": "Bords assortis",
  "of square": "Carrés",
  "of halfsquare": "Demi-carrés",
  "of triangular": "Triangles",
  "of hexagonal": "Hexagones",
  "of cubic": "Cubes",
  "of prism": "Prismes",
  "of spheres": "Boules",
};
