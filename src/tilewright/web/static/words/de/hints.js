// Gründe, Tipps und verletzte Regeln. Der Server schickt sie als Felder.

export default {
  piece: "Teil {name}",
  "piece named": "das Teil „{name}“",
  rectangle: "die {clue}",
  "rectangle at": "die {clue} in {place}",
  "cell at": "das Feld in {place}",
  something: "etwas",

  "reason.area shikaku": "Die Zahlen ergeben zusammen {sum}, das Brett hat {cells} Felder.",
  "reason.polygons area": "Teile und Brett haben nicht die gleiche Fläche.",
  "reason.polygons angles": "Eine Ecke des Bretts ist keine Summe von Ecken der Teile.",
  "reason.area least": "Die Teile bedecken mindestens {least} Felder, das Brett hat {room}.",
  "reason.area most": "Die Teile bedecken höchstens {most} Felder, das Brett hat {room}.",
  "reason.area none": "Keine Auswahl der Teile bedeckt so viele Felder, wie das Brett hat: {room}.",
  "room between": "{must} bis {may}",
  "reason.no rectangle": "Um {clue} passt kein Rechteck.",
  "reason.unplaceable": "{Name} passt nirgends auf das Brett.",
  "reason.uncovered": "Nichts kann das Feld in {place} bedecken.",
  "reason.region":
    "Keine Auswahl der Teile füllt den markierten Bereich von {cells} {cells|Feld|Feldern} genau.",
  "reason.partial": "Was dort liegt, lässt sich nicht vollenden.",
  "reason.search": "Die Suche durch alle Möglichkeiten fand keine Lösung.",
  "reason.balance":
    "Jedes Teil bedeckt gleich viele Felder beider Farben, wo immer es liegt; das Brett hat {some} von der einen und {others} von der anderen.",
  "reason.multiple":
    "Zähl die Felder wie gezeichnet: jedes Teil ergibt ein Vielfaches von {modulus}, wo immer es liegt; das Brett ergibt {sum}, und das ist keines.",
  "reason.weights":
    "Zähl die Felder wie gezeichnet, in Schritten von {modulus}: wo immer es liegt, ergibt jedes Teil " +
    "dasselbe ({each}, die anderen 0); das Brett ergibt {sum}, und das stimmt nicht überein.",

  "place.search": "{Name} gehört hierher: jede Lösung hat es so.",
  "place.reasons": "{Name} gehört hierher: alle anderen Plätze scheiden aus.",
  "place.reasons cell": "{Name} gehört hierher: alles andere ist ausgeschlossen für {about}.",
  "more alike": "Dasselbe gilt für {others} weitere.",
  impossible: "Dieses Rätsel hat keine Lösung, was immer du legst.",
  done: "Alles ist bedeckt: das ist eine Lösung.",
  free: "Nichts ist erzwungen: alles, was noch passt, kommt in einer Lösung vor, du kannst frei wählen.",
  none: "In der Zeit fand sich kein einfacher Schritt.",

  "why.forced cell": "{About} lässt sich nur auf eine Art bedecken: {name} hier.",
  "why.forced piece": "{Name} hat nur noch einen Platz.",
  "why.forced tile": "{Name} passt nur noch an einen Platz: sonst stimmen ihre Seiten nirgends.",
  "why.forced clue": "{Name} hat nur noch ein Rechteck.",
  "why.forced corner": "In diese Ecke passt nur {name}.",
  "why.claimed cell":
    "{Name} kann hier nicht liegen: {about} braucht eines dieser Felder, wo immer es liegt.",
  "why.only reach": "{Name} kann hier nicht liegen: nur {name} erreicht {about}.",
  "why.starvation": "{Name} hier ließe {about} ohne jede Möglichkeit.",
  "why.isolated region":
    "{Name} hier würde die markierten Felder abschneiden, und die übrigen Teile füllen sie nicht genau.",
  "why.cluster": "Wie auch immer die markierten Felder bedeckt werden: hier ist kein Platz für {name}.",
  "why.invariant":
    "Färb die Felder in zwei Farben: die anderen Teile können die Farben nicht ausgleichen, wenn {name} hier liegt.",
  "why.search": "Eine Suche zeigt: keine Lösung hat {name} hier.",
  "why.dead end":
    "{Name} geht hier nicht: leg Schritt für Schritt, was dann erzwungen ist, und bald bleibt für etwas kein Platz.",
  "why.other": "{Name} hier lässt {about} ohne jede Möglichkeit, wie Ausprobieren zeigt.",
  "wrong.search": "{Name} liegt hier falsch: keine Lösung passt dazu und zu dem, was vorher gelegt wurde.",
  "wrong.reason": "{Name} liegt hier falsch: es lässt {about} ohne jede Möglichkeit.",

  "fault.off-board": "Etwas liegt neben dem Brett.",
  "fault.overlap": "In {place} überlappen sich zwei.",
  "fault.overlap somewhere": "Zwei Teile überlappen sich.",
  "fault.uncovered somewhere": "Noch ist nicht alles bedeckt.",
  "fault.uncovered": "{count} {count|Feld ist|Felder sind} nicht bedeckt.",
  "fault.name": "Da ist etwas, das nicht zu diesem Rätsel gehört.",
  "fault.shape": "Ein Teil hat eine Form, die nicht seine ist.",
  "fault.shape shikaku": "Ein Bereich ist kein Rechteck.",
  "fault.paint": "Ein Teil bedeckt Felder einer anderen Farbe als seiner.",
  "fault.copies": "Ein Teil ist zu oft oder nicht oft genug verwendet.",
  "fault.pin": "Vorgegebene Teile müssen liegen, wo sie vorgegeben sind.",
  "fault.clue": "Jedes Rechteck enthält genau eine Zahl.",
  "fault.size": "Das Rechteck der {clue} hat {cells} Felder.",
  "fault.size unknown": "Das Rechteck einer Zahl hat {cells} Felder.",
  "fault.edge": "In {place} treffen sich Seiten, die nicht passen.",
  "fault.border": "In {place} zeigt der Rand das falsche Zeichen.",
  "fault.other": "Eine Regel ist verletzt.",

  "look cell": "Schau auf das markierte Feld, {place}.",
  "look cells": "Schau auf die markierten Felder bei {place}.",
  "look piece": "Schau auf {name}.",
  "look wrong": "Schau auf das, was du gelegt hast: etwas kann nicht bleiben.",
  laid: "{Name} ist gelegt.",
  "laid as in a solution": "{Name} ist gelegt, wie in einer der Lösungen.",
  "will lay": "„{label}“ legt {name}.",
  "will take back": "„{label}“ nimmt {name} zurück.",
  "taken back": "{Name} ist zurückgenommen.",
};
