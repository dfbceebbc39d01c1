"""Programs that write data, pages and pictures of the docs. Run one as `python -m tools.NAME`."""
