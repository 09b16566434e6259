import re
from datetime import timedelta
from typing import Any

import pytest

from gateway.pages.status import FAILURES, LATE, PARTS, State, Status
from gateway.tests.harness import Harness
from libs.contracts.services import SERVICES
from libs.kit.errors import Unavailable
from libs.kit.process import clock


class Answers:
    def __init__(self) -> None:
        self.away: set[str] = set()
        self.behind: dict[str, Any] = {}
        self.asked: list[tuple[str, str]] = []

    async def __call__(self, service: str, path: str) -> Any:
        self.asked.append((service, path))
        if service in self.away:
            raise Unavailable
        return {"ready": True, "behind": self.behind.get(service, 0)}


@pytest.fixture
def answers() -> Answers:
    return Answers()


@pytest.fixture
def status(answers: Answers) -> Status:
    return Status(answers, lambda: True)


def not_well(status: Status) -> set[str]:
    return {part for part, state in status.states.items() if state is not State.WELL}


async def test_status_covers_every_service(status: Status, answers: Answers) -> None:
    await status.check_services()
    assert set(answers.asked) == {(name, "/readyz") for name in SERVICES}
    assert set(PARTS) == {*SERVICES, "live"}
    page = status.page(malay=False)
    assert "Everything works." in page
    assert "No interruption." in page


async def test_unavailable_service_is_shown_with_times_after_two_failures(
    status: Status, answers: Answers
) -> None:
    answers.away = {"auction"}
    for _ in range(FAILURES - 1):
        await status.check_services()
    assert "auction" not in not_well(status)
    await status.check_services()
    page = status.page(malay=False)
    assert not_well(status) == {"auction"}
    assert re.search(r"Auctions and bids: away since \d\d? [A-Z][a-z]{2} \d{4}, \d\d:\d\d\.", page)
    assert "Everything works." not in page
    assert re.search(r"terganggu sejak \d\d? [A-Z][a-z]{2,3} \d{4}, \d\d:\d\d\.", status.page(malay=True))
    clock.forward(minutes=7)
    answers.away = set()
    await status.check_services()
    assert status.last is not None
    assert status.last.ended is not None
    assert timedelta(minutes=7) <= status.last.ended - status.last.began < timedelta(minutes=8)
    page = status.page(malay=False)
    assert "Everything works." in page
    assert re.search(r"Auctions and bids: away from .+ to .+\.", page)


@pytest.mark.parametrize(
    ("behind", "state"),
    [(LATE, State.WELL), (LATE + 1, State.LATE), (None, State.WELL), ("many", State.WELL)],
)
async def test_lagging_service_is_shown_as_delayed(
    status: Status, answers: Answers, behind: Any, state: State
) -> None:
    answers.behind = {"catalog": behind}
    await status.check_services()
    assert status.states["catalog"] is state
    assert status.last is None


async def test_missing_kafka_affects_live_updates_only(answers: Answers) -> None:
    """P-H2"""
    status = Status(answers, lambda: False)
    for _ in range(FAILURES):
        await status.check_services()
    assert not_well(status) == {"live"}


async def test_status_page_is_translated_and_cached(harness: Harness) -> None:
    seen = len(harness.services.seen)
    for language, words in (("ms-MY,ms;q=0.9", "Adakah Wangi berfungsi?"), ("en", "Is Wangi working?")):
        headers = {"Accept-Language": language}
        async with harness.http.get(f"{harness.address}/status", headers=headers) as answer:
            text = await answer.text()
            assert (answer.status, answer.content_type) == (200, "text/html")
            assert words in text
            assert "script" not in text
            assert "Accept-Language" in answer.headers["Vary"]
            assert "Content-Security-Policy" in answer.headers
    async with harness.http.get(f"{harness.address}/status/status.css") as answer:
        assert (answer.status, answer.content_type) == (200, "text/css")
    assert len(harness.services.seen) == seen
    async with harness.http.post(f"{harness.address}/status") as answer:
        assert answer.status in (404, 405)
