"""The campaign: random puzzles with any features together, asked every question in every way, against slow programs.

Each way to draw, ask and judge stands in one file:

    puzzles.py      what a drawn puzzle is: plain cells, pieces, numbers and sentences; no class of the package
    draw.py         puzzles of cells at random; draw_covers.py, draw_shikaku.py, ... those of the other kinds
    writing.py      a drawn puzzle as texts, tables and objects of the package
    truth.py        what is true of a puzzle of cells, by trying everything; truth_lattice.py: the lattices by corners of cells
    questions.py    what a question is, and the table of them; questions_*.py ask them
    records.py      which options, keys, sentences, functions and features were met
    reduce.py       the smallest puzzle on which a question is still answered wrongly
    campaign.py     the loop; __main__.py its command line
    table.py        docs/measured/campaign.md: how often each two features met

Nothing of `truth*.py` imports the package.
"""
