"""The silhouettes a set of pieces can make: growth, search, catalogues."""
