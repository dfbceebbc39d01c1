// Ce que le studio n’a pas pu faire, et pourquoi. {text} est la ligne du programme, en anglais.

export default {
  notation: "Cela ne se lit pas comme un puzzle. Le programme dit : {text}",
  limit: "C’est trop grand pour le studio. Le programme dit : {text}",
  request: "Le studio n’a pas compris la demande. Le programme dit : {text}",
  other: "Cela n’a pas marché. Le programme dit : {text}",
  busy: "Le studio est très occupé : réessaie dans un moment.",
  "no puzzle": "Il n’y a pas encore de puzzle : dessine un plateau et choisis des pièces.",
  "not recognized":
    "{line} n’est pas un puzzle : il faut un lien (aussi de puzz.link), un dessin en blocs, du TOML, du JSON, une grille de Shikaku ou pentominoes@6x10.",
  "unclear numbers":
    "Des lignes de nombres comme {line} peuvent être un Shikaku ou une liste de tuiles : écris . pour les cases sans nombre, ou # Shikaku sur la première ligne, ou les lignes et colonnes, comme 4 4, au-dessus des tuiles.",
  "bad pieces":
    "{pieces} ne nomme pas de pièces : écris avant le @ des lettres de pentominos comme FNPUV, ou un jeu comme tetrominoes*.",
  "bad board":
    "{board} n’est pas un plateau : écris après le @ ses lignes et ses colonnes, comme dans FNPUV@5x5.",
  "bad file":
    "Ce qui commence par {line} n’est pas un fichier de puzzle : il faut un plateau, comme 5x5, et des pièces, ou un Shikaku, et pas d’autres clés. La ligne de commande dit où cela coince.",
  "bad grid":
    "Cette grille n’est pas un Shikaku : il faut des nombres, . pour une case vide ou ? pour un nombre quelconque, autant sur chaque ligne.",
  "bad link":
    "Ce lien est abîmé : ses nombres ne vont pas avec le plateau. Copie l’adresse entière encore une fois.",
  "other genre":
    "Ce lien est un puzzle d’un autre genre, {genre} : de puzz.link, le studio prend le Shikaku.",
  "too large": "Ce puzzle est bien trop grand : le studio résout des plateaux de {most} cases au plus.",
  "no such puzzle": "La liste n’a pas ce puzzle.",
  "too many cells":
    "Ce plateau a {count} cases ; le studio en résout jusqu’à {most} : au-delà, utilise la ligne de commande.",
  "too many pieces":
    "Ce puzzle a {count} pièces ; le studio en prend jusqu’à {most} : au-delà, utilise la ligne de commande.",
  "too many placements":
    "Ce puzzle a environ {count} placements : tu peux y jouer ici, mais le studio ne cherche que jusqu’à {most}. La ligne de commande n’a pas cette limite.",
  "no date": "{day} n’est pas une date : écris l’année, le mois et le jour, comme dans 2026-11-21.",
  "no such day": "Il n’y a pas de puzzle de ce jour : il y en a un pour chaque jour du {first} au {last}.",
  "no such size": "Un nouveau Shikaku a de {low} à {high} lignes et colonnes : 8x8, par exemple.",
  "no such seed": "Le numéro d’un nouveau puzzle est un nombre entier de 12 chiffres au plus.",
  "no such difficulty":
    "Les nouveaux puzzles sont faciles, moyens ou difficiles (easy, medium, hard) ; il n’y en a pas d’autres.",
  "no such system": "Il n’y a pas ici de puzzles de ce genre. Il y a : {names}.",
  "no such letters here":
    "Un Katamino se nomme d’après ses pièces : chacune des lettres FILNPTUVWXYZ une fois au plus.",
  "search over": "Cette recherche est finie et oubliée : relance-la.",
  "no memory": "Cela demande plus de mémoire que le studio n’en a : utilise la ligne de commande.",
  "no answer": "La réponse n’a pas été trouvée à temps.",
  "process ended": "le processus de recherche s’est terminé de façon inattendue",
  "keeps ending":
    "Cela a mis fin plusieurs fois de suite au processus de recherche, il n’y a donc pas de nouvel essai : utilise la ligne de commande.",
  "no process":
    "Le studio ne peut pas chercher : ses processus de recherche ne démarrent pas. Redémarre le studio.",
  "studio closed": "le studio a été fermé",
  "not flat": "Un laser ne découpe que des pièces plates ; celles de ce puzzle ont du volume.",
  "nothing to make": "Ce puzzle n’a pas de pièces à fabriquer : imprime-le plutôt.",
  "too many to make":
    "Cela fait {count} pièces ; le studio en fabrique jusqu’à {most} : au-delà, utilise la ligne de commande.",
  "count too long":
    "Le comptage prend plus de {seconds} s. La ligne de commande n’a pas cette limite : tilewright count FICHIER --proof certificate.txt",
  "not in the browser": "Ce fichier ne se fait pas dans le navigateur. En ligne de commande : {command}",
  "no such letters": "Ce jeu n’a pas de pièce {letter} : écris certaines de {letters}.",
  "not cut":
    "Aucun puzzle de ce genre n’a été trouvé. Le plateau doit être d’un seul tenant, en carrés entiers, sans cases facultatives ; d’autres tailles de pièces, ou une autre difficulté, peuvent aider.",
};
