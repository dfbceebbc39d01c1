"""Pictures of everything that may be placed on a board."""
