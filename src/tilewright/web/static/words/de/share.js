// Teilen und drucken.

export default {
  what: "Was geteilt wird",
  puzzle: "das leere Rätsel",
  solution: "die Lösung, die unter Lösen zu sehen ist",
  board: "was beim Spielen auf dem Brett liegt",
  preview: "Vorschau: {what}",
  share: "Teilen",
  "only here":
    "Der Link enthält das ganze Rätsel. Er öffnet sich auf diesem Rechner, solange das Studio läuft; in einem anderen Studio füg ihn unter Öffnen ein.",
  anywhere: "Der Link enthält das ganze Rätsel. Nichts wird irgendwo gespeichert.",
  link: "Link zu diesem Rätsel",
  copy: "Link kopieren",
  copied: "Der Link ist kopiert.",
  "copy by hand": "Drück Strg+C, um den Link zu kopieren.",
  print: "Drucken",
  "print pieces":
    "Brett und Teile zum Ausschneiden, gleich groß: Felder von 20 mm, kleiner, wenn das Brett sonst nicht auf ein Blatt passt. Mit 100 % drucken. Die Lösung steht auf der letzten Seite.",
  "print puzzle": "Das Rätsel zum Lösen auf Papier, die Lösung auf der letzten Seite.",
  "pieces pdf": "Brett und Teile (PDF)",
  "puzzle pdf": "Rätsel (PDF)",
  picture: "Bild",
  "picture of": "Von dem, was nebenan gewählt ist.",
  file: "Rätseldatei",
  "file for": "Für die Kommandozeile und zum Aufheben.",
  "page pdf": "PDF-Seite",
  text: "Text",
  writing: "Wird geschrieben …",
  saved: "{file} ist gespeichert.",
};
