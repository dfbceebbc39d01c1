"""Why there is no tiling, where that can be seen without a search."""
