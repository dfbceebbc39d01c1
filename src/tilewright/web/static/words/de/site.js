// Die Site ohne Server: Laden, was schiefgehen kann, neue Versionen.

export default {
  loading: "Löser: {loaded} von {total} MB geladen. Spielen geht schon.",
  starting: "Löser: startet. Spielen geht schon.",
  failed:
    "Der Löser ist nicht gestartet ({text}). Spielen geht; sonst die Seite neu laden, oder Tilewright installieren.",
  "not loaded":
    "Der Löser ließ sich nicht laden. Spielen geht; sonst die Seite neu laden, oder Tilewright installieren.",
  "too old":
    "Diesem Browser fehlt WebAssembly SIMD, das der Löser braucht. Spielen geht; sonst den Browser erneuern.",
  damaged:
    "Der Download von {text} wurde unterbrochen. Spielen geht; die Seite neu laden, um es noch einmal zu versuchen.",
  incomplete:
    "Es gibt keine Verbindung: eine Datei der Site ließ sich nicht laden. Was du getan hast, bleibt.",
  crashed: "Der Löser ist daran gescheitert und neu gestartet. Auf der Kommandozeile: tilewright solve",
  "too long":
    "Das dauerte zu lange und wurde beendet. Die Kommandozeile hat keine solche Grenze: tilewright solve",
  "new version": "Es gibt eine neue Version.",
  reload: "Neu laden",
  "print offline":
    "Für ein PDF braucht es einmal das Netz, um den Satz zu laden. „Drucken“ zeichnet die Seite hier und geht ohne.",
  printing: "Satz: {loaded} von {total} MB geladen.",
};
