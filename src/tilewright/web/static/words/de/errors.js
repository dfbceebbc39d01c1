// Was das Studio nicht konnte, und warum. {text} ist die Zeile des Programms, auf Englisch.

export default {
  notation: "Das lässt sich nicht als Rätsel lesen. Das Programm sagt: {text}",
  limit: "Das ist zu groß für das Studio. Das Programm sagt: {text}",
  request: "Das Studio hat die Anfrage nicht verstanden. Das Programm sagt: {text}",
  other: "Das ging nicht. Das Programm sagt: {text}",
  busy: "Das Studio hat gerade viel zu tun: versuch es gleich noch einmal.",
  "no puzzle": "Noch ist kein Rätsel da: zeichne ein Brett und wähl Teile.",
  "not recognized":
    "{line} ist kein Rätsel: erwartet wird ein Link (auch von puzz.link), eine Zeichnung mit Klötzen, TOML, JSON, ein Shikaku-Gitter oder pentominoes@6x10.",
  "unclear numbers":
    "Zeilen von Zahlen wie {line} können ein Shikaku oder eine Liste von Kacheln sein: schreib . für Felder ohne Zahl oder # Shikaku in die erste Zeile, oder Zeilen und Spalten wie 4 4 über die Kacheln.",
  "bad pieces":
    "{pieces} nennt keine Teile: schreib vor das @ Buchstaben von Pentominos wie FNPUV oder einen Satz wie tetrominoes*.",
  "bad board": "{board} ist kein Brett: schreib hinter das @ Zeilen und Spalten, wie in FNPUV@5x5.",
  "bad file":
    "Was mit {line} beginnt, ist keine Rätseldatei: erwartet werden ein Brett, etwa 5x5, und Teile oder ein Shikaku, und keine anderen Schlüssel. Wo es hakt, sagt die Kommandozeile.",
  "bad grid":
    "Dieses Gitter ist kein Shikaku: erwartet werden Zahlen, . für ein leeres Feld oder ? für eine beliebige Zahl, in jeder Zeile gleich viele.",
  "bad link":
    "Dieser Link ist beschädigt: seine Zahlen passen nicht zum Brett. Kopier noch einmal die ganze Adresse.",
  "other genre": "Dieser Link ist ein Rätsel anderer Art, {genre}: von puzz.link nimmt das Studio Shikaku.",
  "too large": "Dieses Rätsel ist viel zu groß: das Studio löst Bretter mit bis zu {most} Feldern.",
  "no such puzzle": "So ein Rätsel steht nicht in der Liste.",
  "too many cells":
    "Dieses Brett hat {count} Felder; das Studio löst bis zu {most}: größere löst die Kommandozeile.",
  "too many pieces":
    "Dieses Rätsel hat {count} Teile; das Studio nimmt bis zu {most}: mehr nimmt die Kommandozeile.",
  "too many placements":
    "Dieses Rätsel hat etwa {count} Lagen: spielen kannst du es hier, aber das Studio sucht nur bis {most}. Die Kommandozeile hat keine solche Grenze.",
  "no date": "{day} ist kein Datum: schreib Jahr, Monat und Tag wie in 2026-11-21.",
  "no such day":
    "Für diesen Tag gibt es kein Rätsel: es gibt eines für jeden Tag vom {first} bis zum {last}.",
  "no such size": "Ein neues Shikaku hat {low} bis {high} Zeilen und Spalten: zum Beispiel 8x8.",
  "no such seed": "Die Nummer eines neuen Rätsels ist eine ganze Zahl mit bis zu 12 Ziffern.",
  "no such difficulty":
    "Neue Rätsel sind leicht, mittel oder schwer (easy, medium, hard); andere gibt es nicht.",
  "no such system": "Rätsel dieser Art gibt es hier nicht. Es gibt: {names}.",
  "no such letters here":
    "Ein Katamino heißt nach seinen Teilen: jeder der Buchstaben FILNPTUVWXYZ höchstens einmal.",
  "search over": "Diese Suche ist vorbei und vergessen: starte sie neu.",
  "no memory": "Das braucht mehr Speicher, als das Studio hat: nimm die Kommandozeile.",
  "no answer": "Die Antwort wurde nicht rechtzeitig gefunden.",
  "process ended": "der Suchprozess ist unerwartet zu Ende gegangen",
  "keeps ending":
    "Damit ist der Suchprozess mehrmals hintereinander zu Ende gegangen, es wird nicht noch einmal versucht: nimm die Kommandozeile.",
  "no process": "Das Studio kann nicht suchen: seine Suchprozesse starten nicht. Starte das Studio neu.",
  "studio closed": "das Studio wurde geschlossen",
  "not flat": "Ein Laser schneidet nur flache Teile; die von diesem Rätsel sind räumlich.",
  "nothing to make": "Dieses Rätsel hat keine Teile, die man herstellen könnte: druck es.",
  "too many to make":
    "Das sind {count} Teile; das Studio stellt bis zu {most} her: mehr macht die Kommandozeile.",
  "count too long":
    "Das Zählen dauert länger als {seconds} s. Die Kommandozeile hat keine solche Grenze: tilewright count DATEI --proof certificate.txt",
  "not in the browser": "Diese Datei entsteht nicht im Browser. Auf der Kommandozeile: {command}",
  "no such letters": "Ein Teil {letter} gibt es in diesem Satz nicht: schreib welche von {letters}.",
  "not cut":
    "So ein Rätsel hat sich nicht gefunden. Das Spielfeld muss aus einem Stück und ganzen Quadraten sein, ohne freie Felder; andere Größen der Teile oder eine andere Schwierigkeit helfen vielleicht.",
};
