// Kanten: Kacheln mit Zeichen an ihren Seiten.

export default {
  tile: "Kachel {name}",
  "tile with labels": "Kachel {name}: {labels}",
  described: "{Name} ({labels}), {place}",
  empty: "{place}: leer",
  meets: "{matches} {matches|Seite passt|Seiten passen}, {clashes} nicht.",
  "not turned": "Kachel {name} darf nicht gedreht werden.",
  "not flipped": "Kachel {name} darf nicht gewendet werden.",

  "border free": "Seiten, die sich berühren, müssen passen. Am Rand ist alles erlaubt.",
  "border uniform":
    "Seiten, die sich berühren, müssen passen. Der Rand zeigt ringsum ein und dasselbe Zeichen.",
  "border label": "Seiten, die sich berühren, müssen passen, am Rand zum Band um das Brett.",
  partners: "Ein kleiner Buchstabe trifft auf seinen großen, eine volle Figur auf eine hohle.",
  print:
    "Das Brett und seine Kacheln auf einer Seite; ein Heft mit den Kacheln zum Ausschneiden und der Lösung; oder die Kacheln allein, als Karten von 40 mm. Druck mit 100 %.",
  "no edit":
    "Kacheln mit Zeichen werden nicht hier gemacht: schreib sie als Text und öffne ihn unter Rätsel.",
  "why.forced cell":
    "Von den übrigen Kacheln passt nur {name}, so gedreht, an den markierten Platz: jede ihrer Seiten stimmt.",
  "why.starvation": "Mit {name} hier bliebe ohne Möglichkeit: {about}.",
  "why.dead end":
    "{Name} geht hier nicht: leg, was ihre Seiten dann verlangen, und bald hat ein Platz keine Kachel mehr.",
  "why.other": "{Name} geht hier nicht: leg, was dann folgen muss, und ohne Möglichkeit bleibt: {about}.",
  "reason labels":
    "Die Zeichen gehen nicht auf: im Brett muss jedes seinen Partner finden, und der Rand nimmt, was er verlangt.",

  help:
    "Zieh eine Kachel an ihren Platz, oder klick sie an und dann den Platz. R, das Mausrad oder ein Rechtsklick " +
    "dreht, was du hältst; ein Klick dreht eine Kachel auf dem Brett, auf eine andere gezogen tauschen beide, " +
    "neben das Brett gezogen kommt sie zurück. Seiten, die passen, bekommen einen Balken, andere eine Zackenlinie. " +
    "Mit Tasten: mit Tab und Enter eine Kachel wählen, mit den Pfeilen bewegen, R dreht, Enter legt sie; auf dem " +
    "Brett gehen die Pfeile von Platz zu Platz, R dreht die Kachel dort, Enter nimmt sie auf, Entf nimmt sie " +
    "zurück, H fragt nach einem Tipp.",
};
