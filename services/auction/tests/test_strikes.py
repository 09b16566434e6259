from datetime import datetime
from typing import Any

import pytest

from libs.contracts.events.admin import StrikeDecided
from libs.kit.process import clock
from libs.kit.testing import Service, signed_in
from services.auction.auctions.models import Person
from services.auction.tests.makers import SELLER_ID, bid, bidder, opened
from services.auction.tests.test_sales import unpaid
from services.auction.tests.test_voided_bids import KIM, LEE, a_slip, void_bids
from tests.support.staff_record import changes_in, changes_of_case

pytestmark = pytest.mark.servers
STAFF = signed_in(1, "boss", roles=("moderator",))


async def newest_strike(auction: Service, who: int) -> dict[str, Any]:
    data: dict[str, Any] = (await auction.recorded(f"strikes-{who}"))[-1]["data"]
    return data


def decided(strike: dict[str, Any], *, lifted: bool, case: int) -> StrikeDecided:
    return StrikeDecided(
        case_id=case, kind="strike", subject_id=strike["strikeId"], about_id=strike["userId"], by_admin_id=1,
        lifted=lifted, reason="was_paid" if lifted else "not_paid", decided_at=clock.about_now(),
    )  # fmt: skip


async def test_withdrawn_strike_no_longer_counts_and_ends_its_pause(
    auction: Service,
) -> None:
    me = bidder(48_601, "amir")
    await unpaid(auction, me)
    await unpaid(auction, me)
    strike = await newest_strike(auction, 48_601)
    refused = await bid(auction, await opened(auction), 105, me)
    assert refused.json()["code"] == "bidding_paused"
    event = decided(strike, lifted=True, case=8_601)
    assert await auction.deliver(event, event) == ["handled", "handled"]
    withdrawn, again = await auction.recorded(f"strike-{strike['strikeId']}")
    assert (again["data"]["outcome"], again["version"]) == ("already", 2)
    ((act, about, fields),) = await changes_of_case(auction, 8_601)
    assert (act, about, list(fields), fields["liftedAt"][0]) == (
        "lift_strike", strike["strikeId"], ["liftedAt"], None,
    )  # fmt: skip
    assert {name: withdrawn["data"][name] for name in ("lifted", "outcome", "strikes", "suspendedUntil")} == {
        "lifted": True, "outcome": "done", "strikes": 1, "suspendedUntil": None,
    }  # fmt: skip
    assert (withdrawn["data"]["userId"], withdrawn["data"]["sellerId"]) == (48_601, SELLER_ID)
    assert (await bid(auction, await opened(auction), 105, me)).status_code == 201
    await unpaid(auction, me)
    assert (await newest_strike(auction, 48_601))["strikes"] == 2


async def test_upheld_strike_is_published_and_changes_nothing(auction: Service) -> None:
    me = bidder(18_611, "amir")
    await unpaid(auction, me)
    await unpaid(auction, me)
    strike = await newest_strike(auction, 18_611)
    assert await auction.deliver(decided(strike, lifted=False, case=8_611)) == ["handled"]
    (event,) = await auction.recorded(f"strike-{strike['strikeId']}")
    assert (event["data"]["outcome"], event["data"]["strikes"]) == ("done", 2)
    assert event["data"]["suspendedUntil"] == strike["suspendedUntil"]
    assert (await bid(auction, await opened(auction), 105, me)).json()["code"] == "bidding_paused"


async def test_pause_from_two_remaining_strikes_stays(auction: Service) -> None:
    me = bidder(18_621, "amir")
    for _ in range(2):
        await unpaid(auction, me)
    second = await newest_strike(auction, 18_621)
    clock.forward(days=15)
    await unpaid(auction, me)
    third = await newest_strike(auction, 18_621)
    await auction.deliver(decided(third, lifted=True, case=8_621))
    (event,) = await auction.recorded(f"strike-{third['strikeId']}")
    assert (event["data"]["strikes"], event["data"]["suspendedUntil"]) == (2, None)
    assert datetime.fromisoformat(second["suspendedUntil"]) < datetime.fromisoformat(third["givenAt"])


async def test_staff_read_strike_history_with_both_sides(auction: Service) -> None:
    me = bidder(18_631, "amir")
    auction_id = await unpaid(auction, me)
    strike = await newest_strike(auction, 18_631)
    path = f"/api/admin/auctions/strike-cases/{strike['strikeId']}"
    async with auction.database.transaction() as session:
        await session.merge(Person(user_id=18_631, username="amir_18631"))
    seen = (await auction.http.get(path, headers=STAFF)).json()
    assert {name: seen[name] for name in ("auctionId", "sellerId", "buyerId", "price", "counting", "number")} == {
        "auctionId": auction_id, "sellerId": SELLER_ID, "buyerId": 18_631, "price": 10_500, "counting": 1,
        "number": 1,
    }  # fmt: skip
    assert seen["buyerUsername"] == "amir_18631"
    assert (seen["settledAt"], seen["liftedAt"]) == (strike["givenAt"], None)
    assert (await auction.http.get(path, headers=me)).status_code == 403
    missing = await auction.http.get("/api/admin/auctions/strike-cases/999999999", headers=STAFF)
    assert missing.status_code == 404
    await auction.deliver(decided(strike, lifted=True, case=8_631))
    seen = (await auction.http.get("/api/admin/auctions/strikes/18631", headers=STAFF)).json()
    assert seen["strikes"][0]["liftedAt"] is not None


async def test_voided_bids_are_published_with_before_and_after(auction: Service) -> None:
    auction_id = await a_slip(auction)
    answer = await void_bids(auction, auction_id, LEE)
    fields = {"currentBid": (110_000, 10_500), "currentBidderId": (LEE, KIM), "bidCount": (2, 1)}
    assert await changes_in(auction, answer) == [("void_bids", auction_id, fields)]
