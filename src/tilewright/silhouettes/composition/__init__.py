"""Silhouettes of several edge-connected parts: the parts with their images, and the sets of them that fit together."""
