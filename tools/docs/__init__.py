"""What the site of the docs is made of; `tools/build_docs.py` is the command."""
