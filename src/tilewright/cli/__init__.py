"""The command line: one file per command. Parse arguments, call the API, print."""
