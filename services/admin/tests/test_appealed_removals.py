"""The appeal of a removal is decided by another than the one whose decision took the listing away, whatever
was reported of it since."""

import itertools
from datetime import UTC, datetime
from typing import Any

import pytest

from libs.contracts.events.catalog import ListingAppealed
from libs.kit.testing import Service
from services.admin.tests.test_cases import (
    AISYAH,
    FAKE,
    OTHER,
    RAHIM,
    SELLER,
    act,
    case_about,
    report,
    taken_down,
)

pytestmark = pytest.mark.servers
BACK: dict[str, Any] = {"decision": "restore", "reason": "other", "words": "The receipt fits."}
_numbers = itertools.count(173_000)


def appealed(product: int) -> ListingAppealed:
    at = datetime.now(UTC)
    return ListingAppealed(product_id=product, seller_id=SELLER, appeals=1, appealed_at=at)


async def two_cases(admin: Service) -> tuple[int, int, int]:
    """A listing that Aisyah decided to take down, and the case of a report that came before it was gone."""
    product = next(_numbers)
    await report(admin, product)
    first = int((await case_about(admin, product))["id"])
    assert (await act(admin, first, "decision", **FAKE)).status_code == 200
    await report(admin, product, reporter=OTHER, reports=2)
    return product, first, int((await case_about(admin, product))["id"])


async def test_a_report_that_came_before_it_was_gone_does_not_let_its_decider_judge_the_appeal(
    admin: Service,
) -> None:
    """U37: a removal can be appealed."""
    product, first, later = await two_cases(admin)
    await admin.hear(taken_down(product, first), appealed(product))
    waits = await case_about(admin, product, state="appealed")
    assert waits["id"] == later, "one thing waits once"
    for what, body in (("claim", {}), ("decision", BACK)):
        refused = await act(admin, later, what, AISYAH, **body)
        assert (refused.status_code, refused.json()["code"]) == (409, "needs_another"), what
    page = (await act(admin, later, "decision", RAHIM, **BACK)).json()
    assert (page["case"]["decision"], page["receipts"][-1]["service"]) == ("restore", "catalog")
    told = (await admin.recorded(later))[-1]["data"]
    assert (told["decision"], told["overturns"]) == ("restore", first), (
        "whose seal it is hears whose end it is"
    )


async def test_who_decided_only_what_was_done_already_may_judge_the_appeal(admin: Service) -> None:
    """U37: a removal can be appealed."""
    product, first, later = await two_cases(admin)
    await admin.hear(taken_down(product, first))
    assert (await act(admin, later, "decision", RAHIM, **FAKE)).status_code == 200
    await admin.hear(taken_down(product, later, by_admin_id=62, outcome="already"), appealed(product))
    waits = await case_about(admin, product, state="appealed")
    assert waits["id"] == first, "the case whose decision was carried out"
    assert (await act(admin, first, "claim", AISYAH)).json()["code"] == "needs_another"
    assert (await act(admin, first, "decision", RAHIM, **BACK)).status_code == 200
    assert (await admin.recorded(first))[-1]["data"]["overturns"] is None
