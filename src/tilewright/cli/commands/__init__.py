"""The commands, one file for each subject; their table is in `cli/main.py`."""
