"""`tilewright run`: long searches that survive anything, a file for each command."""
