"""Types that the pieces share and an engine gets with them.

Leaves those that every engine has anyway to `given`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

Value = TypeVar("Value")
Function = TypeVar("Function", bound=Callable[..., Any])
Line = tuple[tuple[int, ...], ...]
