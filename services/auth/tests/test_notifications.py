import itertools
from datetime import timedelta
from typing import Any

import pytest

from libs.contracts.event import make_envelope
from libs.contracts.events.catalog import FavouritePriceDropped, SavedSearchMatched
from libs.kit.events.inbox import Inbox
from libs.kit.process import clock
from libs.kit.testing import Service, as_message
from services.auth.notifications.models import Notification
from services.auth.notifications.service import forget_writer
from services.auth.tests.people import Person, a_person, mails_to

pytestmark = pytest.mark.servers


_searches = itertools.count(91_000)


PATH = "/api/notifications"


def a_match(reader: Person, seller: Person, **changes: Any) -> SavedSearchMatched:
    usual: dict[str, Any] = {
        "saved_search_id": next(_searches),
        "matches": 1,
        "product_ids": [5],
        "price": 39_000,
    }
    usual |= {"name": "Blanc Matin", "brand": "Verrane", "by_mail": True, "matched_at": clock.about_now()}
    return SavedSearchMatched(user_id=reader.id, seller_id=seller.id, **(usual | changes))


def a_drop(reader: Person, seller: Person) -> FavouritePriceDropped:
    return FavouritePriceDropped(
        user_id=reader.id, seller_id=seller.id, product_id=next(_searches), name="Oud Meridian",
        price_before=45_000, price=40_050, dropped_at=clock.about_now(),
    )  # fmt: skip


async def notifications_of(reader: Person) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = (await reader.call("GET", PATH)).json()
    return rows


async def test_saved_search_match_is_notification_and_mail(auth: Service) -> None:
    reader, seller = await a_person(auth), await a_person(auth)
    match = a_match(reader, seller)
    await auth.deliver(match)
    (notification,) = await notifications_of(reader)
    assert (notification["kind"], notification["isRead"], notification["link"]) == (
        "saved_search", False, f"/searches/{match.saved_search_id}",
    )  # fmt: skip
    assert notification["body"] == "Blanc Matin by Verrane, RM 390.00."
    mail = (await mails_to(auth, reader.form["email"]))[-1]
    assert (mail.subject, "Blanc Matin" in mail.text) == ("New for your saved search", True)
    assert f"/searches/{match.saved_search_id}" in mail.text
    await reader.call("PATCH", f"/api/user/{reader.id}", json={"language": "ms"})
    assert (await notifications_of(reader))[0]["title"] == "Baharu untuk carian anda"


async def test_duplicate_event_is_one_notification_and_search_mails_daily(auth: Service) -> None:
    """P-D3"""
    reader, seller = await a_person(auth), await a_person(auth)
    before = len(await mails_to(auth, reader.form["email"]))
    match = a_match(reader, seller)
    inbox, message = (
        Inbox("auth", auth.database, auth.app.state.subscriptions),
        as_message(make_envelope(match, 1)),
    )
    assert [await inbox.handle(message), await inbox.handle(message)] == ["handled", "seen"]
    again = a_match(reader, seller, saved_search_id=match.saved_search_id, matches=3)
    await auth.deliver(again, version=2)
    assert [
        notification["body"].endswith("3 new listings.") for notification in await notifications_of(reader)
    ] == [
        True,
        False,
    ]
    assert len(await mails_to(auth, reader.form["email"])) == before + 1


async def test_notifications_are_counted_and_read(auth: Service) -> None:
    """HDR-04"""
    reader, seller, other = await a_person(auth), await a_person(auth), await a_person(auth)
    for _ in range(3):
        await auth.deliver(a_drop(reader, seller))
    assert (await reader.call("GET", f"{PATH}/unread-count")).json() == {"count": 3}
    newest, *_ = await notifications_of(reader)
    assert newest["body"] == "Oud Meridian now costs RM 400.50 instead of RM 450.00."
    await other.call("POST", f"{PATH}/read", json={"ids": [newest["id"]]})
    assert (await reader.call("GET", f"{PATH}/unread-count")).json() == {"count": 3}
    await reader.call("POST", f"{PATH}/read", json={"ids": [newest["id"]]})
    assert (await reader.call("GET", f"{PATH}/unread-count")).json() == {"count": 2}
    await reader.call("POST", f"{PATH}/read", json={})
    assert (await reader.call("GET", f"{PATH}/unread-count")).json() == {"count": 0}
    assert len((await reader.call("GET", f"{PATH}?before={newest['id']}")).json()) == 2


async def test_only_newest_price_drop_of_a_listing_stays_unread(auth: Service) -> None:
    """U11"""
    reader, seller = await a_person(auth), await a_person(auth)
    before = len(await mails_to(auth, reader.form["email"]))
    first = a_drop(reader, seller)
    second = first.model_copy(update={"price_before": 40_050, "price": 39_000})
    await auth.deliver(first, a_drop(reader, seller), second)
    bodies = [notification["body"] for notification in await notifications_of(reader)]
    assert len(bodies) == 2
    assert bodies[0] == "Oud Meridian now costs RM 390.00 instead of RM 400.50."
    assert (await reader.call("GET", f"{PATH}/unread-count")).json() == {"count": 2}
    assert len(await mails_to(auth, reader.form["email"])) == before + 2, (
        "a mail for each listing, none for the second"
    )
    await reader.call("POST", f"{PATH}/read", json={})
    await auth.deliver(first.model_copy(update={"price": 38_000}), version=9)
    assert len(await notifications_of(reader)) == 3, "what was read stays"


async def test_notifications_follow_preferences(auth: Service) -> None:
    """DASH-12"""
    reader, seller = await a_person(auth), await a_person(auth)
    path = f"/api/user/{reader.id}/notification-preferences"
    assert (await reader.call("GET", path)).json()["low_stock"] == {
        "inApp": True,
        "mail": False,
        "push": False,
    }
    chosen = await reader.call("PUT", path, json={"price_drop": {"inApp": False, "mail": False}})
    assert chosen.json()["price_drop"] == {"inApp": False, "mail": False, "push": False}
    assert chosen.json()["saved_search"] == {"inApp": True, "mail": True, "push": False}
    await auth.deliver(a_drop(reader, seller))
    assert await notifications_of(reader) == []
    malformed: list[Any] = [
        {"price_drop": {"inApp": 1, "mail": True}},
        {"nothing": {"inApp": True, "mail": True}},
    ]
    for body in (*malformed, [], {"sales": {}}):
        assert (await reader.call("PUT", path, json=body)).status_code == 422
    assert (await seller.call("GET", path)).status_code == 403


async def test_erased_sellers_text_leaves_others_notifications(auth: Service) -> None:
    """P-G2, W7"""
    reader, seller = await a_person(auth), await a_person(auth)
    await auth.deliver(a_match(reader, seller, name="Canary Words"))
    await forget_writer(auth.database, seller.id)
    (notification,) = await notifications_of(reader)
    assert notification["body"] == "a listing by a listing, RM 390.00."
    rows = await auth.rows(
        "SELECT context::text AS context, writer_id FROM notifications WHERE user_id = :id", id=reader.id
    )
    assert "Canary" not in rows[0]["context"]
    assert rows[0]["writer_id"] is None


async def test_late_event_creates_notification_without_mail(auth: Service) -> None:
    """P-D3"""
    reader, seller = await a_person(auth), await a_person(auth)
    before = len(await mails_to(auth, reader.form["email"]))
    long_ago = clock.about_now() - timedelta(days=2)
    drop = a_drop(reader, seller).model_copy(update={"dropped_at": long_ago})
    await auth.deliver(a_match(reader, seller, matched_at=long_ago), drop)
    assert len(await notifications_of(reader)) == 2
    assert len(await mails_to(auth, reader.form["email"])) == before


async def test_notification_of_newer_build_hides_no_other(auth: Service) -> None:
    reader = await a_person(auth)
    async with auth.database.transaction() as session:
        for kind in ("of_a_newer_build", "boost_expired"):
            session.add(
                Notification(
                    user_id=reader.id,
                    kind=kind,
                    about=kind,
                    context={"name": "Oud"},
                    link="/",
                    created_at=clock.about_now(),
                )
            )
    assert [notification["kind"] for notification in await notifications_of(reader)] == ["boost_expired"]
