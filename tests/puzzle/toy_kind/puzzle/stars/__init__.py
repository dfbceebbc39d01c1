"""Stars: dominoes with one star each."""
