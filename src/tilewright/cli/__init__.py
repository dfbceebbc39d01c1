"""The command line: one file per command, which parses the arguments, calls the API and prints the result."""
