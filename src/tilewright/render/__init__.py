"""Pictures of pieces, boards, puzzles and tilings as SVG, PNG and PDF."""
