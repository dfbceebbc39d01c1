// L’étagère des boîtes.

export default {
  title: "Ton étagère",
  add: "Ajouter un jeu que tu as …",
  "board pyramid": "pyramide",
  "board triangle": "triangle",
  "board arrowhead": "pointe de flèche",
  "board butterfly": "papillon",
  "board diagonal": "carré sur la pointe",
  "board star": "étoile",
  "board year": "une date reste libre",
  "board tray": "cadre",
  "board square": "carré",
  "board rectangle": "rectangle",
  "board trapezoid-a": "premier trapèze",
  "board trapezoid-b": "deuxième trapèze",
  "board trapezoid-c": "troisième trapèze",
  "board cube": "cube",
};
