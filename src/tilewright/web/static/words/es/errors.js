// Lo que el estudio no pudo hacer, y por qué. {text} es la línea del programa, en inglés.

export default {
  notation: "Esto no se puede leer como puzle. El programa dice: {text}",
  limit: "Esto es demasiado grande para el estudio. El programa dice: {text}",
  request: "El estudio no entendió la petición. El programa dice: {text}",
  other: "Esto no funcionó. El programa dice: {text}",
  busy: "El estudio está muy ocupado: inténtalo de nuevo dentro de un momento.",
  "no puzzle": "Todavía no hay puzle: dibuja un tablero y elige piezas.",
  "not recognized":
    "{line} no es un puzle: se espera un enlace (también de puzz.link), un dibujo con bloques, TOML, JSON, una cuadrícula de Shikaku o pentominoes@6x10.",
  "unclear numbers":
    "Filas de números como {line} pueden ser un Shikaku o una lista de fichas: escribe . en las casillas sin número, o # Shikaku en la primera línea, o las filas y columnas, como 4 4, encima de las fichas.",
  "bad pieces":
    "{pieces} no nombra piezas: escribe antes de la @ letras de pentominós como FNPUV, o un juego como tetrominoes*.",
  "bad board": "{board} no es un tablero: escribe tras la @ sus filas y columnas, como en FNPUV@5x5.",
  "bad file":
    "Lo que empieza por {line} no es un archivo de puzle: se espera un tablero, como 5x5, y piezas, o un Shikaku, y ninguna otra clave. La línea de comandos dice dónde falla.",
  "bad grid":
    "Esta cuadrícula no es un Shikaku: se esperan números, . para una casilla vacía o ? para un número cualquiera, los mismos en cada fila.",
  "bad link":
    "Este enlace está dañado: sus números no van con el tablero. Copia otra vez la dirección entera.",
  "other genre": "Este enlace es un puzle de otra clase, {genre}: de puzz.link el estudio acepta Shikaku.",
  "too large": "Este puzle es demasiado grande: el estudio resuelve tableros de hasta {most} casillas.",
  "no such puzzle": "En la lista no hay tal puzle.",
  "too many cells":
    "Este tablero tiene {count} casillas; el estudio resuelve hasta {most}: para más, usa la línea de comandos.",
  "too many pieces":
    "Este puzle tiene {count} piezas; el estudio admite hasta {most}: para más, usa la línea de comandos.",
  "too many placements":
    "Este puzle tiene unas {count} colocaciones: puedes jugarlo aquí, pero el estudio solo busca hasta {most}. La línea de comandos no tiene ese límite.",
  "no date": "{day} no es una fecha: escribe año, mes y día, como en 2026-11-21.",
  "no such day": "No hay puzle de ese día: hay uno para cada día desde el {first} hasta el {last}.",
  "no such size": "Un Shikaku nuevo tiene de {low} a {high} filas y columnas: 8x8, por ejemplo.",
  "no such seed": "El número de un puzle nuevo es un entero de hasta 12 cifras.",
  "no such difficulty":
    "Los puzles nuevos son fáciles, medios o difíciles (easy, medium, hard); no hay otros.",
  "no such system": "Aquí no hay puzles de esa clase. Hay: {names}.",
  "no such letters here":
    "Un Katamino se nombra por sus piezas: cada una de las letras FILNPTUVWXYZ una vez como máximo.",
  "search over": "Esta búsqueda terminó y está olvidada: empiézala de nuevo.",
  "no memory": "Esto necesita más memoria de la que tiene el estudio: usa la línea de comandos.",
  "no answer": "La respuesta no se encontró a tiempo.",
  "process ended": "el proceso de búsqueda terminó de forma inesperada",
  "keeps ending":
    "Esto terminó el proceso de búsqueda varias veces seguidas, así que no se intenta más: usa la línea de comandos.",
  "no process": "El estudio no puede buscar: sus procesos de búsqueda no arrancan. Reinicia el estudio.",
  "studio closed": "el estudio se cerró",
  "not flat": "Un láser solo corta piezas planas; las de este puzle tienen volumen.",
  "nothing to make": "Este puzle no tiene piezas que fabricar: mejor imprímelo.",
  "too many to make":
    "Son {count} piezas; el estudio fabrica hasta {most}: para más, usa la línea de comandos.",
  "count too long":
    "El recuento tarda más de {seconds} s. La línea de comandos no tiene ese límite: tilewright count ARCHIVO --proof certificate.txt",
  "not in the browser": "Este archivo no se hace en el navegador. En la línea de comandos: {command}",
  "no such letters": "Este juego no tiene la pieza {letter}: escribe algunas de {letters}.",
  "not cut":
    "No se encontró un puzle así. El tablero debe ser de una sola parte, de cuadrados enteros, sin casillas libres; quizá sirvan otros tamaños de pieza u otra dificultad.",
};
