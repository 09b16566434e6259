import asyncio
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import event, text

from libs.contracts.event import make_envelope
from libs.contracts.events.auction import BidsVoided
from libs.contracts.events.catalog import FavouriteEndingSoon, ProductChanged, ProductRemoved
from libs.contracts.events.sales import SecondChanceAnswered
from libs.kit.events import outbox
from libs.kit.events.inbox import Inbox
from libs.kit.process import clock
from libs.kit.testing import Service, as_message
from services.auth.notifications.rules import ALWAYS
from services.auth.notifications.service import forget_writer
from services.auth.privacy import trimming
from services.auth.tests.auctioned_listings import (
    NEWS,
    NOW,
    PATH,
    WITHOUT_MAIL,
    AuctionedListing,
    an_auctioned_listing,
    frames_for,
    notifications_of,
    soon,
)
from services.auth.tests.people import Person, a_person, mails_to

pytestmark = pytest.mark.servers


@pytest.mark.parametrize("kind", NEWS)
async def test_each_kind_is_one_notification_and_at_most_one_mail(auth: Service, kind: str) -> None:
    """AUC-10, U20, P-D3"""
    listing = await an_auctioned_listing(auth)
    make, who, body, link = NEWS[kind]
    reader: Person = getattr(listing, who)
    before = len(await mails_to(auth, reader.form["email"]))
    inbox, message = (
        Inbox("auth", auth.database, auth.app.state.subscriptions),
        as_message(make_envelope(make(listing), 1)),
    )
    assert [await inbox.handle(message), await inbox.handle(message)] == ["handled", "seen"]
    (notification,) = await notifications_of(reader)
    leads_to = f"/sell?relist={listing.product_id}" if link == "relist" else link.format(listing.auction_id)
    assert (notification["kind"], notification["link"], notification["isRead"]) == (kind, leads_to, False)
    assert notification["body"].startswith(body)
    mails = (await mails_to(auth, reader.form["email"]))[before:]
    assert len(mails) == (kind not in WITHOUT_MAIL)
    for mail in mails:
        assert "Oud Meridian" in mail.text
        assert leads_to in mail.text
    (frame,) = await frames_for(auth, reader)
    assert frame["data"] == {"userId": reader.id, "notificationId": notification["id"]}
    await reader.call("PATCH", f"/api/user/{reader.id}", json={"language": "ms"})
    (malay,) = await notifications_of(reader)
    assert malay["title"] != notification["title"]
    assert "Oud Meridian" in malay["body"]


async def test_winner_and_seller_are_notified_of_the_same_sale(auth: Service) -> None:
    """U20"""
    listing = await an_auctioned_listing(auth)
    await auth.deliver(NEWS["won"][0](listing))
    assert [
        notification["kind"]
        for reader in (listing.bidder, listing.seller)
        for notification in await notifications_of(reader)
    ] == [
        "won",
        "sold",
    ]
    taken = SecondChanceAnswered(
        bidder_id=listing.bidder.id, price=11_000, answer="accepted", answered_at=NOW(), **listing.ids
    )
    await auth.deliver(taken)
    assert len(await notifications_of(listing.seller)) == 1, "an accepted offer is notified as a sale"


async def test_bidder_is_notified_each_time_staff_void_their_bids(auth: Service) -> None:
    listing = await an_auctioned_listing(auth)
    before = len(await mails_to(auth, listing.bidder.form["email"]))
    voided = BidsVoided(
        bidder_id=listing.bidder.id, reason="retracted", bid_ids=[5], current_bid=None, current_bidder_id=None,
        bid_count=0, reserve_met=None, voided_at=NOW(), epoch=1, by_admin_id=62, **listing.ids,
    )  # fmt: skip
    later = voided.model_copy(update={"voided_at": NOW() + timedelta(minutes=5)})
    banned = voided.model_copy(update={"reason": "bidder_banned", "voided_at": NOW() + timedelta(minutes=6)})
    for version, published in enumerate((voided, later, banned), 2):
        await auth.deliver(published, version=version)
    notifications = await notifications_of(listing.bidder)
    assert [item["kind"] for item in notifications] == ["bids_voided", "bids_voided"]
    assert "withdrew your bids on Oud Meridian" in notifications[0]["body"]
    mails = (await mails_to(auth, listing.bidder.form["email"]))[before:]
    assert [mail.subject for mail in mails] == ["Your bids were withdrawn"] * 2


async def test_unread_outbid_notification_is_updated(auth: Service) -> None:
    listing = await an_auctioned_listing(auth)
    for price in (11_000, 12_000, 13_000):
        await auth.deliver(listing.outbid(price))
    (notification,) = await notifications_of(listing.bidder)
    assert notification["body"] == "Somebody else leads on Oud Meridian, at RM 130.00."
    assert (await listing.bidder.call("GET", f"{PATH}/unread-count")).json() == {"count": 1}
    await listing.bidder.call("POST", f"{PATH}/read", json={"ids": [notification["id"]]})
    await auth.deliver(listing.outbid(14_000))
    assert [(item["body"][-10:], item["isRead"]) for item in await notifications_of(listing.bidder)] == [
        ("RM 140.00.", False),
        ("RM 130.00.", True),
    ]
    other = AuctionedListing(listing.seller, listing.bidder)
    await auth.deliver(other.listed("Iris Telegram"), other.outbid())
    assert (await listing.bidder.call("GET", f"{PATH}/unread-count")).json() == {"count": 2}, (
        "another auction is another"
    )


async def test_end_reported_by_two_events_is_one_notification(auth: Service) -> None:
    listing = await an_auctioned_listing(auth)
    kept = FavouriteEndingSoon(
        user_id=listing.bidder.id, price=11_000, ends_at=soon(hours=1), notified_at=NOW(), **listing.ids
    )
    both = [as_message(make_envelope(event, 1)) for event in (kept, NEWS["ending_soon"][0](listing))]
    inbox = Inbox("auth", auth.database, auth.app.state.subscriptions)
    assert await asyncio.gather(*(inbox.handle(person) for person in both)) == ["handled", "handled"]
    assert len(await notifications_of(listing.bidder)) == 1
    assert len(await frames_for(auth, listing.bidder)) == 1


async def test_notifications_follow_preferences_except_strikes(auth: Service) -> None:
    """DASH-12"""
    listing = await an_auctioned_listing(auth)
    path = "/api/user/{}/notification-preferences"
    for person in (listing.bidder, listing.seller):
        kinds = (await person.call("GET", path.format(person.id))).json()
        nothing = {kind: {"inApp": False, "mail": False} for kind in kinds}
        chosen = (await person.call("PUT", path.format(person.id), json=nothing)).json()
        # People without either are not notified on their devices.
        assert chosen == {kind: wish | {"push": False} for kind, wish in nothing.items()}
    before = len(await mails_to(auth, listing.bidder.form["email"]))
    await auth.deliver(*(make(listing) for kind, (make, *_) in NEWS.items() if kind not in ALWAYS))
    assert (await notifications_of(listing.bidder), await notifications_of(listing.seller)) == ([], [])
    assert len(await mails_to(auth, listing.bidder.form["email"])) == before
    await auth.deliver(NEWS["strike"][0](listing), NEWS["bidding_paused"][0](listing))
    assert [notification["kind"] for notification in await notifications_of(listing.bidder)] == [
        "bidding_paused",
        "strike",
    ]
    assert len(await mails_to(auth, listing.bidder.form["email"])) == before + 2


async def test_mail_only_notification_sends_no_frame(auth: Service) -> None:
    listing = await an_auctioned_listing(auth)
    form = {"outbid": {"inApp": False, "mail": True}}
    await listing.bidder.call("PUT", f"/api/user/{listing.bidder.id}/notification-preferences", json=form)
    before = len(await mails_to(auth, listing.bidder.form["email"]))
    await auth.deliver(listing.outbid())
    assert (await notifications_of(listing.bidder), await frames_for(auth, listing.bidder)) == ([], [])
    assert len(await mails_to(auth, listing.bidder.form["email"])) == before + 1


async def test_late_event_creates_no_notification(auth: Service) -> None:
    """P-D3"""
    listing = await an_auctioned_listing(auth)
    before = len(await mails_to(auth, listing.bidder.form["email"]))
    over = [listing.outbid(ends_at=soon(minutes=-1))]
    await auth.deliver(
        *over, NEWS["ending_soon"][0](listing).model_copy(update={"ends_at": soon(minutes=-1)})
    )
    assert await notifications_of(listing.bidder) == []
    await auth.deliver(
        NEWS["auction_cancelled"][0](listing).model_copy(update={"released_at": soon(days=-2)})
    )
    assert len(await notifications_of(listing.bidder)) == 1
    assert len(await mails_to(auth, listing.bidder.form["email"])) == before


async def test_closed_and_banned_accounts_get_no_notifications(auth: Service) -> None:
    """U1, U38"""
    listing = await an_auctioned_listing(auth)
    gone = await a_person(auth)
    async with auth.database.transaction() as session:
        await session.execute(
            text("UPDATE users SET is_banned = true WHERE id = :id"), {"id": listing.bidder.id}
        )
        await session.execute(text("UPDATE users SET closed_at = now() WHERE id = :id"), {"id": gone.id})
    await auth.deliver(
        listing.outbid(), NEWS["won"][0](listing), listing.outbid().model_copy(update={"user_id": gone.id})
    )
    ids = {"one": listing.bidder.id, "two": gone.id}
    assert not await auth.rows("SELECT 1 FROM notifications WHERE user_id IN (:one, :two)", **ids)


async def test_listing_title_follows_its_seller_and_is_erased_with_them(auth: Service) -> None:
    """P-G2, W7"""
    listing = await an_auctioned_listing(auth)
    card = {
        name: value
        for name, value in listing.listed("Canary Words").model_dump(by_alias=False).items()
        if name != "listed_at"
    }
    card = {name: value for name, value in card.items() if name != "relist_of"}
    renamed = ProductChanged(**card, status="active", changed=["name"], changed_at=NOW())
    await auth.deliver(renamed, listing.outbid())
    assert "Canary Words" in (await notifications_of(listing.bidder))[0]["body"]
    await forget_writer(auth.database, listing.seller.id)
    await auth.deliver(listing.outbid(12_000))
    assert (await notifications_of(listing.bidder))[0][
        "body"
    ] == "Somebody else leads on a listing, at RM 120.00."
    for table in ("listing_titles", "notifications", "mails"):
        rows = await auth.rows(f"SELECT t::text AS row FROM {table} t")
        assert not [row for row in rows if "Canary" in row["row"] and table != "mails"]


async def test_late_event_of_erased_seller_restores_no_title(auth: Service) -> None:
    """P-G2"""
    listing = await an_auctioned_listing(auth)
    async with auth.database.transaction() as session:
        await session.execute(
            text("UPDATE users SET closed_at = now() WHERE id = :id"), {"id": listing.seller.id}
        )
    await forget_writer(auth.database, listing.seller.id)
    await auth.deliver(listing.listed("Canary Late"))
    assert not await auth.rows("SELECT 1 FROM listing_titles WHERE product_id = :id", id=listing.product_id)


async def test_notification_omits_text_of_removed_listing(auth: Service) -> None:
    listing = await an_auctioned_listing(auth)
    removed = ProductRemoved(
        product_id=listing.product_id, seller_id=listing.seller.id, auction_id=listing.auction_id, reason="moderated",
        removed_at=NOW(),
    )  # fmt: skip
    await auth.deliver(removed, NEWS["auction_cancelled"][0](listing))
    assert (await notifications_of(listing.bidder))[0]["body"].startswith(
        "The auction of a listing was cancelled."
    )


async def test_listing_without_auction_stores_no_title(auth: Service) -> None:
    listing = AuctionedListing(await a_person(auth), await a_person(auth))
    await auth.deliver(listing.listed(auction_id=None, listing_type="fixed"))
    assert not await auth.rows("SELECT 1 FROM listing_titles WHERE product_id = :id", id=listing.product_id)


async def test_crash_before_commit_leaves_no_notification_mail_or_frame(
    auth: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    """P-D3"""
    listing = await an_auctioned_listing(auth)
    before = len(await mails_to(auth, listing.bidder.form["email"]))
    inbox, message = (
        Inbox("auth", auth.database, auth.app.state.subscriptions),
        as_message(make_envelope(listing.outbid(), 1)),
    )
    real = outbox.record_all

    async def dies(*args: Any, **named: Any) -> None:
        await real(*args, **named)
        raise RuntimeError("killed")

    monkeypatch.setattr(outbox, "record_all", dies)
    with pytest.raises(RuntimeError):
        await inbox.handle(message)
    monkeypatch.undo()
    assert (await notifications_of(listing.bidder), await frames_for(auth, listing.bidder)) == ([], [])
    assert len(await mails_to(auth, listing.bidder.form["email"])) == before
    assert await inbox.handle(message) == "handled"
    assert len(await notifications_of(listing.bidder)) == len(await frames_for(auth, listing.bidder)) == 1
    assert len(await mails_to(auth, listing.bidder.form["email"])) == before + 1


async def test_many_bidders_are_notified_in_one_batch_by_preference(auth: Service) -> None:
    """DASH-12"""
    listing = await an_auctioned_listing(auth)
    by_mail, silent, banned, usual = [await a_person(auth) for _ in range(4)]
    for reader, form in (
        (by_mail, {"inApp": False, "mail": True}),
        (silent, {"inApp": False, "mail": False}),
    ):
        path = f"/api/user/{reader.id}/notification-preferences"
        assert (await reader.call("PUT", path, json={"outbid": form})).status_code == 200
    async with auth.database.transaction() as session:
        await session.execute(text("UPDATE users SET is_banned = true WHERE id = :id"), {"id": banned.id})
    people = [by_mail, silent, banned, usual]
    mails = {person.id: len(await mails_to(auth, person.form["email"])) for person in people}
    inbox = Inbox("auth", auth.database, auth.app.state.subscriptions)
    first = [listing.outbid(price, user_id=person.id) for price in (11_000, 12_000) for person in people]
    asked: list[str] = []

    def count(connection: Any, cursor: Any, statement: str, *rest: Any) -> None:
        asked.append(statement)

    event.listen(auth.database.engine.sync_engine, "before_cursor_execute", count)
    try:
        assert await inbox.handle_all([as_message(make_envelope(event, 1)) for event in first]) == [
            "handled"
        ] * len(first)
        of_many = len(asked)
        await inbox.handle(as_message(make_envelope(listing.outbid(13_000), 1)))
    finally:
        event.remove(auth.database.engine.sync_engine, "before_cursor_execute", count)
    assert of_many <= len(asked) - of_many + 2, "one letter more, of two questions"
    assert [len(await notifications_of(person)) for person in people] == [0, 0, 0, 1]
    assert (await notifications_of(usual))[0]["body"].endswith("RM 120.00."), (
        "only the last notification about the same thing is sent"
    )
    assert [len(await frames_for(auth, item)) for item in (silent, usual)] == [0, 1]
    sent = [len(await mails_to(auth, person.form["email"])) - mails[person.id] for person in people]
    assert sent == [1, 0, 0, 1]


async def test_listing_titles_expire_with_notifications(auth: Service) -> None:
    """U38"""
    listing = await an_auctioned_listing(auth)
    clock.forward(days=91)
    await trimming.trim(auth.database, clock.about_now())
    assert not await auth.rows("SELECT 1 FROM listing_titles WHERE product_id = :id", id=listing.product_id)
