// Jugar.

export default {
  turn: "Girar",
  flip: "Voltear",
  tumble: "Volcar",
  "turn keys": "R o la rueda",
  "flip keys": "F",
  "tumble keys": "T",
  "undo keys": "Ctrl+Z",
  "redo keys": "Ctrl+Y",
  undo: "Deshacer",
  redo: "Rehacer",
  hint: "Pista",
  why: "¿Por qué?",
  "do it": "Hazlo",
  working: "Calculando …",
  check: "Revisar",
  "solve from here": "Resolver desde aquí",
  another: "Otro más",
  again: "Empezar de nuevo",
  pieces: "Piezas",
  "how to play": "Cómo se juega",
  time: "Tiempo",
  "piece on the board": "La pieza en el tablero",
  "board label": "{name}: {count} en su sitio",
  "lay here": "Poner la pieza aquí",
  "no fit": "Ahí no cabe.",
  fits: "{name}, {place}: cabe",
  "fits not": "{name}, {place}: no cabe",
  "not turned": "La pieza {name} no se puede girar.",
  "not flipped": "La pieza {name} no se puede voltear.",
  "not tumbled": "La pieza {name} no se puede volcar.",
  "tile label": "{name}, {count}",
  "any number": "cuantas quieras",
  left: "{count|queda|quedan} {count}",
  "link not laid": "Las piezas del enlace no se pudieron poner: el tablero está como lo dejaste.",
  done: "Terminado en {time}. ¡Bien jugado!",
  best: "Récord: {time}.",
  "all right": "Todo está bien: resuelto.",
  "right so far": "Por ahora no se incumple ninguna regla.",
  open: "No se incumple ninguna regla, y desde aquí se puede terminar.",
  lost: "Así ya no se puede terminar.",
  unknown: "Por ahora no se incumple ninguna regla; todavía no se sabe si se puede terminar.",
  "take back this": "Quita {name}.",
  "take back": "Desde aquí no hay solución: quita algo.",

  "help pieces":
    "Arrastra una pieza a su sitio, o haz clic en ella y luego en el sitio. R, la rueda o un clic derecho gira, F " +
    "voltea.{tumble} Con el teclado: elige una pieza con Tab e Intro, muévela con las flechas, Intro la pone, Supr quita " +
    "la pieza que hay debajo, H pide una pista.",
  "help polygons":
    "Arrastra una pieza a su sitio: las esquinas y los lados la atraen, y se desliza por ellos. R, la rueda o un clic " +
    "derecho gira, F voltea; un segundo dedo gira lo que sujeta el primero. Con el teclado: elige una pieza con Tab e " +
    "Intro, las flechas van de sitio en sitio, Intro la pone, H pide una pista.",
  "polygon place":
    "a {across} por ciento de la izquierda, {down} por ciento de arriba, girada {degrees} grados",
  "help tumble":
    "T vuelca. Las capas están una junto a otra, primero la de arriba; Re Pág y Av Pág cambian de capa.",
  "help regions":
    "Arrastra por las casillas para trazar lo que va junto; toca lo que está puesto para quitarlo. Con el teclado: " +
    "flechas, Intro para empezar y terminar, Supr para quitar.",
  "no region": "Nada va en estas casillas.",
  "region given": "Lo que está dado se queda en su sitio.",
  "help shikaku":
    "Arrastra de esquina a esquina para trazar un rectángulo en torno a un solo número; toca un rectángulo para quitarlo. " +
    "Con el teclado: las flechas mueven, Intro empieza y termina un rectángulo, Supr quita uno, H pide una pista.",
  "rectangle given": "Ahí hay un rectángulo dado.",
  "one number": "Un rectángulo solo puede contener un número.",
  "a number": "Un rectángulo necesita un número.",
  "wrong size": "El rectángulo del {value} necesita {value} {value|casilla|casillas}; este tiene {cells}.",
  layer: "Capa {number}",
  "layer top": "Capa 1 (arriba)",
  layers: "Capas, desde arriba",
};
