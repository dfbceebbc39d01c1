"""Printable booklets, pieces and trays for 3D printers, and sheets for laser cutters."""
