"""The exit codes of the command line, a contract that scripts depend on; results of searches have them too."""

DONE = 0  # solved, valid, counted
NO = 1  # impossible, invalid, nothing found
BAD_INPUT = 2
LIMIT_REACHED = 3  # the question is open, or the output is what was found so far
INTERNAL_ERROR = 70  # EX_SOFTWARE of sysexits.h
INTERRUPTED = 130  # by Ctrl-C
