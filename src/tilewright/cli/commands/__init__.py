"""The commands, a file for those of one subject; their table is in `cli/main.py`."""
