// El estante de las cajas.

export default {
  title: "Tu estante",
  add: "Añadir un juego que tienes …",
  "board pyramid": "pirámide",
  "board triangle": "triángulo",
  "board arrowhead": "punta de flecha",
  "board butterfly": "mariposa",
  "board diagonal": "cuadrado de punta",
  "board star": "estrella",
  "board year": "una fecha queda libre",
  "board tray": "bandeja",
  "board square": "cuadrado",
  "board rectangle": "rectángulo",
  "board trapezoid-a": "primer trapecio",
  "board trapezoid-b": "segundo trapecio",
  "board trapezoid-c": "tercer trapecio",
  "board cube": "cubo",
};
