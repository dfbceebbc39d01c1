"""The engines, a file each."""
