"""Bodies for 3-D printers: pieces, balls and trays, and their meshes."""
