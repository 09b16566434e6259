"""Order of the tests, and their distribution over the workers of pytest-xdist.

Each worker starts servers of its own, so tests in two workers share nothing. Files are handed out one by one.
What needs the machine, or much of it, comes at the end: journeys in the first worker, the kills while bids
flow meanwhile in the second, and last, alone, the tests that measure time. The kills while people talk and
trade mostly wait: a third worker runs them, and nothing else, beside the second half of the ordinary tests.
"""

import os
from pathlib import Path

import pytest
from _pytest.nodeid import coerce_node_id
from xdist.scheduler import LoadGroupScheduling
from xdist.workermanage import WorkerController

TESTS = Path(__file__).parents[1]
JOURNEYS, FAULTS = TESTS / "journeys", TESTS / "faults"
BROWSER, CLUSTER = JOURNEYS / "test_browser.py", FAULTS / "test_cluster.py"
PEOPLE = {FAULTS / f"test_{name}.py" for name in ("trade", "talk", "talk_controls", "pauses")}
# The tests that are no ordinary ones, in groups; and which worker runs each, where there are three.
END, KILLS, OF_PEOPLE, ALONE = "end", "end-of-kills", "end-of-people", "end-alone"
OWNERS = {END: "gw0", KILLS: "gw1", OF_PEOPLE: "gw2", ALONE: "gw0"}


def is_first_worker() -> bool:
    """Whether this process runs the journeys: the first worker, or the only process."""
    return os.environ.get("PYTEST_XDIST_WORKER", "gw0") == "gw0"


def put_in_order(items: list[pytest.Item]) -> None:
    """Sort the tests, and mark those that are no ordinary ones with their group."""
    items.sort(key=_turn)
    for item in items:
        if _turn(item) and "PYTEST_XDIST_WORKER" in os.environ:
            # pytest-xdist 3.8 sets `_nodeid` for its groups, which pytest 9.2 does not read any more.
            item._id = coerce_node_id(f"{item.nodeid}@{_group(item)}")


def _group(item: pytest.Item) -> str:
    if _turn(item) == 5:
        return ALONE
    if item.path in PEOPLE:
        return OF_PEOPLE
    return END if item.path.is_relative_to(JOURNEYS) or item.path == CLUSTER else KILLS


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


class GroupsByWorker(LoadGroupScheduling):  # type: ignore[misc]  # the package has no types
    """Hands out files, and each group of tests to its worker when its time has come."""

    _files = 0

    def schedule(self) -> None:
        """Hand out the first files."""
        ids = next(iter(self.registered_collections.values()))
        self._files = len({self._split_scope(one) for one in ids} - set(OWNERS))
        super().schedule()

    def mark_test_complete(self, node: WorkerController, item_index: int, duration: float = 0) -> None:
        """Give this worker what is next, and those that wait what they waited for."""
        units = len(self.workqueue)
        super().mark_test_complete(node, item_index, duration)
        if node.shutting_down or len(self.workqueue) < units:
            for other in self.nodes:
                self._reschedule(other)

    def _split_scope(self, nodeid: str) -> str:
        group = nodeid.rsplit("@", 1)[-1]
        return group if group in OWNERS else nodeid.split("::", 1)[0]

    def _reschedule(self, node: WorkerController) -> None:
        if not node.shutting_down and not self._groups_of(node) and not self._files_for(node):
            node.shutdown()
        super()._reschedule(node)

    def _assign_work_unit(self, node: WorkerController) -> None:
        if (scope := self._next(node)) is not None:
            self.workqueue.move_to_end(scope, last=False)
            super()._assign_work_unit(node)

    def _next(self, node: WorkerController) -> str | None:
        groups, files = self._groups_of(node), self._files_for(node)
        if groups == [OF_PEOPLE] and len(self.nodes) > 2:
            return OF_PEOPLE if len(files) <= self._files / 2 else None
        if files:
            return files[0]
        if groups and groups[0] == ALONE and self._others_run(node):
            return None
        return groups[0] if groups else None

    def _groups_of(self, node: WorkerController) -> list[str]:
        """Return the groups that this worker will run; those of a worker that is not there are the last
        one's."""
        present = [one.gateway.id for one in self.nodes]
        owners = {group: owner if owner in present else present[-1] for group, owner in OWNERS.items()}
        return [group for group in self.workqueue if owners.get(group) == node.gateway.id]

    def _files_for(self, node: WorkerController) -> list[str]:
        if OF_PEOPLE in self.assigned_work[node]:
            return []
        return [scope for scope in self.workqueue if scope not in OWNERS]

    def _others_run(self, node: WorkerController) -> bool:
        return any(self._pending_of(work) for other, work in self.assigned_work.items() if other is not node)
