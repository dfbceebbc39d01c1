"""Movement of assembled pieces: whether they come apart, in how many moves, and in which order.

This package works on tilings and knows no covers. `ways` holds the directions of each lattice and what a cell meets on
its way, `disassembly` the search and its answer, `replay` the checker, which shares nothing with the search.
"""
