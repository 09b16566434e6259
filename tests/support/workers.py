"""Each worker has its own servers. The first runs the journeys while others have files. The second kills
processes during talk and trade. The first ends with the kills during bids and the timed tests."""

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
    for name in ("trade", "talk", "talk_controls", "pauses", "decisions", "sanctions")
}
MIDDLE, END, END_OF_PEOPLE = "journeys", "end", "end-of-people"
OWN = {"gw0": (MIDDLE, END), "gw1": (END_OF_PEOPLE,)}
# The share of files left when the journeys begin.
MIDDLE_AT = 0.35


def is_first_worker() -> bool:
    """The first worker, or the only process."""
    return os.environ.get("PYTEST_XDIST_WORKER", "gw0") == "gw0"


def put_in_order(items: list[pytest.Item]) -> None:
    """Sort the tests, and mark the last groups for their worker."""
    items.sort(key=_turn)
    for item in items:
        if _turn(item) and "PYTEST_XDIST_WORKER" in os.environ:
            # pytest-xdist 3.8 sets `_nodeid`, which pytest 9.2 does not read any more.
            item._id = coerce_node_id(f"{item.nodeid}@{_end(item)}")


def _end(item: pytest.Item) -> str:
    if item.path.is_relative_to(JOURNEYS):
        return MIDDLE
    has_second = int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1")) > 1
    return END_OF_PEOPLE if item.path in PEOPLE and has_second else END


def _turn(item: pytest.Item) -> int:
    """Ordinary tests, browser journeys, other journeys, faults, the launcher, timed tests."""
    if item.path.is_relative_to(JOURNEYS):
        return 1 if item.path == BROWSER else 2
    if item.path.is_relative_to(FAULTS):
        return 3
    if not item.get_closest_marker("quiet"):
        return 0
    return 4 if item.path.is_relative_to(TESTS) else 5


class EachItsEnd(LoadGroupScheduling):  # type: ignore[misc]  # the package has no types
    """Hands out files, and to each worker its own groups."""

    _files = 0

    def _split_scope(self, nodeid: str) -> str:
        group = nodeid.rsplit("@", 1)[-1]
        return group if _is_group(group) else nodeid.split("::", 1)[0]

    def _reschedule(self, node: WorkerController) -> None:
        scope = self._next_scope(node.gateway.id)
        if scope is None:
            node.shutdown()
            return
        self.workqueue.move_to_end(scope, last=False)
        super()._reschedule(node)

    def _next_scope(self, worker: str) -> str | None:
        files = [scope for scope in self.workqueue if not _is_group(scope)]
        self._files = max(self._files, len(files))
        own = [group for group in OWN.get(worker, ()) if group in self.workqueue]
        if own and files and self._is_due(own[0], len(files)):
            return own[0]
        return next(iter(files + own), None)

    def _is_due(self, group: str, files: int) -> bool:
        """A third worker can continue with the files."""
        if group == MIDDLE:
            return files <= MIDDLE_AT * self._files
        return group == END_OF_PEOPLE and self.numnodes > len(OWN) and self._are_journeys_over()

    def _are_journeys_over(self) -> bool:
        journeys = [groups[MIDDLE] for groups in self.assigned_work.values() if MIDDLE in groups]
        return bool(journeys) and all(all(group.values()) for group in journeys)


def _is_group(scope: str) -> bool:
    return any(scope in groups for groups in OWN.values())
