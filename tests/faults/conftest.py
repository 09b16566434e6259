"""Tell after the run what was measured."""

from collections.abc import Callable
from functools import partial

import pytest


@pytest.fixture
def measured(record_property: Callable[[str, object], None]) -> Callable[[str], None]:
    """Return a function that keeps a line of words for the end of the run."""
    return partial(record_property, "measured")
