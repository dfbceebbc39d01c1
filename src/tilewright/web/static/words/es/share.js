// Compartir e imprimir.

export default {
  what: "Qué compartir",
  puzzle: "Tablero vacío",
  solution: "Solución de «Resolver»",
  board: "Tablero de «Jugar»",
  preview: "Vista previa: {what}",
  share: "Compartir",
  "only here":
    "El enlace contiene todo el puzle. Se abre en este ordenador, mientras el estudio esté en marcha; en otro estudio, pégalo en Abrir.",
  anywhere: "El enlace contiene todo el puzle. No se guarda nada en ninguna parte.",
  link: "Enlace a este puzle",
  copy: "Copiar el enlace",
  copied: "El enlace está copiado.",
  "copy by hand": "Pulsa Ctrl+C para copiar el enlace.",
  print: "Imprimir",
  "print pieces":
    "Tablero y piezas para recortar, al mismo tamaño: casillas de 20 mm, menores si la página no da para más. " +
    "Imprime al 100 %. El cuaderno tiene cada pieza tantas veces como hace falta y la solución en su última página.",
  "print puzzle": "El puzle para resolver en papel, la solución en la última página.",
  picture: "Imagen",
  "picture of": "De lo que muestra la vista previa.",
  file: "Archivo del puzle",
  "file for": "Para la línea de comandos y para guardarlo.",
  "page pdf": "Página PDF",
  text: "Texto",
  writing: "Escribiendo …",
  saved: "{file} está guardado.",

  "print solid": "Las piezas vistas de frente, desde la derecha y desde arriba, y las capas para anotarlas.",
  "one page": "Una página (PDF)",
  cards: "Tarjetas para recortar (PDF)",
  booklet: "Cuaderno con la solución (PDF)",
  make: "Fabricar",
  "make for":
    "Piezas de 20 mm por casilla con su bandeja, listas para la máquina. El certificado enumera todas las soluciones; cualquiera puede comprobarlo.",
  "certificate for": "El certificado enumera todas las soluciones; cualquiera puede comprobarlo.",
  solids: "Impresora 3D (STL, 3MF)",
  laser: "Cortadora láser (SVG, DXF)",
  certificate: "Certificado",
  embed: "Insertar en una página",
  "print here": "Imprimir",
  "sheet size": "Casillas de {size} mm, impresas al 100 %.",
  loads: "El primer PDF carga {megabytes} MB, una sola vez. «Imprimir» no carga nada.",
};
