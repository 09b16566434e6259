import asyncio
from typing import Any

import pytest
from sqlalchemy import text

from libs.kit.errors import Unavailable
from libs.kit.http.client import Answer
from libs.kit.process import clock
from libs.kit.testing import Service
from services.auth.mail.outbid import put_off, send_due
from services.auth.privacy import trimming
from services.auth.tests.auctioned_listings import (
    PATH,
    AuctionedListing,
    an_auctioned_listing,
    notifications_of,
    soon,
)
from services.auth.tests.people import Auctions, a_person, mails_to

pytestmark = pytest.mark.servers


async def send(auth: Service, auctions: Auctions | None = None) -> None:
    while await send_due(auth.database, auctions or Auctions()):
        pass


async def mails(auth: Service, listing: AuctionedListing) -> list[Any]:
    return [mail for mail in await mails_to(auth, listing.bidder.form["email"]) if "outbid" in mail.subject]


async def test_many_listings_share_an_outbid_mail_every_ten_minutes(auth: Service) -> None:
    listing = await an_auctioned_listing(auth)
    others = [AuctionedListing(listing.seller, listing.bidder) for _ in range(3)]
    await auth.deliver(listing.outbid(11_000))
    await send(auth)
    (first,) = await mails(auth, listing)
    assert first.subject == "You have been outbid"
    assert "Oud Meridian" in first.text
    assert f"/auctions/{listing.auction_id}" in first.text
    for n, other in enumerate(others):
        await auth.deliver(other.listed(f"Iris {n}"), other.outbid(12_000 + n * 100))
        await auth.deliver(other.outbid(13_000 + n * 100))
    await send(auth)
    assert len(await mails(auth, listing)) == 1
    clock.forward(minutes=9)
    await send(auth)
    assert len(await mails(auth, listing)) == 1
    clock.forward(minutes=2)
    await send(auth)
    second = (await mails(auth, listing))[1]
    assert second.subject == "You have been outbid in 3 auctions"
    for n in range(3):
        assert f"Iris {n}: RM {130 + n}.00" in second.text
        assert f"Iris {n}: RM {130 + n}.00" in second.html
    assert "/my-bids" in second.text
    clock.forward(minutes=11)
    await send(auth)
    assert len(await mails(auth, listing)) == 2, "nothing new, no mail"


async def test_twenty_minutes_of_bidding_send_three_mails(auth: Service) -> None:
    listing = await an_auctioned_listing(auth)
    for minute in range(21):
        await auth.deliver(listing.outbid(11_000 + minute * 500, ends_at=soon(hours=3)), version=minute + 1)
        await send(auth)
        clock.forward(minutes=1)
    assert len(await mails(auth, listing)) == 3
    assert len(await notifications_of(listing.bidder)) == 1


async def test_read_regained_or_ended_auctions_are_not_mailed(auth: Service) -> None:
    listing = await an_auctioned_listing(auth)
    led, over, open_still, read = (AuctionedListing(listing.seller, listing.bidder) for _ in range(4))
    for name, one in (("Led", led), ("Over", over), ("Open", open_still), ("Read", read)):
        await auth.deliver(one.listed(name), one.outbid())
    notification = next(item for item in await notifications_of(listing.bidder) if "Read" in item["body"])
    await listing.bidder.call("POST", f"{PATH}/read", json={"ids": [notification["id"]]})
    stands = {"isRunning": True, "leaderId": 1, "price": 15_500}
    auctions = Auctions(
        {
            led.auction_id: stands | {"leaderId": listing.bidder.id},
            over.auction_id: stands | {"isRunning": False},
            open_still.auction_id: stands,
            read.auction_id: stands,
        }
    )
    await send(auth, auctions)
    (mail,) = await mails(auth, listing)
    assert "Open" in mail.text
    assert "RM 155.00" in mail.text, "at the price of now"
    assert not any(name in mail.text for name in ("Led", "Over", "Read"))


async def test_outbid_mail_uses_stored_price_if_auction_is_unavailable(auth: Service) -> None:
    listing = await an_auctioned_listing(auth)
    await auth.deliver(listing.outbid(11_000))
    await send(auth, Auctions(away=True))
    assert "RM 110.00" in (await mails(auth, listing))[0].text


async def test_outbid_during_price_query_is_in_the_mail(auth: Service) -> None:
    listing = await an_auctioned_listing(auth)
    late = AuctionedListing(listing.seller, listing.bidder)
    await auth.deliver(late.listed("Late"), listing.outbid(11_000))

    class Slow(Auctions):
        async def get(self, path: str, token: str | None = None) -> Answer:
            await auth.deliver(late.outbid(12_000))
            raise Unavailable

    await send_due(auth.database, Slow())
    (mail,) = await mails(auth, listing)
    assert "Late: RM 120.00" in mail.text
    assert "Oud Meridian: RM 110.00" in mail.text


async def test_two_replicas_write_one_outbid_mail(auth: Service) -> None:
    listing = await an_auctioned_listing(auth)
    await auth.deliver(listing.outbid(11_000))
    await asyncio.gather(*(send(auth) for _ in range(4)))
    assert len(await mails(auth, listing)) == 1


async def test_opted_out_and_erased_people_get_no_outbid_mail(auth: Service) -> None:
    listing, gone = await an_auctioned_listing(auth), await an_auctioned_listing(auth)
    chosen = {"outbid": {"inApp": True, "mail": False}}
    answer = await listing.bidder.call(
        "PUT", f"/api/user/{listing.bidder.id}/notification-preferences", json=chosen
    )
    assert answer.status_code == 200
    await auth.deliver(listing.outbid(11_000), gone.outbid(11_000))
    async with auth.database.transaction() as session:
        await session.execute(
            text("UPDATE users SET is_banned = true WHERE id = :id"), {"id": gone.bidder.id}
        )
    await send(auth)
    assert await mails(auth, listing) == []
    assert await mails(auth, gone) == []
    assert len(await notifications_of(listing.bidder)) == 1


async def test_expired_outbid_mail_times_are_deleted(auth: Service) -> None:
    person = await a_person(auth)
    async with auth.database.transaction() as session:
        await put_off(session, {person.id})
    await send(auth)
    clock.forward(minutes=11)
    await trimming.trim(auth.database, clock.about_now())
    assert not await auth.rows("SELECT 1 FROM outbid_mails WHERE user_id = :id", id=person.id)
