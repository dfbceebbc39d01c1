"""Things made of puzzles: booklets to print, pieces and trays to print in plastic, sheets for the laser cutter."""
