// El sitio sin servidor: la carga, lo que puede ir mal, las versiones nuevas.

export default {
  loading: "Motor: {loaded} de {total} MB cargados. Ya se puede jugar.",
  starting: "Motor: arrancando. Ya se puede jugar.",
  failed:
    "El motor no arrancó ({text}). Se puede jugar; para lo demás recarga la página, o instala Tilewright.",
  "not loaded":
    "El motor no se pudo cargar. Se puede jugar; para lo demás recarga la página, o instala Tilewright.",
  "too old":
    "A este navegador le falta WebAssembly SIMD, que el motor necesita. Se puede jugar; para lo demás actualiza el navegador.",
  damaged:
    "La descarga de {text} se interrumpió. Se puede jugar; recarga la página para intentarlo de nuevo.",
  incomplete: "No hay conexión: un archivo del sitio no se pudo cargar. Lo que has hecho se conserva.",
  crashed: "El motor no pudo con esto y arrancó de nuevo. En la línea de comandos: tilewright solve",
  "too long": "Esto duró demasiado y se detuvo. La línea de comandos no tiene ese límite: tilewright solve",
  "new version": "Hay una versión nueva.",
  reload: "Recargar",
  "print offline":
    "Para escribir un PDF hace falta la red una vez, para cargar la composición. «Imprimir» dibuja la página aquí y funciona sin ella.",
  printing: "Composición: {loaded} de {total} MB cargados.",
};
