"""Order of the tests, and their distribution over the workers of pytest-xdist.

Each worker starts servers of its own, so tests in two workers share nothing. Files are handed out one by one.
What needs the machine for itself comes at the end: journeys, the kills while bids flow, and last the tests
that measure time, in the first worker; the kills while people talk and trade meanwhile in the second, which
has stopped before any time is measured.
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
PEOPLE = {
    FAULTS / f"test_{name}.py"
    for name in ("trade", "talk", "talk_controls", "pauses", "decisions", "measures")
}
ENDS = {"gw0": "end", "gw1": "end-of-people"}


def is_first_worker() -> bool:
    """Whether this process runs the tests of the end: the first worker, or the only process."""
    return os.environ.get("PYTEST_XDIST_WORKER", "gw0") == "gw0"


def put_in_order(items: list[pytest.Item]) -> None:
    """Sort the tests, and mark those of the end for the worker that runs them."""
    items.sort(key=_turn)
    for item in items:
        if _turn(item) and "PYTEST_XDIST_WORKER" in os.environ:
            # pytest-xdist 3.8 sets `_nodeid` for its groups, which pytest 9.2 does not read any more.
            item._id = coerce_node_id(f"{item.nodeid}@{_end(item)}")


def _end(item: pytest.Item) -> str:
    second = item.path in PEOPLE and int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1")) > 1
    return ENDS["gw1" if second else "gw0"]


def _turn(item: pytest.Item) -> int:
    """Return 0 for ordinary tests, then browser journeys, other journeys, faults, the launcher, and what
    measures time."""
    if item.path.is_relative_to(JOURNEYS):
        return 1 if item.path == BROWSER else 2
    if item.path.is_relative_to(FAULTS):
        return 3
    if not item.get_closest_marker("quiet"):
        return 0
    return 4 if item.path.is_relative_to(TESTS) else 5


class EachItsEnd(LoadGroupScheduling):  # type: ignore[misc]  # the package has no types
    """Hands out files; when only the ends are left, each worker takes its own and stops."""

    def _split_scope(self, nodeid: str) -> str:
        end = nodeid.rsplit("@", 1)[-1]
        return end if end in ENDS.values() else nodeid.split("::", 1)[0]

    def _reschedule(self, node: WorkerController) -> None:
        if set(self.workqueue) <= set(ENDS.values()):
            own = ENDS.get(node.gateway.id)
            if own not in self.workqueue:
                node.shutdown()
                return
            self.workqueue.move_to_end(own, last=False)
        super()._reschedule(node)
