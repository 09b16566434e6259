"""Order of the tests, and their distribution over the workers of pytest-xdist.

Each worker starts servers of its own, so tests in two workers share nothing. Files are handed out one by one.
What needs the machine for itself comes at the end, in one worker: journeys, fault tests, and tests that
measure time.
"""

import os
from pathlib import Path

import pytest
from _pytest.nodeid import coerce_node_id
from xdist.scheduler import LoadGroupScheduling
from xdist.workermanage import WorkerController

TESTS = Path(__file__).parents[1]
JOURNEYS, FAULTS = TESTS / "journeys", TESTS / "faults"
BROWSER = JOURNEYS / "test_browser.py"
END = "end"


def is_first_worker() -> bool:
    """Whether this process runs the tests of the end: the first worker, or the only process."""
    return os.environ.get("PYTEST_XDIST_WORKER", "gw0") == "gw0"


def put_in_order(items: list[pytest.Item]) -> None:
    """Sort the tests, and mark those of the end for the first worker."""
    items.sort(key=_turn)
    for item in items:
        if _turn(item) and "PYTEST_XDIST_WORKER" in os.environ:
            # pytest-xdist 3.8 sets `_nodeid` for its groups, which pytest 9.2 does not read any more.
            item._id = coerce_node_id(f"{item.nodeid}@{END}")


def _turn(item: pytest.Item) -> int:
    """Return 0 for ordinary tests, then browser journeys, other journeys, faults, and what measures time."""
    if item.path.is_relative_to(JOURNEYS):
        return 1 if item.path == BROWSER else 2
    if item.path.is_relative_to(FAULTS):
        return 3
    return 4 if item.get_closest_marker("quiet") else 0


class EndOnFirstWorker(LoadGroupScheduling):  # type: ignore[misc]  # the package has no types
    """Hands out files; when only the end is left, the first worker takes it and the others stop."""

    def _split_scope(self, nodeid: str) -> str:
        return END if nodeid.endswith(f"@{END}") else nodeid.split("::", 1)[0]

    def _reschedule(self, node: WorkerController) -> None:
        if list(self.workqueue) == [END] and node.gateway.id != "gw0":
            node.shutdown()
        else:
            super()._reschedule(node)
