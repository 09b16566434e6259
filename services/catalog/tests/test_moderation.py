import itertools
from datetime import UTC, datetime
from typing import Any

import pytest

from libs.contracts.events.admin import CaseDecided, CaseOpened
from libs.contracts.events.trades import ReviewHidden, ReviewRestored, ReviewRevealed
from libs.kit.testing import Service, signed_in
from services.catalog.tests.makers import FARID, listed
from tests.support.staff_record import changes_in, changes_of_case

pytestmark = pytest.mark.servers
STAFF = signed_in(61, "aisyah", roles=("admin",))
BUYER = signed_in(72, "amir", roles=())
_cases = itertools.count(90_000)


async def decide(catalog: Service, product: int, decision: Any, **fields: Any) -> None:
    case = fields.pop("case_id", None) or next(_cases)
    usual: dict[str, Any] = {
        "kind": "listing",
        "reason": "counterfeit",
        "days": None,
        "reporter_ids": [72],
    } | fields
    event = CaseDecided(
        case_id=case, subject_id=product, about_id=71, by_admin_id=61, decision=decision,
        decided_at=datetime.now(UTC), **usual,
    )  # fmt: skip
    assert await catalog.deliver(event) == ["handled"]


async def answers(catalog: Service, product: int) -> list[tuple[str, str | None, int]]:
    events = await catalog.recorded(f"moderation-{product}")
    return [(event["type"].split(".")[2], event["data"].get("outcome"), event["version"]) for event in events]


async def test_decision_removes_listing_once_and_appeal_restores_it(catalog: Service) -> None:
    product = await listed(catalog)
    path = f"/api/products/{product['id']}"
    report = {"reason": "counterfeit", "words": "The cap is of another brand."}
    assert (await catalog.http.post(f"{path}/report", json=report, headers=BUYER)).status_code == 201
    (reported,) = await catalog.recorded(f"reports-{product['id']}")
    assert (reported["data"]["reporterId"], "cap" in str(reported)) == (72, False)
    await decide(catalog, product["id"], "dismiss")
    await decide(catalog, product["id"], "take_down", kind="review")
    assert (await catalog.http.get(path)).status_code == 200
    await decide(catalog, product["id"], "take_down")
    await decide(catalog, product["id"], "take_down")
    assert (await catalog.http.get(path)).status_code == 410
    assert (await catalog.http.get(path, headers=FARID)).json()["removedReason"] == "counterfeit"
    words = {"words": "It is genuine; I can send the receipt."}
    assert (await catalog.http.post(f"{path}/appeal", json=words, headers=FARID)).status_code == 201
    seen = (await catalog.http.get(f"/api/admin{path[4:]}/reports", headers=STAFF)).json()
    assert [item["words"] for item in (*seen["reports"], *seen["appeals"])] == [
        report["words"],
        words["words"],
    ]
    assert seen["listing"]["status"] == "removed"
    assert (await catalog.http.get(f"/api/admin{path[4:]}/reports", headers=FARID)).status_code == 403
    staff_seller = signed_in(71, "farid", roles=("moderator",))
    own = await catalog.http.get(f"/api/admin{path[4:]}/reports", headers=staff_seller)
    assert (own.status_code, own.json()["code"]) == (409, "own_product"), "it names who reported them"
    await decide(catalog, product["id"], "restore")
    assert (await catalog.http.get(path)).status_code == 200
    assert await answers(catalog, product["id"]) == [
        ("ListingTakenDown", "done", 1), ("ListingTakenDown", "already", 2), ("ListingAppealed", None, 3),
        ("ListingRestored", "done", 4),
    ]  # fmt: skip


async def test_staff_removal_is_published_and_deleted_listing_is_410(
    catalog: Service,
) -> None:
    product, deleted = await listed(catalog), await listed(catalog)
    path = f"/api/admin/products/{product['id']}"
    await catalog.http.post(f"{path}/remove", json={"reason": "A fake"}, headers=STAFF)
    await catalog.http.post(f"{path}/restore", headers=STAFF)
    (down, back) = await catalog.recorded(f"moderation-{product['id']}")
    assert (down["data"]["caseId"], down["data"]["byAdminId"], down["data"]["reason"]) == (None, 61, "staff")
    assert (back["data"]["caseId"], back["data"]["byAdminId"]) == (None, 61)
    await catalog.http.delete(f"/api/products/{deleted['id']}", headers=FARID)
    await decide(catalog, deleted["id"], "take_down")
    assert await answers(catalog, deleted["id"]) == [("ListingTakenDown", "gone", 1)]


async def test_open_case_is_not_decided_from_the_listing_page(catalog: Service) -> None:
    """U37"""
    product, own = await listed(catalog), await listed(catalog)
    path, why = f"/api/admin/products/{product['id']}", {"reason": "A fake"}
    as_seller = signed_in(71, "farid", roles=("seller", "admin"))
    for verb in ("remove", "restore"):
        refused = await catalog.http.post(
            f"/api/admin/products/{own['id']}/{verb}", json=why, headers=as_seller
        )
        assert (refused.status_code, refused.json()["code"]) == (409, "own_product")
        await catalog.http.post(f"/api/admin/products/{own['id']}/remove", json=why, headers=STAFF)
    case = await opened(catalog, product["id"])
    refused = await catalog.http.post(f"{path}/remove", json=why, headers=STAFF)
    assert (refused.json()["code"], refused.json()["details"]) == ("case_decides", {"caseId": case})
    await decide(catalog, product["id"], "take_down", case_id=case)
    assert (await catalog.http.post(f"{path}/restore", headers=STAFF)).json()["code"] == "case_decides"
    await decide(catalog, product["id"], "restore")
    case = await opened(catalog, product["id"])
    await decide(catalog, product["id"], "dismiss", case_id=case)
    assert (await catalog.http.post(f"{path}/remove", json=why, headers=STAFF)).status_code == 200
    words = {"words": "It is genuine; I can send the receipt."}
    out = signed_in(71, "farid", roles=(), account_status="banned")
    answer = await catalog.http.post(f"/api/products/{product['id']}/appeal", json=words, headers=out)
    assert answer.status_code == 201
    assert (await catalog.http.post(f"{path}/restore", headers=STAFF)).json()["code"] == "case_decides"


@pytest.mark.parametrize("word", ["counterfeit", "spam", "other"])
async def test_staff_restore_what_they_removed(catalog: Service, word: str) -> None:
    """U37"""
    product = await listed(catalog)
    path = f"/api/admin/products/{product['id']}"
    for _ in range(2):
        assert (await catalog.http.post(f"{path}/remove", json={"reason": word}, headers=STAFF)).is_success
        assert (await catalog.http.post(f"{path}/restore", headers=STAFF)).json()["status"] == "active"
    await decide(catalog, product["id"], "take_down", reason=word)
    assert (await catalog.http.post(f"{path}/restore", headers=STAFF)).json()["code"] == "case_decides"


async def opened(catalog: Service, product: int) -> int:
    case = next(_cases)
    event = CaseOpened(
        case_id=case, kind="listing", subject_id=product, about_id=71, opened_at=datetime.now(UTC)
    )
    assert await catalog.deliver(event) == ["handled"]
    return case


@pytest.mark.parametrize(
    ("decision", "kind"), [("take_down", "ListingTakenDown"), ("restore", "ListingRestored")]
)
async def test_case_of_released_listing_is_answered(catalog: Service, decision: str, kind: str) -> None:
    gone = 7_000_000 + next(_cases)
    await decide(catalog, gone, decision)
    assert await answers(catalog, gone) == [(kind, "gone", 1)]


async def test_rating_of_hidden_review_is_withdrawn(catalog: Service) -> None:
    product = await listed(catalog)
    ids: dict[str, Any] = {"product_id": product["id"], "seller_id": 71, "buyer_id": 72, "review_id": 5}
    stars: dict[str, Any] = ids | {"about": "seller", "rating_tenths": 10}
    (before,) = await figures(catalog)
    await catalog.deliver(
        ReviewRevealed(transaction_id=8_000_000 + next(_cases), revealed_at=datetime.now(UTC), **stars)
    )
    hidden: dict[str, Any] = stars | {"reason": "spam", "hidden_at": datetime.now(UTC)}
    await catalog.deliver(
        ReviewHidden(case_id=next(_cases), was_public=True, outcome="done", **hidden),
        ReviewHidden(case_id=next(_cases), was_public=False, outcome="already", **hidden),
    )
    shown = (await catalog.http.get(f"/api/products/{product['id']}")).json()
    assert (shown["reviews"], shown["averageRating"]) == (0, None)
    assert await figures(catalog) == [before]
    back: dict[str, Any] = stars | {"case_id": next(_cases), "restored_at": datetime.now(UTC)}
    await catalog.deliver(ReviewRestored(**back), ReviewRestored(**back | {"about": "buyer"}))
    shown = (await catalog.http.get(f"/api/products/{product['id']}")).json()
    assert (shown["reviews"], shown["averageRating"]) == (1, 1.0)


async def figures(catalog: Service) -> list[dict[str, Any]]:
    found = await catalog.rows("SELECT reviews, sum_tenths FROM seller_figures WHERE seller_id = 71")
    return found or [{"reviews": 0, "sum_tenths": 0}]


async def test_staff_listing_change_has_before_and_after(catalog: Service) -> None:
    product = (await listed(catalog))["id"]
    there = f"/api/admin/products/{product}"
    taken = await catalog.http.post(f"{there}/remove", json={"reason": "A copy"}, headers=STAFF)
    gone = {"status": ("active", "removed")}
    assert await changes_in(catalog, taken) == [("take_down", product, gone)]
    back = await catalog.http.post(f"{there}/restore", headers=STAFF)
    came = {"status": ("removed", "active")}
    assert await changes_in(catalog, back) == [("restore", product, came)]
    case = next(_cases)
    for _ in range(2):
        await decide(catalog, product, "take_down", case_id=case)
    assert await changes_of_case(catalog, case) == [("take_down", product, gone)], "once"
    refused = await catalog.http.post(f"{there}/remove", json={"reason": "A copy"}, headers=STAFF)
    assert (refused.status_code, await changes_in(catalog, refused)) == (409, [])
