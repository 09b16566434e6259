import itertools
from datetime import UTC, datetime
from typing import Any

import pytest

from libs.contracts.events.catalog import ListingAppealed, ListingRestored
from libs.kit.testing import Service, signed_in
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
MEILING = signed_in(64, "meiling", roles=("moderator",))
BACK: dict[str, Any] = {"decision": "restore", "reason": "other", "words": "The acknowledgement fits."}
_numbers = itertools.count(173_000)
UPHELD: dict[str, Any] = {
    "decision": "uphold",
    "reason": "counterfeit",
    "words": "The acknowledgement is another one's.",
}


def appealed(product: int, appeals: int = 1) -> ListingAppealed:
    at = datetime.now(UTC)
    return ListingAppealed(product_id=product, seller_id=SELLER, appeals=appeals, appealed_at=at)


async def two_cases(admin: Service) -> tuple[int, int, int]:
    """A takedown case and an earlier report."""
    product = next(_numbers)
    await report(admin, product)
    first = int((await case_about(admin, product))["id"])
    assert (await act(admin, first, "decision", **FAKE)).status_code == 200
    await report(admin, product, reporter=OTHER, reports=2)
    return product, first, int((await case_about(admin, product))["id"])


async def test_staff_who_decided_an_earlier_report_cannot_decide_the_appeal(
    admin: Service,
) -> None:
    """U37"""
    product, first, later = await two_cases(admin)
    await admin.deliver(taken_down(product, first), appealed(product))
    waits = await case_about(admin, product, state="appealed")
    assert waits["id"] == later, "one thing waits once"
    for what, body in (("claim", {}), ("decision", BACK)):
        refused = await act(admin, later, what, AISYAH, **body)
        assert (refused.status_code, refused.json()["code"]) == (409, "needs_another"), what
    page = (await act(admin, later, "decision", RAHIM, **BACK)).json()
    assert (page["case"]["decision"], page["acknowledgements"][-1]["service"]) == ("restore", "catalog")
    data = (await admin.recorded(later))[-1]["data"]
    assert (data["decision"], data["overturns"]) == ("restore", first), (
        "the sender of the appeal is the one who is answered"
    )


async def test_staff_whose_decision_had_no_effect_may_decide_the_appeal(admin: Service) -> None:
    """U37"""
    product, first, later = await two_cases(admin)
    await admin.deliver(taken_down(product, first))
    assert (await act(admin, later, "decision", RAHIM, **FAKE)).status_code == 200
    await admin.deliver(taken_down(product, later, by_admin_id=62, outcome="already"), appealed(product))
    waits = await case_about(admin, product, state="appealed")
    assert waits["id"] == first, "the case whose decision was carried out"
    assert (await act(admin, first, "claim", AISYAH)).json()["code"] == "needs_another"
    assert (await act(admin, first, "decision", RAHIM, **BACK)).status_code == 200
    assert (await admin.recorded(first))[-1]["data"]["overturns"] == later, "the newest of those who agreed"


async def test_staff_who_removed_listing_cannot_decide_second_appeal(admin: Service) -> None:
    """U37"""
    product = next(_numbers)
    await report(admin, product)
    case = int((await case_about(admin, product))["id"])
    assert (await act(admin, case, "decision", AISYAH, **FAKE)).status_code == 200
    await admin.deliver(taken_down(product, case), appealed(product))
    assert (await act(admin, case, "decision", RAHIM, **UPHELD)).status_code == 200
    await admin.deliver(appealed(product, appeals=2))
    assert (await act(admin, case, "claim", AISYAH)).json()["code"] == "needs_another"
    assert (await act(admin, case, "decision", RAHIM, **BACK)).status_code == 200


async def test_staff_who_reported_first_cannot_decide_appeal_of_later_report(
    admin: Service,
) -> None:
    """U37"""
    product = next(_numbers)
    await report(admin, product, reporter=61)
    first = int((await case_about(admin, product))["id"])
    assert (await act(admin, first, "decision", RAHIM, **FAKE)).status_code == 200
    await report(admin, product, reporter=OTHER, reports=2)
    await admin.deliver(taken_down(product, first, by_admin_id=62), appealed(product))
    later = int((await case_about(admin, product, state="appealed"))["id"])
    assert later != first
    assert (await act(admin, later, "claim", AISYAH)).json()["code"] == "own_case"
    assert (await act(admin, later, "decision", MEILING, **BACK)).status_code == 200


async def test_restored_listing_ends_the_decision_that_removed_it(
    admin: Service,
) -> None:
    product = next(_numbers)
    await admin.deliver(taken_down(product, None))
    case = int((await case_about(admin, product, state="closed"))["id"])
    back = ListingRestored(
        product_id=product, seller_id=SELLER, name="Rose Parlour", by_admin_id=61, case_id=None, outcome="done",
        restored_at=datetime.now(UTC),
    )  # fmt: skip
    for _ in range(2):
        await admin.deliver(back)
    events = [
        event["data"]["decision"] for event in await admin.recorded(case) if "decision" in event["data"]
    ]
    assert events == ["take_down", "restore"]
    assert (await case_about(admin, product, state="closed"))["decision"] == "restore"
