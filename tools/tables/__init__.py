"""The tables of docs/measured, each made from a file of docs/data."""
