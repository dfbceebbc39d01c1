"""What tools/build_site.py is made of: one file for each part of the site."""
