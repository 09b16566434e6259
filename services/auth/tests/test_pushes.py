from datetime import timedelta
from typing import Any

import pytest
from joserfc import jwt
from joserfc.jwk import ECKey
from sqlalchemy import text

from libs.contracts.event import make_envelope
from libs.contracts.events.messaging import MessageSent
from libs.kit.events.inbox import Inbox
from libs.kit.process import clock
from libs.kit.security.safe import Safe
from libs.kit.testing import Service, as_message
from services.auth.push.keys import PushSigner
from services.auth.push.rules import MAX_FAILURES, OURS, RETRIES, as_bytes, as_text
from services.auth.tests.auctioned_listings import NEWS, an_auctioned_listing
from services.auth.tests.browsers import (
    FakeBrowser,
    a_push_service,
    devices_of,
    outbid,
    own_devices,
    push_all,
    turn_on,
    waiting,
)
from services.auth.tests.people import Person, a_person

pytestmark = [pytest.mark.servers, pytest.mark.usefixtures("to_loopback")]


@pytest.fixture(autouse=True)
async def no_device_yet(auth: Service) -> None:
    async with auth.database.transaction() as session:
        await session.execute(text("DELETE FROM push_subscriptions"))


async def choose(person: Person, kind: str, *, push: bool) -> None:
    path = f"/api/user/{person.id}/notification-preferences"
    answer = await person.call("PUT", path, json={kind: {"inApp": True, "mail": True, "push": push}})
    assert (answer.status_code, answer.json()[kind]["push"]) == (200, push)


async def test_outbid_person_is_pushed_on_each_device_in_own_language(auth: Service) -> None:
    async with a_push_service() as service:
        listing = await an_auctioned_listing(auth)
        await listing.bidder.call("PATCH", f"/api/user/{listing.bidder.id}", json={"language": "ms"})
        phone, laptop = await turn_on(listing.bidder, service), FakeBrowser()
        elsewhere = listing.bidder.elsewhere()
        await elsewhere.sign_in()
        await turn_on(elsewhere, service, laptop)
        await auth.deliver(listing.outbid())
        assert await push_all(auth) == 2
        (notification,) = (await listing.bidder.call("GET", "/api/notifications")).json()
        for browser in (phone, laptop):
            (push,) = service.read(browser)
            assert (push["title"], push["body"]) == (notification["title"], notification["body"])
            assert (push["link"], push["lang"]) == (notification["link"], "ms")
        assert len(service.came) == 2
        assert all(b"Oud" not in body for _, _, body in service.came)
        assert [device["succeededAt"] is not None for device in await devices_of(listing.bidder)] == [
            True,
            True,
        ]
    assert await waiting(auth) == 0


async def test_push_has_sender_lifetime_and_topic(
    auth: Service,
) -> None:
    async with a_push_service() as service:
        listing, _ = await outbid(auth, service)
        await push_all(auth)
        ((_, headers, _),) = service.came
        assert (headers["Content-Encoding"], headers["TTL"], headers["Urgency"]) == (
            "aes128gcm",
            "3600",
            "high",
        )
        assert len(headers["Topic"]) == 32
        scheme, token, key = headers["Authorization"].split(" ")
        public = (await listing.bidder.call("GET", own_devices(listing.bidder))).json()["publicKey"]
        assert (scheme, key) == ("vapid", f"k={public}")
        point = as_bytes(public)
        pair: dict[str, Any] = {
            "kty": "EC",
            "crv": "P-256",
            "x": as_text(point[1:33]),
            "y": as_text(point[33:]),
        }
        claims = jwt.decode(token[2:].rstrip(","), ECKey.import_key(pair), algorithms=["ES256"]).claims
        assert (claims["aud"], claims["sub"].partition(":")[0] in ("mailto", "https")) == (
            service.address,
            True,
        )
        assert (
            timedelta(0)
            < timedelta(seconds=claims["exp"] - clock.about_now().timestamp())
            <= timedelta(hours=24)
        )


async def test_duplicate_event_is_one_push_per_device(auth: Service) -> None:
    async with a_push_service() as service:
        listing = await an_auctioned_listing(auth)
        browser = await turn_on(listing.bidder, service)
        inbox = Inbox("auth", auth.database, auth.app.state.subscriptions)
        message = as_message(make_envelope(listing.outbid(), 1))
        assert [await inbox.handle(message), await inbox.handle(message)] == ["handled", "seen"]
        await push_all(auth)
        assert len(service.read(browser)) == 1


async def test_only_newest_push_about_an_auction_waits(auth: Service) -> None:
    async with a_push_service() as service:
        listing, browser = await outbid(auth, service)
        await auth.deliver(listing.outbid(price=13_000), version=2)
        await push_all(auth)
        (push,) = service.read(browser)
        assert "130.00" in push["body"]


async def test_disabled_kind_is_not_pushed_and_stays_disabled(auth: Service) -> None:
    async with a_push_service() as service:
        listing = await an_auctioned_listing(auth)
        await turn_on(listing.bidder, service)
        await choose(listing.bidder, "outbid", push=False)
        path = f"/api/user/{listing.bidder.id}/notification-preferences"
        kept = await listing.bidder.call("PUT", path, json={"outbid": {"inApp": True, "mail": False}})
        assert kept.json()["outbid"] == {"inApp": True, "mail": False, "push": False}
        await auth.deliver(listing.outbid())
        assert await waiting(auth) == 0


async def test_kind_disabled_by_default_is_pushed_once_chosen(auth: Service) -> None:
    async with a_push_service() as service:
        listing = await an_auctioned_listing(auth)
        browser = await turn_on(listing.bidder, service)
        lost = NEWS["lost"][0](listing)
        await auth.deliver(lost)
        assert await waiting(auth) == 0
        other = await an_auctioned_listing(auth)
        other.bidder = listing.bidder
        await choose(listing.bidder, "lost", push=True)
        await auth.deliver(NEWS["lost"][0](other))
        await push_all(auth)
        assert len(service.read(browser)) == 1


async def test_message_push_has_no_text(auth: Service) -> None:
    reader, writer = await a_person(auth), await a_person(auth)
    async with a_push_service() as service:
        browser = await turn_on(reader, service)
        event = MessageSent(
            conversation_id=71, message_id=900_071, seq=1, sender_id=writer.id, receiver_id=reader.id,
            product_id=None, kind="TEXT", length="1-50", sent_at=clock.about_now(), notifies_receiver=True,
        )  # fmt: skip
        await auth.deliver(event)
        await push_all(auth)
        (push,) = service.read(browser)
        assert push["link"] == f"/messages?with={writer.id}"
        (notification,) = (await reader.call("GET", "/api/notifications")).json()
        assert (push["title"], push["body"]) == (notification["title"], notification["body"])


@pytest.mark.parametrize("status", [404, 410])
async def test_device_unknown_to_its_service_is_deleted(auth: Service, status: int) -> None:
    async with a_push_service(status=status) as service:
        listing, _ = await outbid(auth, service)
        await push_all(auth)
        assert await devices_of(listing.bidder) == []
        assert await waiting(auth) == 0


async def test_device_with_repeated_refusals_is_deleted(auth: Service) -> None:
    async with a_push_service(status=413) as service:
        listing = await an_auctioned_listing(auth)
        await turn_on(listing.bidder, service)
        for version in range(1, MAX_FAILURES + 1):
            assert len(await devices_of(listing.bidder)) == 1
            await auth.deliver(listing.outbid(), version=version)
            await push_all(auth)
        assert await devices_of(listing.bidder) == []
        assert len(service.came) == MAX_FAILURES


@pytest.mark.parametrize("status", OURS)
async def test_our_own_error_deletes_no_device(auth: Service, status: int) -> None:
    async with a_push_service(status=status) as service:
        listing = await an_auctioned_listing(auth)
        await turn_on(listing.bidder, service)
        for version in range(1, MAX_FAILURES + 2):
            await auth.deliver(listing.outbid(), version=version)
            await push_all(auth)
        assert len(await devices_of(listing.bidder)) == 1
        assert await waiting(auth) == 0


async def test_kind_disabled_meanwhile_is_not_pushed(auth: Service) -> None:
    async with a_push_service() as service:
        listing, _ = await outbid(auth, service)
        await choose(listing.bidder, "outbid", push=False)
        await push_all(auth)
        assert service.came == []


async def test_undecryptable_push_key_is_kept_and_nothing_pushed(auth: Service) -> None:
    (before,) = await auth.rows("SELECT sealed FROM push_keys")
    stranger = PushSigner(Safe("another-secret-" * 4), "mailto:a@wangi.example")
    await stranger.open(auth.database)
    assert stranger.public_key == ""
    assert await auth.rows("SELECT sealed FROM push_keys") == [before]


async def test_busy_push_service_is_retried_up_to_four_times(auth: Service) -> None:
    async with a_push_service(status=429, headers={"Retry-After": "900"}) as service:
        _, browser = await outbid(auth, service)
        await push_all(auth)
        clock.forward(minutes=14)
        assert await push_all(auth) == 0
        clock.forward(minutes=2)
        assert await push_all(auth) == 1
        for _ in range(5):
            clock.forward(hours=1)
            await push_all(auth)
        assert len(service.came) == 1 + len(RETRIES)
        assert len({headers["Topic"] for _, headers, _ in service.came}) == 1
        assert len({push["tag"] for push in service.read(browser)}) == 1
    assert await waiting(auth) == 0


async def test_push_of_killed_process_is_repeated_with_same_topic(auth: Service) -> None:
    from services.auth.push import queries

    async with a_push_service() as service:
        _, browser = await outbid(auth, service)
        async with auth.database.transaction() as session:
            assert len(await queries.take_messages(session, 10)) == 1
        assert await push_all(auth) == 0
        clock.forward(seconds=61)
        assert await push_all(auth) == 1
        assert len(service.read(browser)) == 1


async def test_notification_read_meanwhile_is_not_pushed(auth: Service) -> None:
    async with a_push_service() as service:
        listing, _ = await outbid(auth, service)
        await listing.bidder.call("POST", "/api/notifications/read", json={})
        await push_all(auth)
        assert (service.came, await waiting(auth)) == ([], 0)
