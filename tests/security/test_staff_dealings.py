"""Staff cannot act on people with whom they bid, buy or sell."""

import itertools
from collections.abc import AsyncIterator, Awaitable, Callable
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import text

from libs.kit.errors import Unavailable
from libs.kit.process import clock
from libs.marketplace.errors import ConflictOfInterest
from libs.marketplace.testing import Strangers
from services.admin.cases.models import Case
from services.admin.risk.models import RiskPair
from services.auction.auctions.models import Auction
from services.auction.bidding.models import Bid
from services.auction.sales.models import Sale, SecondChance
from services.auth.tests.people import a_person
from services.boost.protection.models import Protection
from services.messaging.conversations.models import Conversation
from services.messaging.deals.models import Deal
from tests.security.staff_parties import row_of, store
from tests.security.test_matrix import Everybody
from tests.security.test_matrix import everybody as everybody
from tests.security.test_staff_abuse import token_of

pytestmark = pytest.mark.servers
_numbers = itertools.count(79_500_001)
USERS, WORDS = "/api/admin/users", "Sent no parcels to five buyers."
SUSPEND = {"act": "suspend", "days": 7, "reason": WORDS}
ACTS: dict[str, tuple[str, str, dict[str, Any]]] = {
    "ban": ("PATCH", "{id}/ban", {"isBanned": True, "reason": WORDS}),
    "unban": ("PATCH", "{id}/ban", {"isBanned": False, "reason": WORDS}),
    "suspend": ("POST", "{id}/suspend", {"days": 7, "reason": WORDS}),
    "seller_rights": ("PATCH", "{id}/seller-rights", {"isSeller": False, "reason": WORDS}),
    "identity": ("PATCH", "{id}/identity", {"isChecked": True, "reason": WORDS}),
    "preview": ("POST", "bulk/preview", SUSPEND),
    "bulk": ("POST", "bulk", SUSPEND),
}
END_SESSIONS = {"act": "end_sessions", "reason": WORDS}
ALWAYS: dict[str, tuple[str, str, dict[str, Any]]] = {
    "end_sessions": ("POST", "{id}/end-sessions", {"reason": WORDS}),
    "preview_end_sessions": ("POST", "bulk/preview", END_SESSIONS),
    "bulk_end_sessions": ("POST", "bulk", END_SESSIONS),
}


@pytest.fixture(autouse=True)
async def no_money_held_afterwards(everybody: Everybody) -> AsyncIterator[None]:
    """Other tests compare held money with the ledger."""
    yield
    async with everybody.services["boost"].database.transaction() as session:
        await session.execute(text("DELETE FROM protections WHERE deal_id >= 79500001 AND state = 'held'"))


Dealing = Callable[[Everybody, int, int], Awaitable[object]]


async def act(everybody: Everybody, name: str, staff_id: int, person_id: int) -> tuple[int, str | None]:
    method, path, body = (ACTS | ALWAYS)[name]
    if path.startswith("bulk"):
        body = body | {"ids": [person_id]}
    auth = everybody.services["auth"]
    auth.http.cookies.clear()
    answer = await auth.http.request(
        method, f"{USERS}/{path.format(id=person_id)}", json=body,
        headers={
            "Authorization": f"Bearer {token_of(auth, staff_id, ('admin',))}",
            "Idempotency-Key": f"dealings-{next(_numbers)}",
        },
    )  # fmt: skip
    shown = answer.json()
    if "lines" in shown:
        (shown,) = shown["lines"]
    return answer.status_code, shown.get("code")


async def an_auction(
    everybody: Everybody, seller_id: int, *bidders: int, status: str = "active", days_ago: int = 0
) -> int:
    auction = everybody.services["auction"]
    ended_at = None if status == "active" else clock.about_now() - timedelta(days=days_ago)
    top = len(bidders)
    row = row_of(
        Auction, product_id=next(_numbers), seller_id=seller_id, status=status, starts_at=clock.about_now(),
        starting_price=10_000, bid_increment=500, current_bid=10_000 + 500 * top if top else None,
        current_bidder_id=bidders[-1] if top else None, leader_most=10_000 + 500 * top if top else None,
        bid_count=top, last_seq=top, version=1, ended_at=ended_at,
        outcome=None if status == "active" else "sold", winner_id=None if status == "active" else bidders[-1],
        final_price=None if status == "active" else 10_000 + 500 * top,
    )  # fmt: skip
    auction_id = await store(auction, row)
    for seq, bidder_id in enumerate(bidders, start=1):
        row = row_of(
            Bid,
            auction_id=auction_id,
            seq=seq,
            id=next(_numbers),
            bidder_id=bidder_id,
            amount=10_000 + 500 * seq,
        )
        await store(auction, row)
    return auction_id


async def outbid_by_person(everybody: Everybody, staff_id: int, person_id: int) -> None:
    await an_auction(everybody, next(_numbers), staff_id, person_id)


async def outbid_person(everybody: Everybody, staff_id: int, person_id: int) -> None:
    await an_auction(everybody, next(_numbers), person_id, staff_id)


async def outbid_in_own_auction(everybody: Everybody, staff_id: int, person_id: int) -> None:
    await an_auction(everybody, staff_id, person_id, next(_numbers))


async def outbid_in_auction_of_person(everybody: Everybody, staff_id: int, person_id: int) -> None:
    await an_auction(everybody, person_id, staff_id, next(_numbers))


async def own_bidder(everybody: Everybody, staff_id: int, person_id: int) -> None:
    await an_auction(everybody, staff_id, person_id)


async def seller_of_auction(everybody: Everybody, staff_id: int, person_id: int) -> None:
    await an_auction(everybody, person_id, staff_id)


async def ended(everybody: Everybody, staff_id: int, person_id: int, *, days_ago: int = 0) -> int:
    return await an_auction(everybody, next(_numbers), staff_id, person_id, status="ended", days_ago=days_ago)


async def ended_long_ago(everybody: Everybody, staff_id: int, person_id: int) -> None:
    await ended(everybody, staff_id, person_id, days_ago=40)


async def next_after_no_sale(everybody: Everybody, staff_id: int, person_id: int) -> None:
    await ended(everybody, staff_id, person_id)


async def winner_to_pay(everybody: Everybody, staff_id: int, person_id: int) -> None:
    auction_id = await ended(everybody, staff_id, person_id)
    now = clock.about_now()
    await store(
        everybody.services["auction"],
        row_of(Sale, auction_id=auction_id, number=1, buyer_id=person_id, won_at=now),
    )


async def paid_winner(everybody: Everybody, staff_id: int, person_id: int, *, days_ago: int = 1) -> None:
    auction_id = await ended(everybody, staff_id, person_id)
    settled_at = clock.about_now() - timedelta(days=days_ago)
    row = row_of(Sale, auction_id=auction_id, number=1, buyer_id=person_id, paid=True, settled_at=settled_at)
    await store(everybody.services["auction"], row)


async def old_winner(everybody: Everybody, staff_id: int, person_id: int) -> None:
    await paid_winner(everybody, staff_id, person_id, days_ago=40)


async def a_sale(everybody: Everybody, seller_id: int, *bidders: int) -> None:
    auction_id = await an_auction(everybody, seller_id, *bidders, status="ended")
    row = row_of(Sale, auction_id=auction_id, number=1, buyer_id=bidders[-1], won_at=clock.about_now())
    await store(everybody.services["auction"], row)


async def next_in_line(everybody: Everybody, staff_id: int, person_id: int) -> None:
    await a_sale(everybody, staff_id, next(_numbers), person_id, next(_numbers))


async def next_before_staff(everybody: Everybody, staff_id: int, person_id: int) -> None:
    await a_sale(everybody, next(_numbers), staff_id, person_id, next(_numbers))


async def low_bidder(everybody: Everybody, staff_id: int, person_id: int) -> None:
    await a_sale(everybody, staff_id, person_id, next(_numbers), next(_numbers))


async def low_rival(everybody: Everybody, staff_id: int, person_id: int) -> None:
    await a_sale(everybody, next(_numbers), person_id, next(_numbers), staff_id)


async def second_chance(everybody: Everybody, staff_id: int, person_id: int) -> None:
    auction_id = await an_auction(everybody, staff_id, person_id, next(_numbers), status="ended")
    await store(
        everybody.services["auction"], row_of(SecondChance, auction_id=auction_id, bidder_id=person_id)
    )


async def a_deal(
    everybody: Everybody, seller_id: int, buyer_id: int, state: str = "awaiting_payment", **more: Any
) -> int:
    messaging = everybody.services["messaging"]
    low, high = sorted((seller_id, buyer_id))
    conversation = await store(messaging, row_of(Conversation, low_id=low, high_id=high, started_by=buyer_id))
    row = row_of(
        Deal, conversation_id=conversation, product_id=next(_numbers), seller_id=seller_id, buyer_id=buyer_id,
        sold_by="fixed", state=state, opened_at=clock.about_now(), **more,
    )  # fmt: skip
    return await store(messaging, row)


async def own_buyer(everybody: Everybody, staff_id: int, person_id: int) -> None:
    await a_deal(everybody, staff_id, person_id)


async def own_seller(everybody: Everybody, staff_id: int, person_id: int) -> None:
    await a_deal(everybody, person_id, staff_id, "awaiting_review")


async def completed(everybody: Everybody, staff_id: int, person_id: int) -> None:
    await a_deal(everybody, staff_id, person_id, "completed")


async def held_money(everybody: Everybody, staff_id: int, person_id: int, *, is_over: bool = False) -> None:
    now = clock.about_now()
    row = row_of(
        Protection, deal_id=next(_numbers), product_id=next(_numbers), seller_id=staff_id, buyer_id=person_id,
        amount=9_000, fee=90, refunded=9_000 if is_over else 0, state="refunded" if is_over else "held",
        held_at=now, ship_by=now, ended_at=now if is_over else None,
    )  # fmt: skip
    await store(everybody.services["boost"], row)


async def refunded(everybody: Everybody, staff_id: int, person_id: int) -> None:
    await held_money(everybody, staff_id, person_id, is_over=True)


OPEN: tuple[Dealing, ...] = (
    outbid_by_person, outbid_person, outbid_in_auction_of_person, own_bidder, seller_of_auction, winner_to_pay,
    paid_winner, next_in_line, next_before_staff, next_after_no_sale, second_chance, own_buyer, own_seller, held_money,
)  # fmt: skip
# Bids without a stake in the outcome, and dealings that are over.
OVER: tuple[Dealing, ...] = (
    outbid_in_own_auction, low_bidder, low_rival, ended_long_ago, old_winner, completed, refunded,
)  # fmt: skip


@pytest.mark.parametrize("dealing", OPEN)
async def test_staff_cannot_act_on_a_person_with_whom_they_have_open_dealings(
    everybody: Everybody, dealing: Dealing
) -> None:
    person, staff_id = await a_person(everybody.services["auth"]), next(_numbers)
    await dealing(everybody, staff_id, person.id)
    for name in ACTS:
        assert (await act(everybody, name, staff_id, person.id))[1] == ConflictOfInterest.code, name
    assert await act(everybody, "suspend", next(_numbers), person.id) == (200, None)
    for name in ALWAYS:
        assert await act(everybody, name, staff_id, person.id) == (200, None), name


@pytest.mark.parametrize("dealing", OVER)
async def test_staff_may_act_on_a_person_without_open_dealings(
    everybody: Everybody, dealing: Dealing
) -> None:
    person, staff_id = await a_person(everybody.services["auth"]), next(_numbers)
    await dealing(everybody, staff_id, person.id)
    for name in ACTS:
        assert (await act(everybody, name, staff_id, person.id))[1] is None, name


@pytest.mark.parametrize("away", ["auction", "messaging", "boost"])
async def test_ban_works_while_a_service_is_unavailable(
    everybody: Everybody, away: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Away(Strangers):
        async def get(self, path: str, token: str | None = None) -> Any:
            raise Unavailable

    auth = everybody.services["auth"]
    person = await a_person(auth)
    monkeypatch.setitem(auth.app.state.calls, away, Away())
    assert await act(everybody, "ban", next(_numbers), person.id) == (200, None)
    (row,) = await auth.rows("SELECT is_banned FROM users WHERE id = :id", id=person.id)
    assert row["is_banned"] is True


async def decide(everybody: Everybody, staff_id: int, case_id: int, decision: str, **more: Any) -> str | None:
    admin = everybody.services["admin"]
    answer = await admin.http.post(
        f"/api/admin/cases/{case_id}/decision",
        json={"decision": decision, "reason": "scam", "words": WORDS} | more,
        headers={"Authorization": f"Bearer {token_of(admin, staff_id, ('admin',))}"},
    )
    code = answer.json().get("code")
    return None if code is None else str(code)


@pytest.mark.parametrize("dealing", [outbid_by_person, own_buyer, held_money])
async def test_staff_cannot_sanction_in_a_case_while_they_have_open_dealings(
    everybody: Everybody, dealing: Dealing
) -> None:
    person_id, staff_id = next(_numbers), next(_numbers)
    await dealing(everybody, staff_id, person_id)
    for decision, more in (("suspend", {"days": 7}), ("warn", {}), ("dismiss", {})):
        row = row_of(Case, kind="person", subject_id=next(_numbers), about_id=person_id)
        case_id = await store(everybody.services["admin"], row)
        expected = None if decision == "dismiss" else ConflictOfInterest.code
        assert await decide(everybody, staff_id, case_id, decision, **more) == expected, decision
    row = row_of(Case, kind="person", subject_id=next(_numbers), about_id=person_id)
    case_id = await store(everybody.services["admin"], row)
    assert await decide(everybody, next(_numbers), case_id, "warn") is None


@pytest.mark.parametrize("side", ["bidder_id", "seller_id"])
async def test_staff_cannot_decide_a_risk_review_while_they_have_open_dealings(
    everybody: Everybody, side: str
) -> None:
    person_id, staff_id = next(_numbers), next(_numbers)
    await own_buyer(everybody, staff_id, person_id)
    pair = {"bidder_id": next(_numbers), "seller_id": next(_numbers)} | {side: person_id}
    admin = everybody.services["admin"]
    pair_id = await store(admin, row_of(RiskPair, **pair, level="review", score=60))
    body = {"decision": "confirm", "words": WORDS}
    for reader_id, code in ((staff_id, ConflictOfInterest.code), (next(_numbers), None)):
        headers = {"Authorization": f"Bearer {token_of(admin, reader_id, ('admin',))}"}
        answer = await admin.http.post(f"/api/admin/risk/{pair_id}/decision", json=body, headers=headers)
        assert answer.json().get("code") == code, answer.text


async def cancel(
    everybody: Everybody, staff_id: int, deal_id: int, *, status: str = "cancelled"
) -> str | None:
    messaging = everybody.services["messaging"]
    headers = {"Authorization": f"Bearer {token_of(messaging, staff_id, ('admin',))}"}
    body = {"status": status, "reason": "courier", "words": WORDS}
    path = f"/api/admin/orders/{deal_id}/status"
    answer = (await messaging.http.patch(path, json=body, headers=headers)).json()
    key = {"Idempotency-Key": f"dealings-{next(_numbers)}"}
    many = await messaging.http.post(
        "/api/admin/orders/bulk", json=body | {"ids": [deal_id]}, headers=headers | key
    )
    (line,) = many.json()["lines"]
    assert line["code"] == answer.get("code")
    code = answer.get("code")
    return None if code is None else str(code)


async def test_staff_who_bid_cannot_cancel_the_order_of_the_winner(everybody: Everybody) -> None:
    seller_id, winner_id, runner_up = next(_numbers), next(_numbers), next(_numbers)
    auction_id = await an_auction(everybody, seller_id, runner_up, winner_id, status="ended")
    deal_id = await a_deal(everybody, seller_id, winner_id, auction_id=auction_id)
    assert await cancel(everybody, runner_up, deal_id) == ConflictOfInterest.code
    (row,) = await everybody.services["messaging"].rows("SELECT state FROM deals WHERE id = :id", id=deal_id)
    assert row["state"] == "awaiting_payment"
    assert await cancel(everybody, next(_numbers), deal_id) != ConflictOfInterest.code


async def test_staff_who_bid_cannot_decide_the_dispute_of_the_winner(everybody: Everybody) -> None:
    seller_id, winner_id, runner_up = next(_numbers), next(_numbers), next(_numbers)
    auction_id = await an_auction(everybody, seller_id, runner_up, winner_id, status="ended")
    boost, now, deal_id = everybody.services["boost"], clock.about_now(), next(_numbers)
    row = row_of(
        Protection, deal_id=deal_id, product_id=next(_numbers), seller_id=seller_id, buyer_id=winner_id,
        auction_id=auction_id, amount=9_000, fee=90, refunded=9_000, state="refunded", held_at=now, ship_by=now,
        ended_at=now, dispute_reason="damaged", disputed_at=now, evidence_until=now,
    )  # fmt: skip
    await store(boost, row)
    for staff_id, is_refused in ((runner_up, True), (next(_numbers), False)):
        headers = {"Authorization": f"Bearer {token_of(boost, staff_id, ('admin',))}"}
        path, body = f"/api/admin/boost/disputes/{deal_id}", {
            "decision": "refund", "reason": "not_as_described", "words": WORDS,
        }  # fmt: skip
        answers = [
            await boost.http.post(f"{path}/claim", headers=headers),
            await boost.http.post(f"{path}/decision", json=body, headers=headers),
        ]
        codes = [answer.json().get("code") for answer in answers]
        assert [code == ConflictOfInterest.code for code in codes] == [is_refused] * 2, codes
