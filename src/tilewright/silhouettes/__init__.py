"""The silhouettes a set of pieces can make; `search.find_silhouettes` is where to start, docs/explanation/silhouettes.md the
theory.
"""
