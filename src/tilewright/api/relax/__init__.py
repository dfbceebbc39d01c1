"""What would make an impossible puzzle possible; the changes tried are a file for each kind of puzzle."""

from tilewright.api.relax.relax import SECONDS, Relaxation, relaxations

__all__ = ["SECONDS", "Relaxation", "relaxations"]
