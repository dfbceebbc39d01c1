"""The silhouettes that a set of pieces can make.

Start with `search.find_silhouettes`; the theory is in docs/explanation/silhouettes.md.
"""
