"""Tables of TOML and JSON files: pieces, outlines, families of boards."""
