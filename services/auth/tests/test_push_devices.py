import socket
from typing import Any

import pytest
from sqlalchemy import text

from libs.kit.process import clock
from libs.kit.testing import Service
from services.auth.push.keys import PushSigner
from services.auth.push.rules import MAX_DEVICES
from services.auth.push.sending import PushSender
from services.auth.tests.auctioned_listings import an_auctioned_listing
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
from services.auth.tests.people import a_person
from services.auth.webhooks.client import WebhookClient

pytestmark = [pytest.mark.servers, pytest.mark.usefixtures("to_loopback")]


@pytest.fixture(autouse=True)
async def no_device_yet(auth: Service) -> None:
    async with auth.database.transaction() as session:
        await session.execute(text("DELETE FROM push_subscriptions"))


async def test_signed_out_device_gets_no_push(auth: Service) -> None:
    async with a_push_service() as service:
        listing, _ = await outbid(auth, service)
        other = listing.bidder.elsewhere()
        await other.sign_in()
        sessions = (await other.call("GET", f"/api/user/{other.id}/sessions")).json()
        for session in sessions:
            if not session["current"]:
                await other.call("DELETE", f"/api/user/{other.id}/sessions/{session['id']}")
        await push_all(auth)
        assert service.came == []
        assert await devices_of(other) == []


async def test_device_is_renewed_and_eleventh_replaces_oldest(
    auth: Service,
) -> None:
    async with a_push_service() as service:
        person, browser = await a_person(auth), FakeBrowser()
        form = browser.form(f"{service.address}/push/same-{person.id}")
        ids = {(await person.call("POST", own_devices(person), json=form)).json()["id"] for _ in range(2)}
        assert len(ids) == 1
        for _ in range(MAX_DEVICES):
            clock.forward(seconds=1)
            another = person.elsewhere()
            await another.sign_in()
            await turn_on(another, service)
        left = await devices_of(person)
        assert len(left) == MAX_DEVICES
        assert ids.isdisjoint({device["id"] for device in left})


async def test_shared_browser_pushes_only_to_latest_person(auth: Service) -> None:
    async with a_push_service() as service:
        listing = await an_auctioned_listing(auth)
        browser, form = FakeBrowser(), None
        form = browser.form(f"{service.address}/push/shared-{listing.bidder.id}")
        await listing.bidder.call("POST", own_devices(listing.bidder), json=form)
        await auth.deliver(listing.outbid())
        other = await a_person(auth)
        assert (await other.call("POST", own_devices(other), json=form)).status_code == 201
        await push_all(auth)
        assert service.came == []
        assert (await devices_of(listing.bidder), len(await devices_of(other))) == ([], 1)


async def test_devices_of_another_person_are_inaccessible(auth: Service) -> None:
    async with a_push_service() as service:
        owner, stranger = await a_person(auth), await a_person(auth)
        await turn_on(owner, service)
        (device,) = await devices_of(owner)
        assert await devices_of(stranger) == []
        assert (await stranger.call("GET", own_devices(owner))).status_code == 403
        for path in (f"{own_devices(owner)}/{device['id']}", f"{own_devices(stranger)}/{device['id']}"):
            assert (await stranger.call("DELETE", path)).status_code in (403, 404)
        assert len(await devices_of(owner)) == 1
        assert (await owner.call("DELETE", f"{own_devices(owner)}/{device['id']}")).status_code == 200
        assert await devices_of(owner) == []


@pytest.mark.parametrize(
    "endpoint",
    [
        "http://fcm.googleapis.com/fcm/send/a", "https://10.0.0.1/a", "https://169.254.169.254/latest",
        "https://hooks.example/a", "https://fcm.googleapis.com.evil.example/a", "https://evilpush.apple.com/a",
        "https://fcm.googleapis.com:8080/a", "https://me@fcm.googleapis.com/a", "file:///etc/passwd",
    ],
)  # fmt: skip
async def test_unknown_push_service_is_refused(auth: Service, endpoint: str) -> None:
    person = await a_person(auth)
    answer = await person.call("POST", own_devices(person), json=FakeBrowser().form(endpoint))
    assert (answer.status_code, answer.json()["code"]) == (422, "push_service_unknown")


@pytest.mark.parametrize(
    "change",
    [
        {"publicKey": "A" * 87},
        {"publicKey": "B"},
        {"secret": "x"},
        {"endpoint": "https://a/" * 200},
        {"more": 1},
    ],
)
async def test_invalid_subscription_keys_are_refused(auth: Service, change: dict[str, Any]) -> None:
    person = await a_person(auth)
    form = FakeBrowser().form("https://fcm.googleapis.com/fcm/send/a") | change
    assert (await person.call("POST", own_devices(person), json=form)).status_code == 422


async def test_push_service_name_resolving_internally_is_not_called(
    auth: Service,
) -> None:
    async with a_push_service() as service:
        listing = await an_auctioned_listing(auth)
        port = int(service.address.rpartition(":")[2])

        async def inside(host: str, _: int) -> list[Any]:
            return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", ("127.0.0.1", port))]

        form = FakeBrowser().form("https://web.push.apple.com/abc")
        assert (await listing.bidder.call("POST", own_devices(listing.bidder), json=form)).status_code == 201
        await auth.deliver(listing.outbid())
        client = WebhookClient(lookup=inside)
        assert await PushSender(auth.database, auth.app.state.auth.push_signer, client).send_due() == 1
        await client.close()
        assert (service.came, await waiting(auth)) == ([], 1)


async def test_push_key_survives_a_restart(auth: Service) -> None:
    running = auth.app.state.auth
    again = PushSigner(running.safe, "mailto:hello@wangi.example")
    await again.open(auth.database)
    assert again.public_key == running.push_signer.public_key
    (row,) = await auth.rows("SELECT sealed FROM push_keys")
    assert len(row["sealed"]) == 12 + 32 + 16
