// Le site sans serveur : chargement, ce qui peut mal tourner, nouvelles versions.

export default {
  loading: "Solveur : {loaded} Mo chargés sur {total}. On peut déjà jouer.",
  starting: "Solveur : démarrage. On peut déjà jouer.",
  failed:
    "Le solveur n’a pas démarré ({text}). On peut jouer ; pour le reste, recharge la page, ou installe Tilewright.",
  "not loaded":
    "Le solveur n’a pas pu être chargé. On peut jouer ; pour le reste, recharge la page, ou installe Tilewright.",
  "too old":
    "Il manque à ce navigateur le WebAssembly SIMD dont le solveur a besoin. On peut jouer ; pour le reste, mets le navigateur à jour.",
  damaged: "Le téléchargement de {text} a été interrompu. On peut jouer ; recharge la page pour réessayer.",
  incomplete:
    "Il n’y a pas de connexion : un fichier du site n’a pas pu être chargé. Ce que tu as fait est gardé.",
  crashed: "Cela a arrêté le solveur, qui a redémarré. En ligne de commande : tilewright solve",
  "too long":
    "Cela durait trop longtemps et a été arrêté. La ligne de commande n’a pas cette limite : tilewright solve",
  "new version": "Il y a une nouvelle version.",
  reload: "Recharger",
  "print offline":
    "Écrire un PDF demande le réseau une fois, pour charger la composition. « Imprimer » dessine la page ici et s’en passe.",
  printing: "Composition : {loaded} Mo chargés sur {total}.",
};
