"""Meshes as files: STL (binary) and 3MF, millimeters, the same bytes for the same solid."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from tilewright.markup import quoteattr

if TYPE_CHECKING:
    from manifold3d import Manifold

EPOCH = (1980, 1, 1, 0, 0, 0)
CONTENT_TYPES = """<?xml version="1.0" encoding="UTF-8"?>
<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">
<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>
<Default Extension="model" ContentType="application/vnd.ms-package.3dmanufacturing-3dmodel+xml"/>
</Types>
"""
RELATIONS = """<?xml version="1.0" encoding="UTF-8"?>
<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">
<Relationship Target="/3D/3dmodel.model" Id="rel0" Type="http://schemas.microsoft.com/3dmanufacturing/2013/01/3dmodel"/>
</Relationships>
"""


def mesh(body: Manifold) -> tuple[NDArray[np.float32], NDArray[np.uint32]]:
    """(vertices, triangles): positions in mm, three numbers of vertices counterclockwise from outside."""
    found = body.to_mesh()
    return np.asarray(found.vert_properties, np.float32)[:, :3], np.asarray(found.tri_verts, np.uint32)


def stl(bodies: Sequence[Manifold]) -> bytes:
    """All bodies as one binary STL."""
    corners = np.concatenate([vertices[triangles] for vertices, triangles in map(mesh, bodies)])
    normals = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    lengths = np.linalg.norm(normals, axis=1, keepdims=True)
    rows = np.zeros(len(corners), dtype=[("normal", "<f4", 3), ("corners", "<f4", (3, 3)), ("extra", "<u2")])
    rows["normal"] = normals / np.where(lengths == 0, 1, lengths)
    rows["corners"] = corners
    return b"tilewright".ljust(80) + len(corners).to_bytes(4, "little") + rows.tobytes()


def three_mf(bodies: Sequence[Manifold], names: Sequence[str], colors: Sequence[str]) -> bytes:
    """The bodies as the objects of one 3MF file, each with its name and its color `#rrggbb`."""
    materials = "".join(
        f'<base name={quoteattr(n)} displaycolor="{c.upper()}"/>' for n, c in zip(names, colors, strict=True)
    )
    objects = "".join(_object(i, body, name) for i, (body, name) in enumerate(zip(bodies, names, strict=True)))
    items = "".join(f'<item objectid="{i + 2}"/>' for i in range(len(bodies)))
    model = (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        '<model unit="millimeter" xml:lang="en-US" xmlns="http://schemas.microsoft.com/3dmanufacturing/core/2015/02">\n'
        f'<resources><basematerials id="1">{materials}</basematerials>\n{objects}</resources>\n<build>{items}</build>\n</model>\n'
    )
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in (
            ("[Content_Types].xml", CONTENT_TYPES),
            ("_rels/.rels", RELATIONS),
            ("3D/3dmodel.model", model),
        ):
            archive.writestr(zipfile.ZipInfo(name, EPOCH), text, zipfile.ZIP_DEFLATED)
    return target.getvalue()


def _object(number: int, body: Manifold, name: str) -> str:
    vertices, triangles = mesh(body)
    points = "".join(f'<vertex x="{x:.6g}" y="{y:.6g}" z="{z:.6g}"/>' for x, y, z in vertices.tolist())
    faces = "".join(f'<triangle v1="{a}" v2="{b}" v3="{c}"/>' for a, b, c in triangles.tolist())
    head = f'<object id="{number + 2}" name={quoteattr(name)} type="model" pid="1" pindex="{number}">'
    return f"{head}<mesh><vertices>{points}</vertices><triangles>{faces}</triangles></mesh></object>\n"
