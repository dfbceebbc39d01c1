"""The studio: a small server and a static page. Speaks the same JSON as puzzle files and `--json`."""
