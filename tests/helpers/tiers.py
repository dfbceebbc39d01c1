"""How much of a campaign the fast tier takes."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest
from _pytest.mark.structures import ParameterSet


def quick(cases: Iterable[Any], number: int) -> list[ParameterSet]:
    """Parameters: the first `number` cases for the fast tier, the others for the full one. A tuple is several arguments."""
    return [
        pytest.param(*(case if isinstance(case, tuple) else (case,)), marks=[pytest.mark.full] * (place >= number))
        for place, case in enumerate(cases)
    ]
