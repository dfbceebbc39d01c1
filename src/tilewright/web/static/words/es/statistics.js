// Lo que el navegador sabe de quien juega.

export default {
  title: "Tus estadísticas",
  none: "Resuelve un puzle, y su tiempo estará aquí.",
  solved: "resueltos",
  alone: "sin pistas",
  streak: "{count|día seguido|días seguidos}",
  longest: "racha más larga de días",
  kind: "Clase",
  average: "media",
  best: "récord",
  export: "Guardar en un archivo",
  private: "Todo esto se queda en este navegador.",
  "of shikaku": "Shikaku",
  "of edges": "Bordes a juego",
  "of square": "Cuadrados",
  "of halfsquare": "Medios cuadrados",
  "of triangular": "Triángulos",
  "of hexagonal": "Hexágonos",
  "of cubic": "Cubos",
  "of prism": "Prismas",
  "of spheres": "Bolas",
};
