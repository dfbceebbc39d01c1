"""Pictures of pieces, boards, puzzles and tilings: SVG, PNG, PDF. No solving here."""
