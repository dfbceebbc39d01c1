// Razones, pistas y reglas incumplidas. El servidor las envía como campos.

export default {
  piece: "la pieza {name}",
  "piece named": "la pieza «{name}»",
  rectangle: "el {clue}",
  "rectangle at": "el {clue} de la {place}",
  "cell at": "la casilla de la {place}",
  something: "algo",

  "reason.area shikaku": "Los números suman {sum}, el tablero tiene {cells} casillas.",
  "reason.polygons area": "Las piezas y el tablero no tienen la misma área.",
  "reason.polygons angles": "Una esquina del tablero no es suma de esquinas de piezas.",
  "reason.area least": "Las piezas cubren al menos {least} casillas, el tablero tiene {room}.",
  "reason.area most": "Las piezas cubren como mucho {most} casillas, el tablero tiene {room}.",
  "reason.area none": "Ninguna elección de piezas cubre tantas casillas como tiene el tablero: {room}.",
  "room between": "de {must} a {may}",
  "reason.no rectangle": "Ningún rectángulo sirve para {clue}.",
  "reason.unplaceable": "{Name} no cabe en ningún sitio del tablero.",
  "reason.uncovered": "Nada puede cubrir la casilla de la {place}.",
  "reason.region":
    "Ninguna elección de piezas llena exactamente la parte marcada de {cells} {cells|casilla|casillas}.",
  "reason.partial": "Lo que hay puesto no se puede completar.",
  "reason.search": "Una búsqueda por todas las posibilidades no halló solución.",
  "reason.balance":
    "Cada pieza cubre tantas casillas de un color como del otro, esté donde esté; el tablero tiene {some} de uno y {others} del otro.",
  "reason.multiple":
    "Cuenta las casillas como se dibuja: cada pieza da un múltiplo de {modulus}, esté donde esté; el tablero da {sum}, que no lo es.",
  "reason.weights":
    "Cuenta las casillas como se dibuja, en pasos de {modulus}: esté donde esté, cada pieza da lo mismo ({each}, " +
    "las demás 0); el tablero da {sum}, que no concuerda.",

  "place.search": "{Name} va aquí: así es en todas las soluciones.",
  "place.reasons": "{Name} va aquí: todos sus otros sitios están descartados.",
  "place.reasons cell": "{Name} va aquí: todo lo demás está descartado para {about}.",
  "more alike": "Lo mismo vale para {others} más.",
  impossible: "Este puzle no tiene solución, pongas lo que pongas.",
  done: "Todo está cubierto: esto es una solución.",
  free: "Nada es forzoso: todo lo que aún cabe está en alguna solución, así que puedes elegir.",
  none: "No se halló a tiempo ningún paso fácil.",

  "why.forced cell": "Para {about} solo hay una posibilidad: {name} aquí.",
  "why.forced piece": "Solo queda un sitio para {name}.",
  "why.forced tile": "Solo queda un sitio para {name}: en ningún otro encajan sus lados.",
  "why.forced clue": "Solo queda un rectángulo para {name}.",
  "why.forced corner": "En esta esquina solo hay una posibilidad: {name}.",
  "why.claimed cell":
    "{Name} no puede estar aquí: dondequiera que vaya {about}, hace falta una de estas casillas.",
  "why.only reach": "{Name} no puede estar aquí: nada más alcanza {about}.",
  "why.starvation": "Con {name} aquí no quedaría ninguna posibilidad para {about}.",
  "why.isolated region":
    "Con {name} aquí, las casillas marcadas quedarían aisladas, y las piezas que quedan no suman tantas.",
  "why.cluster": "Se cubran como se cubran las casillas marcadas, aquí no hay sitio para {name}.",
  "why.invariant":
    "Colorea las casillas con dos colores: con {name} aquí, las demás piezas no pueden equilibrar los colores.",
  "why.search": "Una búsqueda lo muestra: ninguna solución tiene {name} aquí.",
  "why.dead end":
    "{Name} no va aquí: pon paso a paso lo que entonces es forzoso, y pronto algo se queda sin sitio.",
  "why.other": "Con {name} aquí no queda ninguna posibilidad para {about}: al probarlo se ve.",
  "wrong.search": "{Name} no está en su sitio: ninguna solución va con eso y con lo que se puso antes.",
  "wrong.reason": "{Name} no está en su sitio: así no queda ninguna posibilidad para {about}.",

  "fault.off-board": "Algo está fuera del tablero.",
  "fault.overlap": "Hay un solapamiento en la {place}.",
  "fault.overlap somewhere": "Dos piezas se solapan.",
  "fault.uncovered somewhere": "No está todo cubierto.",
  "fault.uncovered": "{count} {count|casilla está|casillas están} sin cubrir.",
  "fault.name": "Hay algo que no pertenece a este puzle.",
  "fault.shape": "Una pieza tiene una forma que no es la suya.",
  "fault.shape shikaku": "Una región no es un rectángulo.",
  "fault.paint": "Una pieza cubre casillas de un color que no es el suyo.",
  "fault.copies": "Una pieza se usa demasiadas veces, o muy pocas.",
  "fault.pin": "Las piezas dadas deben quedar donde se dieron.",
  "fault.clue": "Cada rectángulo contiene exactamente un número.",
  "fault.size": "El rectángulo del {clue} tiene {cells} {cells|casilla|casillas}.",
  "fault.size unknown": "El rectángulo de un número tiene {cells} {cells|casilla|casillas}.",
  "fault.edge": "Los lados que se tocan en la {place} no encajan.",
  "fault.border": "El borde lleva el signo equivocado en la {place}.",
  "fault.other": "Se incumple una regla.",

  "look cell": "Mira la casilla marcada, {place}.",
  "look cells": "Mira las casillas marcadas, en torno a la {place}.",
  "look piece": "Mira {name}.",
  "look wrong": "Mira lo que has puesto: algo no puede quedarse.",
  "will lay": "«{label}» pone {name}.",
  "will take back": "«{label}» quita {name}.",
  laid: "Hecho: {name} en su sitio.",
  "laid as in a solution": "Hecho: {name} en su sitio, como en una de las soluciones.",
  "taken back": "Hecho: {name} fuera del tablero.",
};
