// Sharing and printing.

export default {
  what: "What to share",
  puzzle: "Empty board",
  solution: "Solution from Solve",
  board: "Board from Play",
  preview: "Preview: {what}",
  share: "Share",
  "only here":
    "The link holds the whole puzzle. It opens on this computer, while the studio runs; in another studio paste it under Open.",
  anywhere: "The link holds the whole puzzle. Nothing is stored anywhere.",
  link: "Link to this puzzle",
  copy: "Copy the link",
  copied: "The link is copied.",
  "copy by hand": "Press Ctrl+C to copy the link.",
  print: "Print",
  "print pieces":
    "Board and pieces to cut out, in the same size: cells of 20 mm, smaller if the page is too small. " +
    "Print at 100 %. The booklet has copies of each piece and the solution on its last page.",
  "print puzzle": "The puzzle to solve on paper, the solution on the last page.",
  picture: "Picture",
  "picture of": "Of what the preview shows.",
  file: "Puzzle file",
  "file for": "For the command line and for keeping.",
  "page pdf": "PDF page",
  text: "Text",
  writing: "Writing …",
  saved: "Saved {file}.",

  "print solid":
    "The pieces as they look from the front, the right and above, and the layers to note them on.",
  "one page": "One page (PDF)",
  cards: "Cards to cut out (PDF)",
  booklet: "Booklet with the solution (PDF)",
  make: "Make",
  "make for":
    "Pieces of 20 mm a cell with their tray, ready for the machine. The certificate lists every solution; anybody can check it.",
  "certificate for": "The certificate lists every solution; anybody can check it.",
  solids: "3D printer (STL, 3MF)",
  laser: "Laser cutter (SVG, DXF)",
  certificate: "Certificate",
  embed: "Embed in a page",
  "print here": "Print",
  "sheet size": "Cells of {size} mm, printed at 100 %.",
  loads: "The first PDF loads {megabytes} MB, once. “Print” loads nothing.",
};
