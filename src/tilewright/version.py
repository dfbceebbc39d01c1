"""The version of the package, which pyproject.toml and everything that writes it down read here."""

__version__ = "0.1.0"
