"""What a terminal is told: streams, colors, progress."""
