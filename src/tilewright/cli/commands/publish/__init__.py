"""`tilewright publish`: booklets, pieces to print in plastic, sheets for the laser cutter."""
