"""Whatever the number of workers, each test runs once, in the order that its kind of test needs."""

from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any

import pytest

from tests.support.workers import ALONE, END, KILLS, OF_PEOPLE, GroupsByWorker

FILES = [f"services/a/test_{number}.py::test_{n}" for number in range(12) for n in range(3)]
GROUPS = [f"tests/x.py::test_{n}@{group}" for group in (END, OF_PEOPLE, KILLS, ALONE) for n in range(4)]


@dataclass(eq=False)
class Worker:
    """Runs what it is given, its last test only once it knows what follows, as a worker of pytest does."""

    name: str
    waiting: list[int] = field(default_factory=list)
    shutting_down: bool = False

    @property
    def gateway(self) -> Any:
        return SimpleNamespace(id=self.name)

    def send_runtest_some(self, indices: list[int]) -> None:
        assert not self.shutting_down
        self.waiting += indices

    def shutdown(self) -> None:
        self.shutting_down = True

    @property
    def can_run(self) -> bool:
        return len(self.waiting) > 1 or (self.shutting_down and bool(self.waiting))


def run(tests: list[str], workers: int) -> list[tuple[str, str, int]]:
    """Return what ran where, each with how many workers had a test of theirs left."""
    option = SimpleNamespace(loadscopereorder=False, maxschedchunk=None)
    config: Any = SimpleNamespace(getvalue=lambda _: [f"popen{n}" for n in range(workers)], option=option)
    scheduler = GroupsByWorker(config, None)
    nodes = [Worker(f"gw{n}") for n in range(workers)]
    scheduler.numnodes = workers
    for node in nodes:
        scheduler.add_node(node)
        scheduler.add_node_collection(node, tests)
    scheduler.schedule()
    ran = []
    while able := [node for node in nodes if node.can_run]:
        for node in able:
            at = node.waiting.pop(0)
            ran.append((tests[at], node.name, sum(bool(one.waiting) for one in nodes if one is not node)))
            scheduler.mark_test_complete(node, at)
    assert all(node.shutting_down for node in nodes)
    return ran


@pytest.mark.parametrize("workers", [1, 2, 3, 4])
@pytest.mark.parametrize("tests", [FILES + GROUPS, FILES, GROUPS, GROUPS[4:8], GROUPS[-4:], FILES[:1]])
def test_each_test_runs_once_on_any_number_of_workers(tests: list[str], workers: int) -> None:
    assert sorted(name for name, _, _ in run(tests, workers)) == sorted(tests)


@pytest.mark.parametrize("workers", [2, 3])
def test_what_measures_time_runs_alone_and_last(workers: int) -> None:
    ran = run(FILES + GROUPS, workers)
    assert all(name.endswith(ALONE) and not others for name, _, others in ran[-4:])


def test_kills_of_people_go_on_beside_ordinary_tests_and_journeys_beside_kills() -> None:
    ran = run(FILES + GROUPS, 3)
    where = {
        group: {node for name, node, _ in ran if name.endswith(group)} for group in (END, KILLS, OF_PEOPLE)
    }
    assert where == {END: {"gw0"}, KILLS: {"gw1"}, OF_PEOPLE: {"gw2"}}
    assert {node for name, node, _ in ran if "@" not in name} == {"gw0", "gw1"}
    order = [name for name, _, _ in ran]
    assert order.index(FILES[9]) < order.index(GROUPS[4]) < order.index(FILES[-1])
