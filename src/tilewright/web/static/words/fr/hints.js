// Raisons, indices et règles enfreintes. Le serveur les envoie sous forme de champs.

export default {
  piece: "la pièce {name}",
  "piece named": "la pièce « {name} »",
  rectangle: "le {clue}",
  "rectangle at": "le {clue} en {place}",
  "cell at": "la case de la {place}",
  something: "quelque chose",

  "reason.area shikaku": "La somme des nombres est {sum}, le plateau a {cells} cases.",
  "reason.polygons area": "Les pièces et le plateau n’ont pas la même aire.",
  "reason.polygons angles": "Un coin du plateau n’est pas une somme de coins de pièces.",
  "reason.area least": "Les pièces couvrent au moins {least} cases, le plateau en a {room}.",
  "reason.area most": "Les pièces couvrent au plus {most} cases, le plateau en a {room}.",
  "reason.area none": "Aucun choix de pièces ne couvre autant de cases que le plateau en a : {room}.",
  "room between": "{must} à {may}",
  "reason.no rectangle": "Aucun rectangle ne convient pour {clue}.",
  "reason.unplaceable": "{Name} n’entre nulle part sur le plateau.",
  "reason.uncovered": "Rien ne peut couvrir la case de la {place}.",
  "reason.region":
    "Aucun choix de pièces ne remplit exactement la partie marquée de {cells} {cells|case|cases}.",
  "reason.partial": "Ce qui est posé là ne peut pas être complété.",
  "reason.search": "Une recherche à travers toutes les possibilités n’a trouvé aucune solution.",
  "reason.balance":
    "Chaque pièce couvre autant de cases d’une couleur que de l’autre, où qu’elle soit ; le plateau en a {some} de l’une et {others} de l’autre.",
  "reason.multiple":
    "Compte les cases comme dessiné : chaque pièce donne un multiple de {modulus}, où qu’elle soit ; le plateau donne {sum}, qui n’en est pas un.",
  "reason.weights":
    "Compte les cases comme dessiné, par pas de {modulus} : où qu’elle soit, chaque pièce donne la même valeur ({each}, " +
    "les autres 0) ; le plateau donne {sum}, ce qui ne concorde pas.",

  "place.search": "{Name} va ici : c’est ainsi dans chaque solution.",
  "place.reasons": "{Name} va ici : toutes ses autres places sont exclues.",
  "place.reasons cell": "{Name} va ici : tout le reste est exclu pour {about}.",
  "more alike": "Cela vaut encore pour {others} {others|autre|autres}.",
  impossible: "Ce puzzle n’a pas de solution, quoi que tu poses.",
  done: "Tout est couvert : c’est une solution.",
  free: "Rien n’est forcé : tout ce qui entre encore est dans une solution, tu as donc le choix.",
  none: "Aucun pas facile n’a été trouvé à temps.",

  "why.forced cell": "Pour {about}, il n’y a qu’une possibilité : {name} ici.",
  "why.forced piece": "Il ne reste qu’une place pour {name}.",
  "why.forced tile": "Il ne reste qu’une place pour {name} : ailleurs, ses côtés ne s’accordent pas.",
  "why.forced clue": "Il ne reste qu’un rectangle pour {name}.",
  "why.forced corner": "Dans ce coin, il n’y a qu’une possibilité : {name}.",
  "why.claimed cell": "{Name} ne peut pas être ici : où que l’on mette {about}, il faut une de ces cases.",
  "why.only reach": "{Name} ne peut pas être ici : rien d’autre n’atteint {about}.",
  "why.starvation": "Avec {name} ici, il ne resterait aucune possibilité pour {about}.",
  "why.isolated region":
    "Avec {name} ici, les cases marquées seraient isolées, et les pièces restantes n’en couvrent pas autant.",
  "why.cluster":
    "De quelque façon que l’on couvre les cases marquées, il n’y a plus de place ici pour {name}.",
  "why.invariant":
    "Colorie les cases en deux couleurs : avec {name} ici, les autres pièces ne peuvent plus équilibrer les couleurs.",
  "why.search": "Une recherche le montre : aucune solution n’a {name} ici.",
  "why.dead end":
    "{Name} ne va pas ici : pose pas à pas ce qui est alors forcé, et bientôt quelque chose n’a plus de place.",
  "why.other": "Avec {name} ici, il ne reste aucune possibilité pour {about} : un essai le montre.",
  "wrong.search":
    "{Name} n’est pas à sa place : aucune solution ne va avec cela et avec ce qui a été posé avant.",
  "wrong.reason": "{Name} n’est pas à sa place : il ne reste ainsi aucune possibilité pour {about}.",

  "fault.off-board": "Quelque chose dépasse du plateau.",
  "fault.overlap": "Il y a un chevauchement en {place}.",
  "fault.overlap somewhere": "Deux pièces se chevauchent.",
  "fault.uncovered somewhere": "Tout n’est pas couvert.",
  "fault.uncovered": "{count} {count|case n’est pas couverte|cases ne sont pas couvertes}.",
  "fault.name": "Il y a quelque chose qui ne fait pas partie de ce puzzle.",
  "fault.shape": "Une pièce a une forme qui n’est pas la sienne.",
  "fault.shape shikaku": "Une région n’est pas un rectangle.",
  "fault.paint": "Une pièce couvre des cases d’une autre couleur que la sienne.",
  "fault.copies": "Une pièce est utilisée trop souvent, ou pas assez.",
  "fault.pin": "Les pièces données doivent rester où elles ont été données.",
  "fault.clue": "Chaque rectangle contient exactement un nombre.",
  "fault.size": "Le rectangle du {clue} a {cells} {cells|case|cases}.",
  "fault.size unknown": "Le rectangle d’un nombre a {cells} {cells|case|cases}.",
  "fault.edge": "Des côtés qui se touchent en {place} ne s’accordent pas.",
  "fault.border": "Le bord porte le mauvais signe en {place}.",
  "fault.other": "Une règle est enfreinte.",

  "look cell": "Regarde la case marquée, {place}.",
  "look cells": "Regarde les cases marquées, autour de la {place}.",
  "look piece": "Regarde {name}.",
  "look wrong": "Regarde ce que tu as posé : quelque chose ne peut pas rester.",
  "will lay": "« {label} » pose {name}.",
  "will take back": "« {label} » enlève {name}.",
  laid: "C’est fait : {name} en place.",
  "laid as in a solution": "C’est fait : {name} en place, comme dans une des solutions.",
  "taken back": "C’est fait : {name} hors du plateau.",
};
