"""Pictures of edge matching."""

from tilewright.render.edges.pictures import draw_pins, draw_tile, draw_tile_list, draw_tiles, label_look

__all__ = ["draw_pins", "draw_tile", "draw_tile_list", "draw_tiles", "label_look"]
