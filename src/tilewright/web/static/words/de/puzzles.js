// Die Listen der Rätsel, eigene öffnen, neue, die Rätsel des Tages.

export default {
  lead: "Such dir ein Rätsel aus und spiel, oder öffne ein eigenes.",
  solved: "gelöst",
  "solved in": "✓ {time}",
  "solved mark": "✓ gelöst",
  begun: "angefangen",

  "system.shikaku": "Shikaku",
  "system.katamino": "Katamino",
  "system.tetris": "Tetris",
  "system.fridgeiq": "FridgeIQ",
  "system.doodle-fit": "Doodle Fit",
  "system.more": "Weitere",
  "system.catalogue": "Katalog: was alle 16 FridgeIQ-Teile mit der Symmetrie eines Quadrats ergeben",

  "open own": "Ein eigenes Rätsel öffnen …",
  "open text": "Ein Rätsel als Text, oder ein Link",
  "open example":
    "Hier einfügen: einen Link (auch von puzz.link), eine Zeichnung, TOML, JSON, ein Shikaku-Gitter oder pentominoes@6x10",
  open: "Öffnen",
  file: "Eine Datei …",
  "drop here": "Oder zieh eine Datei irgendwo auf die Seite.",
  "paste first": "Füge zuerst ein Rätsel oder einen Link ein.",
  "too large": "{name} ist zu groß: das Studio öffnet Dateien bis 1 MB; größere öffnet die Kommandozeile.",

  size: "Größe",
  difficulty: "Schwierigkeit",
  easy: "leicht",
  medium: "mittel",
  hard: "schwer",
  "new shikaku": "Neues Shikaku",
  "made shikaku": "Shikaku {rows} × {columns}, {difficulty}, Nr. {seed}",

  "of the day": "Rätsel vom {day}",
  "your days": "Deine Tage",
  "a new one": "Ein neues",
  "no streak": "Löse ein Rätsel von heute, um eine Reihe von Tagen zu beginnen.",
  "streak of one": "Ein Tag bisher.",
  "streak of many": "{length} Tage hintereinander.",
  "day solved": "{date}: {solved} gelöst",
  "day unsolved": "{date}: keines gelöst",
};
