// The shelf of boxes.

export default {
  title: "Your shelf",
  add: "Add a box you own …",
  "board pyramid": "pyramid",
  "board triangle": "triangle",
  "board arrowhead": "arrowhead",
  "board butterfly": "butterfly",
  "board diagonal": "square on its corner",
  "board star": "star",
  "board year": "a date is left open",
  "board tray": "tray",
  "board square": "square",
  "board rectangle": "rectangle",
  "board trapezoid-a": "first trapezoid",
  "board trapezoid-b": "second trapezoid",
  "board trapezoid-c": "third trapezoid",
  "board cube": "cube",
};
