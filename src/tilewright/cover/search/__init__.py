"""How an engine is asked: engines by name, limits, reports, slices and threads."""
