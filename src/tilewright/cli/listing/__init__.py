"""How the tilings that a search finds are printed and written, while it goes on."""
