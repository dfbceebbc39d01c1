"""The silhouettes a set of pieces can make; `search.find_silhouettes` is where to start, docs/theory/silhouettes.md the
theory.
"""
