"""Catalogues of silhouettes: what was asked, whether it is complete, the silhouettes; their files; their comparison."""
