// Jouer.

export default {
  turn: "Tourner",
  flip: "Miroir",
  tumble: "Bascule",
  "turn keys": "R ou la molette",
  "flip keys": "F",
  "tumble keys": "T",
  "undo keys": "Ctrl+Z",
  "redo keys": "Ctrl+Y",
  undo: "Annuler",
  redo: "Rétablir",
  hint: "Indice",
  why: "Pourquoi ?",
  "do it": "Fais-le",
  working: "Calcul …",
  check: "Vérifier",
  "solve from here": "Résoudre à partir d’ici",
  another: "Un autre",
  again: "Recommencer",
  pieces: "Pièces",
  "how to play": "Comment jouer",
  time: "Temps",
  "piece on the board": "La pièce sur le plateau",
  "board label": "{name} : {count} en place",
  "lay here": "Poser la pièce ici",
  "no fit": "Cela n’entre pas là.",
  fits: "{name}, {place} : ça va",
  "fits not": "{name}, {place} : ça ne va pas",
  "not turned": "La pièce {name} ne peut pas être tournée.",
  "not flipped": "La pièce {name} ne peut pas être retournée.",
  "not tumbled": "La pièce {name} ne peut pas être basculée.",
  "tile label": "{name}, {count}",
  "any number": "autant qu’on veut",
  left: "encore {count}",
  "link not laid": "Les pièces du lien n’ont pas pu être posées : le plateau est comme tu l’avais laissé.",
  done: "Fini en {time}. Bien joué !",
  best: "Record : {time}.",
  "all right": "Tout est juste : résolu.",
  "right so far": "Aucune règle n’est enfreinte jusqu’ici.",
  open: "Aucune règle n’est enfreinte, et on peut finir à partir d’ici.",
  lost: "On ne peut plus finir ainsi.",
  unknown: "Aucune règle n’est enfreinte jusqu’ici ; on ne sait pas encore si l’on peut finir.",
  "take back this": "Reprends {name}.",
  "take back": "À partir d’ici il n’y a pas de solution : reprends quelque chose.",

  "help pieces":
    "Fais glisser une pièce à sa place, ou clique dessus puis sur la place. R, la molette ou un clic droit tourne, F " +
    "retourne.{tumble} Au clavier : choisis une pièce avec Tab et Entrée, déplace-la avec les flèches, Entrée la pose, " +
    "Suppr reprend la pièce qui est dessous, H demande un indice.",
  "help polygons":
    "Fais glisser une pièce à sa place : les coins et les côtés l’attirent, et elle glisse le long. R, la molette ou un " +
    "clic droit tourne, F retourne ; un deuxième doigt tourne ce que le premier tient. Au clavier : choisis une pièce avec " +
    "Tab et Entrée, les flèches vont de place en place, Entrée la pose, H demande un indice.",
  "polygon place": "à {across} pour cent de la gauche, {down} pour cent du haut, tournée de {degrees} degrés",
  "help tumble":
    "T bascule. Les couches sont côte à côte, celle du haut d’abord ; Page préc. et Page suiv. changent de couche.",
  "help regions":
    "Fais glisser sur les cases pour tracer ce qui va ensemble ; touche ce qui est posé pour l’enlever. Au clavier : " +
    "flèches, Entrée pour commencer et finir, Suppr pour enlever.",
  "no region": "Rien ne va dans ces cases.",
  "region given": "Ce qui est donné reste en place.",
  "help shikaku":
    "Tire d’un coin à l’autre pour tracer un rectangle autour d’un seul nombre ; touche un rectangle pour l’enlever. " +
    "Au clavier : les flèches déplacent, Entrée commence et finit un rectangle, Suppr en enlève un, H demande un indice.",
  "rectangle given": "Un rectangle est donné là.",
  "one number": "Un rectangle ne peut contenir qu’un nombre.",
  "a number": "Il faut un nombre dans un rectangle.",
  "wrong size": "Le rectangle du {value} doit avoir {value} {value|case|cases} ; celui-ci en a {cells}.",
  layer: "Couche {number}",
  "layer top": "Couche 1 (haut)",
  layers: "Couches, à partir du haut",
};
