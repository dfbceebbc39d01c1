// Teilen und drucken.

export default {
  what: "Was geteilt wird",
  puzzle: "Leeres Brett",
  solution: "Lösung aus „Lösen“",
  board: "Brett aus „Spielen“",
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
    "Brett und Teile zum Ausschneiden, gleich groß: Felder von 20 mm, kleiner, wenn die Seite nicht " +
    "reicht. Mit 100 % drucken. Das Heft hat jedes Teil so oft, wie man es braucht, und die Lösung auf " +
    "der letzten Seite.",
  "print puzzle": "Das Rätsel zum Lösen auf Papier, die Lösung auf der letzten Seite.",
  picture: "Bild",
  "picture of": "Von dem, was die Vorschau zeigt.",
  file: "Rätseldatei",
  "file for": "Für die Kommandozeile und zum Aufheben.",
  "page pdf": "PDF-Seite",
  text: "Text",
  writing: "Wird geschrieben …",
  saved: "{file} ist gespeichert.",

  "print solid":
    "Die Teile, wie sie von vorn, rechts und oben aussehen, und die Schichten, um sie einzutragen.",
  "one page": "Eine Seite (PDF)",
  cards: "Karten zum Ausschneiden (PDF)",
  booklet: "Heft mit Lösung (PDF)",
  make: "Herstellen",
  "make for":
    "Teile mit 20 mm je Feld und ihr Rahmen, fertig für die Maschine. Das Zertifikat führt jede Lösung auf; alle können es prüfen.",
  "certificate for": "Das Zertifikat führt jede Lösung auf; alle können es prüfen.",
  solids: "3D-Drucker (STL, 3MF)",
  laser: "Laserschneider (SVG, DXF)",
  certificate: "Zertifikat",
  embed: "In eine Seite einbetten",
  "print here": "Drucken",
  "sheet size": "Felder von {size} mm, gedruckt mit 100 %.",
  loads: "Das erste PDF lädt {megabytes} MB, einmal. „Drucken“ lädt nichts.",
};
