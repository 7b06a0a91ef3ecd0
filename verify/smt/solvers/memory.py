"""That a solver ran out of memory, told as Python tells it: a question that is too large is no mistake of Hoyle's."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import z3


@contextmanager
def memory_errors() -> Iterator[None]:
    """Raises MemoryError where Z3 says that its memory is used up; other faults of Z3 stay what they are."""
    try:
        yield
    except z3.Z3Exception as error:
        if "memory" in str(error):
            raise MemoryError(str(error)) from error
        raise
