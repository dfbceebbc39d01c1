"""Published sequences carried further: which, the counts by two programs, and the pages about them."""
