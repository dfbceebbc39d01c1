// Les bords assortis : des tuiles qui portent des signes sur leurs côtés.

export default {
  tile: "la tuile {name}",
  "tile with labels": "la tuile {name} : {labels}",
  described: "{Name} ({labels}), {place}",
  empty: "{place} : vide",
  meets:
    "{matches} {matches|côté s’accorde|côtés s’accordent}, {clashes} {clashes|ne s’accorde pas|ne s’accordent pas}.",
  "not turned": "La tuile {name} ne peut pas être tournée.",
  "not flipped": "La tuile {name} ne peut pas être retournée.",

  "border free": "Les côtés qui se touchent doivent s’accorder. Au bord, tout est permis.",
  "border uniform":
    "Les côtés qui se touchent doivent s’accorder. Le bord porte partout un seul et même signe.",
  "border label":
    "Les côtés qui se touchent doivent s’accorder, et au bord ils s’accordent à la bande autour du plateau.",
  partners: "Une minuscule rencontre sa majuscule, une figure pleine une figure creuse.",
  print:
    "Le plateau et ses tuiles sur une page ; un livret avec les tuiles à découper et la solution ; ou les tuiles seules, en cartes de 40 mm. Imprime à 100 %.",
  "no edit":
    "Les tuiles à signes ne se font pas ici : écris-les sous forme de texte et ouvre-le dans Puzzles.",
  "why.forced cell":
    "Des tuiles qui restent, une seule va à la place marquée, tournée ainsi : {name}. Chacun de ses côtés s’accorde.",
  "why.starvation": "Avec {name} ici, plus rien ne s’accorderait pour {about}.",
  "why.dead end":
    "{Name} ne va pas ici : pose ce que ses côtés demandent alors, et bientôt une place n’a plus de tuile.",
  "why.other": "{Name} ne va pas ici : pose ce qui doit suivre, et plus rien ne s’accorde pour {about}.",
  "reason labels":
    "Le compte des signes ne peut pas tomber juste : dans le plateau chacun doit trouver son partenaire, et le bord prend ce qu’il demande.",

  help:
    "Fais glisser une tuile à sa place, ou clique dessus puis sur la place. R, la molette ou un clic droit tourne ce que " +
    "tu tiens ; un clic tourne une tuile du plateau, la lâcher sur une autre les échange, la lâcher hors du plateau la " +
    "reprend. Les côtés qui s’accordent reçoivent une barre, les autres une ligne brisée. Au clavier : choisis une tuile " +
    "avec Tab et Entrée, déplace-la avec les flèches, R tourne, Entrée la pose ; sur le plateau les flèches vont de place " +
    "en place, R tourne la tuile qui s’y trouve, Entrée la prend, Suppr la reprend, H demande un indice.",
};
