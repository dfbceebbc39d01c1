"""Files of BurrTools, put together from texts."""

from __future__ import annotations


def document(shapes: str, problem: str, grid: str = "0", colors: str = "") -> str:
    return (
        f'<?xml version="1.0"?>\n<puzzle version="2"><gridType type="{grid}"/><colors>{colors}</colors>'
        f"<shapes>{shapes}</shapes><problems>{problem}</problems><comment/></puzzle>\n"
    )


def voxel(x: int, y: int, z: int, text: str, name: str = "") -> str:
    return f'<voxel x="{x}" y="{y}" z="{z}"{f" name={chr(34)}{name}{chr(34)}" if name else ""} type="0">{text}</voxel>'


def problem(shapes: str, result: int, bitmap: str = "", more: str = "") -> str:
    return f'<problem name="p" state="0"{more}><shapes>{shapes}</shapes><result id="{result}"/><bitmap>{bitmap}</bitmap></problem>'
