// Werkzeuge beim Spielen: Bleistift, Versuch, Größe, Vorausschau, das Ende.

export default {
  pencil: "Bleistift",
  "pencil title": "Notizen in Feldern: N",
  "pencil help":
    "Mit dem Bleistift (N) geht ein Klick auf ein Feld durch Punkt, Kreuz und nichts; ein angeklicktes " +
    "Teil schreibt seinen Buchstaben. Tasten: Pfeile, Leertaste, Buchstaben, Entf; Escape legt ihn weg.",
  try: "Was wäre wenn …",
  "try title": "Etwas ausprobieren, dann behalten oder verwerfen",
  trying: "Versuch:",
  keep: "Behalten",
  drop: "Verwerfen",
  zoom: "Größe des Bretts",
  "zoom in": "Größer",
  "zoom out": "Kleiner",
  "zoom all": "Das ganze Brett",
  ways: "{number} {number|Weg|Wege} von hier aus.",
  "ways least": "Mindestens {number} Wege von hier aus.",
  "ways unknown": "Wie viele Wege es von hier aus gibt, dauert zu lange.",
  "lost here": "Von hier aus geht es nicht mehr auf.",
  "show mistakes": "Fehler sofort zeigen",
  "show ways": "Beim Spielen zeigen, wie viele Wege es noch gibt",
  solved: "Gelöst",
  time: "Zeit",
  best: "Bestzeit",
  "hints used": "Tipps",
  "moves made": "Züge",
  next: "Nächstes Rätsel",
  "share result": "Ergebnis teilen",
  "result copied": "Das Ergebnis ist kopiert.",
  result: "{name}: gelöst in {time}, {hints} {hints|Tipp|Tipps}",
  "size of clue": "{area} von {value}",
};
