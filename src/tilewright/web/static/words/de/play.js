// Spielen.

export default {
  turn: "Drehen",
  flip: "Wenden",
  tumble: "Kippen",
  "turn keys": "R oder das Mausrad",
  "flip keys": "F",
  "tumble keys": "T",
  "undo keys": "Strg+Z",
  "redo keys": "Strg+Y",
  undo: "Zurück",
  redo: "Vor",
  hint: "Tipp",
  why: "Warum?",
  "do it": "Mach es",
  working: "Rechnet …",
  check: "Prüfen",
  "solve from here": "Von hier lösen",
  another: "Noch eins",
  again: "Von vorn",
  pieces: "Teile",
  "how to play": "So geht es",
  time: "Zeit",
  "piece on the board": "Das Teil auf dem Brett",
  "board label": "{name}: {count} gelegt",
  "lay here": "Das Teil hier ablegen",
  "no fit": "Das passt dort nicht.",
  fits: "{name}, {place}: passt",
  "fits not": "{name}, {place}: passt nicht",
  "not turned": "Teil {name} darf nicht gedreht werden.",
  "not flipped": "Teil {name} darf nicht gewendet werden.",
  "not tumbled": "Teil {name} darf nicht gekippt werden.",
  "tile label": "{name}, {count}",
  "any number": "beliebig viele",
  left: "noch {count}",
  "link not laid": "Die Teile aus dem Link ließen sich nicht legen: das Brett ist, wie du es verlassen hast.",
  done: "Fertig in {time}. Gut gespielt!",
  best: "Bestzeit: {time}.",
  "all right": "Alles richtig: gelöst.",
  "right so far": "Bisher ist keine Regel verletzt.",
  open: "Keine Regel ist verletzt, und von hier aus geht es auf.",
  lost: "So geht es nicht mehr auf.",
  unknown: "Bisher ist keine Regel verletzt; ob es aufgeht, ist noch nicht bekannt.",
  "take back this": "Nimm {name} zurück.",
  "take back": "So geht es nicht auf: nimm etwas zurück.",

  "help pieces":
    "Zieh ein Teil an seinen Platz, oder klick es an und dann den Platz. R, das Mausrad oder ein " +
    "Rechtsklick dreht, F wendet.{tumble} Mit Tasten: mit Tab und Enter ein Teil wählen, mit den Pfeilen " +
    "bewegen, Enter legt es ab, Entf nimmt das Teil darunter zurück, H fragt nach einem Tipp.",
  "help polygons":
    "Zieh ein Teil an seinen Platz: Ecken und Seiten ziehen es an, und es gleitet an ihnen entlang. R, das " +
    "Mausrad oder ein Rechtsklick dreht, F wendet; ein zweiter Finger dreht, was der erste hält. Mit Tasten: mit " +
    "Tab und Enter ein Teil wählen, die Pfeile gehen von Platz zu Platz, Enter legt es ab, H fragt nach einem Tipp.",
  "polygon place": "{across} Prozent von links, {down} Prozent von oben, um {degrees} Grad gedreht",
  "help tumble":
    "T kippt. Die Schichten stehen nebeneinander, die oberste zuerst; Bild auf und ab wechseln die Schicht.",
  "help regions":
    "Zieh über Felder, die zusammengehören; ein Tipp auf etwas, das liegt, nimmt es zurück. Mit Tasten: Pfeile, Enter zum Beginnen und Beenden, Entf zum Zurücknehmen.",
  "no region": "Diese Felder sind hier kein Platz für etwas.",
  "region given": "Was vorgegeben ist, bleibt liegen.",
  "help shikaku":
    "Zieh von Ecke zu Ecke ein Rechteck um genau eine Zahl; ein Tipp auf ein Rechteck entfernt es. Mit " +
    "Tasten: Pfeile bewegen, Enter beginnt und beendet ein Rechteck, Entf entfernt eines, H fragt nach " +
    "einem Tipp.",
  "rectangle given": "Dort ist ein Rechteck vorgegeben.",
  "one number": "Ein Rechteck darf nur eine Zahl enthalten.",
  "a number": "Ein Rechteck braucht eine Zahl.",
  "wrong size": "Das Rechteck der {value} braucht {value} {value|Feld|Felder}; dieses hat {cells}.",
  layer: "Schicht {number}",
  "layer top": "Schicht 1 (oben)",
  layers: "Schichten von oben",
};
