"""The silhouettes a set of pieces can make.

    query, problem    what is asked; the pieces in classes, the positions of the group
    orbits/           orbits of filled cells and their contacts; the normalizer
    growth/           connected regions grown in the kernel, and the tiling test
    composition/      regions of several parts
    plan, case        what is to be searched; search, partial_search: searching it
    collection        what is found; catalogues/: its files, and comparison with others'
    check, sat        the checker and the second method, apart from the search

Start with `tilewright.silhouettes.search.find_silhouettes`.
"""
