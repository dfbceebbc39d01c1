// Bordes a juego: fichas que llevan signos en sus lados.

export default {
  tile: "la ficha {name}",
  "tile with labels": "la ficha {name}: {labels}",
  described: "{Name} ({labels}), {place}",
  empty: "{place}: vacío",
  meets: "{matches} {matches|lado encaja|lados encajan}, {clashes} no.",
  "not turned": "La ficha {name} no se puede girar.",
  "not flipped": "La ficha {name} no se puede voltear.",

  "border free": "Los lados que se tocan deben encajar. En el borde vale todo.",
  "border uniform":
    "Los lados que se tocan deben encajar. El borde lleva por todas partes un solo y mismo signo.",
  "border label":
    "Los lados que se tocan deben encajar, y en el borde, con los de la banda que rodea el tablero.",
  partners: "Una minúscula se junta con su mayúscula, una figura llena con una hueca.",
  print:
    "El tablero y sus fichas en una página; un cuaderno con las fichas para recortar y la solución; o solo las fichas, como tarjetas de 40 mm. Imprime al 100 %.",
  "no edit": "Las fichas con signos no se hacen aquí: escríbelas como texto y ábrelo en Puzles.",
  "why.forced cell":
    "De las fichas que quedan, solo una va en el sitio marcado, girada así: {name}. Cada uno de sus lados encaja.",
  "why.starvation": "Con {name} aquí, ya nada encajaría para {about}.",
  "why.dead end":
    "{Name} no va aquí: pon lo que sus lados piden entonces, y pronto algún sitio se queda sin ficha.",
  "why.other": "{Name} no va aquí: pon lo que debe seguir, y ya nada encaja para {about}.",
  "reason labels":
    "Las cuentas de los signos no pueden salir: dentro del tablero cada uno debe hallar su pareja, y el borde toma lo que pide.",

  help:
    "Arrastra una ficha a su sitio, o haz clic en ella y luego en el sitio. R, la rueda o un clic derecho gira lo que " +
    "tienes en la mano; un clic gira una ficha del tablero, soltarla sobre otra las cambia, soltarla junto al tablero la " +
    "retira. Los lados que encajan reciben una barra, los otros una línea quebrada. Con el teclado: elige una ficha con " +
    "Tab e Intro, muévela con las flechas, R gira, Intro la pone; en el tablero las flechas van de sitio en sitio, R gira " +
    "la ficha que hay, Intro la toma, Supr la retira, H pide una pista.",
};
