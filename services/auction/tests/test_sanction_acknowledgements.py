import itertools
from datetime import timedelta
from typing import Literal

import pytest

from libs.contracts.event import make_envelope
from libs.contracts.events.auth import UserBanned, UserSuspended, UserUnbanned
from libs.contracts.events.catalog import ProductRemoved
from libs.contracts.events.sanctions import SanctionAppliedToAuctions
from libs.kit.events.inbox import Inbox
from libs.kit.process import clock
from libs.kit.testing import Service, as_message
from services.auction.account_removal import service as account_removal_service
from services.auction.tests.makers import an_auction, bid, bidder, finish_account_removals
from tests.support.acknowledgements import acknowledgements

pytestmark = pytest.mark.servers
_people = itertools.count(659_000)


@pytest.fixture(autouse=True)
def _two_auctions_are_a_piece(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(account_removal_service, "AUCTIONS_AT_ONCE", 2)


def ban_of(person: int) -> UserBanned:
    return UserBanned(user_id=person, by_admin_id=1, banned_at=clock.about_now())


async def trading(auction: Service, person: int) -> list[int]:
    """Returns the three auctions that the person sells."""
    for _ in range(3):
        await an_auction(auction, seller=person)
    bought = [await an_auction(auction) for _ in range(2)]
    for auction_id in bought:
        for who, amount in ((person, 105), (6598, 110), (person, 115)):
            assert (await bid(auction, auction_id, amount, bidder(who, "someone"))).status_code == 201
    return bought


async def test_ban_is_acknowledged_after_its_last_batch_with_totals(auction: Service) -> None:
    person = next(_people)
    await trading(auction, person)
    event = ban_of(person)
    await auction.deliver(event)
    while await account_removal_service.continue_removals(auction.database):
        left = await auction.rows("SELECT 1 FROM account_removals WHERE user_id = :id", id=person)
        acknowledged = await acknowledgements(
            auction, SanctionAppliedToAuctions, person, "ban", event.banned_at
        )
        assert bool(left) != bool(acknowledged), "the acknowledgement comes with the end of the last piece"
    assert await acknowledgements(auction, SanctionAppliedToAuctions, person, "ban", event.banned_at) == [
        {"auctions_cancelled": 3, "bids_voided": 4}
    ]


async def test_acknowledgement_includes_what_commands_ended(auction: Service) -> None:
    person = next(_people)
    bought = await trading(auction, person)
    event = ban_of(person)
    await auction.deliver(event)
    assert (await bid(auction, bought[1], 120, bidder(6597, "lee"))).status_code == 201
    await finish_account_removals(auction)
    assert await acknowledgements(auction, SanctionAppliedToAuctions, person, "ban", event.banned_at) == [
        {"auctions_cancelled": 3, "bids_voided": 4}
    ]


async def test_ban_without_trade_is_acknowledged_with_nothing(auction: Service) -> None:
    event = ban_of(next(_people))
    await auction.deliver(event)
    await finish_account_removals(auction)
    assert await acknowledgements(
        auction, SanctionAppliedToAuctions, event.user_id, "ban", event.banned_at
    ) == [{"auctions_cancelled": 0, "bids_voided": 0}]


async def test_duplicate_ban_is_acknowledged_once(auction: Service) -> None:
    event = ban_of(next(_people))
    inbox, message = (
        Inbox("auction", auction.database, auction.app.state.subscriptions),
        as_message(make_envelope(event, 1)),
    )
    for _ in range(2):
        await inbox.handle(message)
    await finish_account_removals(auction)
    assert (
        len(await acknowledgements(auction, SanctionAppliedToAuctions, event.user_id, "ban", event.banned_at))
        == 1
    )


async def test_lift_is_acknowledged_before_the_ban_finishes(auction: Service) -> None:
    person = next(_people)
    await trading(auction, person)
    event = ban_of(person)
    lifted = UserUnbanned(user_id=person, by_admin_id=1, unbanned_at=event.banned_at + timedelta(seconds=1))
    await auction.deliver(event, lifted)
    assert await acknowledgements(
        auction, SanctionAppliedToAuctions, person, "lift_ban", lifted.unbanned_at
    ) == [{}]
    assert await acknowledgements(auction, SanctionAppliedToAuctions, person, "ban", event.banned_at) == []
    await finish_account_removals(auction)
    assert await acknowledgements(auction, SanctionAppliedToAuctions, person, "ban", event.banned_at) == [
        {"auctions_cancelled": 3, "bids_voided": 4}
    ]


async def test_suspension_is_acknowledged_and_ends_no_auction(auction: Service) -> None:
    person, at = next(_people), clock.about_now()
    await trading(auction, person)
    later = at + timedelta(hours=1)
    await auction.deliver(
        UserSuspended(user_id=person, until=at + timedelta(days=3), suspended_at=at),
        UserSuspended(user_id=person, until=later, suspended_at=later),
    )
    assert await acknowledgements(auction, SanctionAppliedToAuctions, person, "suspend", at) == [{}]
    assert await acknowledgements(auction, SanctionAppliedToAuctions, person, "lift_suspension", later) == [
        {}
    ]
    rows = await auction.rows("SELECT status FROM auctions WHERE seller_id = :id", id=person)
    assert [row["status"] for row in rows] == ["active"] * 3


@pytest.mark.parametrize(("reason", "answered"), [("moderated", [1]), ("archived", [])])
async def test_staff_removal_is_acknowledged_with_its_auction(
    auction: Service, reason: Literal["moderated", "archived"], answered: list[int]
) -> None:
    """U37"""
    person, at = next(_people), clock.about_now()
    auction_id = await an_auction(auction, seller=person)
    (lot,) = await auction.rows("SELECT product_id FROM auctions WHERE id = :id", id=auction_id)
    gone = ProductRemoved(
        product_id=lot["product_id"], seller_id=person, auction_id=auction_id, reason=reason, removed_at=at
    )
    assert await auction.deliver(gone) == ["handled"]
    acknowledged = await acknowledgements(
        auction, SanctionAppliedToAuctions, person, "remove_listing", at, lot["product_id"]
    )
    assert acknowledged == [{"auctions_cancelled": number} for number in answered]


async def test_removal_without_auction_is_acknowledged(auction: Service) -> None:
    person, at, product_id = next(_people), clock.about_now(), 659_999_001
    await auction.deliver(
        ProductRemoved(
            product_id=product_id, seller_id=person, auction_id=None, reason="moderated", removed_at=at
        )
    )
    acknowledged = await acknowledgements(
        auction, SanctionAppliedToAuctions, person, "remove_listing", at, product_id
    )
    assert acknowledged == [{"auctions_cancelled": 0}]
