"""How a person would go on: techniques, ratings, hints."""
