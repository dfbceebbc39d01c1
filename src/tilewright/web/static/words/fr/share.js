// Partager et imprimer.

export default {
  what: "Que partager",
  puzzle: "Plateau vide",
  solution: "Solution de « Résoudre »",
  board: "Plateau de « Jouer »",
  preview: "Aperçu : {what}",
  share: "Partager",
  "only here":
    "Le lien contient tout le puzzle. Il s’ouvre sur cet ordinateur, tant que le studio tourne ; dans un autre studio, colle-le sous Ouvrir.",
  anywhere: "Le lien contient tout le puzzle. Rien n’est enregistré nulle part.",
  link: "Lien vers ce puzzle",
  copy: "Copier le lien",
  copied: "Le lien est copié.",
  "copy by hand": "Appuie sur Ctrl+C pour copier le lien.",
  print: "Imprimer",
  "print pieces":
    "Plateau et pièces à découper, à la même taille : cases de 20 mm, plus petites si la page ne suffit pas. " +
    "Imprime à 100 %. Le livret a chaque pièce autant de fois qu’il faut et la solution sur sa dernière page.",
  "print puzzle": "Le puzzle à résoudre sur papier, la solution sur la dernière page.",
  picture: "Image",
  "picture of": "De ce que montre l’aperçu.",
  file: "Fichier du puzzle",
  "file for": "Pour la ligne de commande et pour le garder.",
  "page pdf": "Page PDF",
  text: "Texte",
  writing: "Écriture …",
  saved: "{file} est enregistré.",

  "print solid": "Les pièces vues de face, de droite et d’en haut, et les couches pour les y noter.",
  "one page": "Une page (PDF)",
  cards: "Cartes à découper (PDF)",
  booklet: "Livret avec la solution (PDF)",
  make: "Fabriquer",
  "make for":
    "Des pièces de 20 mm par case avec leur cadre, prêtes pour la machine. Le certificat énumère toutes les solutions ; tout le monde peut le vérifier.",
  "certificate for": "Le certificat énumère toutes les solutions ; tout le monde peut le vérifier.",
  solids: "Imprimante 3D (STL, 3MF)",
  laser: "Découpe laser (SVG, DXF)",
  certificate: "Certificat",
  embed: "Intégrer dans une page",
  "print here": "Imprimer",
  "sheet size": "Cases de {size} mm, imprimées à 100 %.",
  loads: "Le premier PDF charge {megabytes} Mo, une seule fois. « Imprimer » ne charge rien.",
};
