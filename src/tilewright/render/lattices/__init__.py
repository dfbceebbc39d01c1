"""What is drawn of some lattices alone: balls, and the seam of wrapped ones."""
