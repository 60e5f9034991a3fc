"""Whether tests try all that they could (GRUNDY_THOROUGH=1, as `.ci/run` asks for), or a share of it."""

import os
from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")
THOROUGH = bool(os.environ.get("GRUNDY_THOROUGH"))


def share(items: Sequence[T], one_of: int) -> Sequence[T]:
    """All items, or one of so many, spread over them."""
    return items if THOROUGH else items[::one_of]
