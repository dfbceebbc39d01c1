"""How fast: named instances, measured beside a plain sweep and other packages; see docs/measured/benchmarks.md."""
