import base64
from typing import Any

import pytest

from libs.kit.process import clock
from libs.kit.testing import Service
from services.auth.tests.makers import refused
from services.auth.tests.people import PASSWORD, Person, a_person, an_admin, mails_to, token_in
from services.auth.tests.receivers import (
    a_receiver,
    a_webhook,
    ask_for_webhook,
    deliveries,
    is_signed,
    listener,
    own_webhooks,
    send_all,
    the_webhook,
)
from services.auth.tests.test_api_keys import tables_with

pytestmark = [pytest.mark.servers, pytest.mark.usefixtures("to_loopback")]


async def test_webhook_needs_password_and_shows_secret_once(auth: Service) -> None:
    person = await a_person(auth)
    answer = await ask_for_webhook(person, name="  Stock sync ", events=["order.paid", "bid.placed"])
    assert (answer.status_code, answer.headers["cache-control"]) == (201, "no-store")
    made = answer.json()
    assert len(base64.b64decode(made["secret"].removeprefix("whsec_"))) == 32
    [shown] = (await person.call("GET", own_webhooks(person))).json()
    assert shown == made["webhook"]
    assert (shown["name"], shown["url"], shown["status"]) == (
        "Stock sync",
        "https://hooks.example/wangi",
        "active",
    )
    assert shown["events"] == ["bid.placed", "order.paid"]
    bare = base64.b64decode(made["secret"].removeprefix("whsec_")).hex()
    assert await tables_with(auth, made["secret"][6:]) == await tables_with(auth, bare) == []
    mail = (await mails_to(auth, person.form["email"]))[-1]
    assert "hooks.example" in mail.text
    assert "/wangi" not in mail.text, "what follows the host may be a secret"


async def test_webhook_changes_need_a_proof(auth: Service) -> None:
    person = await a_person(auth)
    made = await a_webhook(person)
    assert refused(await ask_for_webhook(person, password=None)) == (403, "proof_needed")
    assert refused(await ask_for_webhook(person, password="Another-word-1")) == (401, "invalid_credentials")
    path = f"{own_webhooks(person)}/{made['webhook']['id']}/rotate"
    assert refused(await person.call("POST", path, json={})) == (403, "proof_needed")
    assert len((await person.call("GET", own_webhooks(person))).json()) == 1


async def test_person_has_at_most_five_webhooks(auth: Service) -> None:
    person = await a_person(auth)
    made = [await a_webhook(person) for _ in range(5)]
    assert refused(await ask_for_webhook(person)) == (409, "too_many_webhooks")
    await person.call("DELETE", f"{own_webhooks(person)}/{made[0]['webhook']['id']}")
    assert (await ask_for_webhook(person)).status_code == 201


@pytest.mark.parametrize(
    "changes",
    [
        {"name": ""},
        {"name": "x" * 65},
        {"name": "two\nlines"},
        {"events": []},
        {"events": ["message.sent"]},
        {"events": ["webhook.test"]},
        {"events": ["bid.placed"] * 24},
        {"url": ""},
        {"url": 7},
        {"url": "https://hooks.example/" + "a" * 1000},
        {"userId": 1},
    ],
)
async def test_invalid_webhook_is_refused(auth: Service, changes: dict[str, Any]) -> None:
    person = await a_person(auth)
    assert refused(await ask_for_webhook(person, **changes)) == (422, "invalid_input")


@pytest.mark.parametrize(
    ("url", "reason"),
    [
        ("http://hooks.example/", "scheme"),
        ("https://10.0.0.1/", "host"),
        ("https://user:word@hooks.example/", "credentials"),
        ("https://hooks.example:6379/", "port"),
    ],
)
async def test_webhook_to_internal_address_is_refused(auth: Service, url: str, reason: str) -> None:
    person = await a_person(auth)
    answer = await ask_for_webhook(person, url=url)
    assert refused(answer) == (422, "webhook_address_refused")
    assert answer.json()["details"] == {"reason": reason}


def running_with(auth: Service, monkeypatch: pytest.MonkeyPatch, **changes: Any) -> None:
    running = auth.app.state.auth
    monkeypatch.setattr(running, "settings", running.settings.model_copy(update=changes))


THIS_MACHINE = ["http://127.0.0.1:9000/", "http://localhost:9000/", "http://[::1]:9000/", "https://localhost"]


@pytest.mark.parametrize("url", THIS_MACHINE)
async def test_production_refuses_loopback_without_naming_a_setting(
    auth: Service, monkeypatch: pytest.MonkeyPatch, url: str
) -> None:
    running_with(auth, monkeypatch, environment="production")
    answer = await ask_for_webhook(await a_person(auth), url=url)
    assert refused(answer) == (422, "webhook_address_refused")
    assert answer.json()["details"].keys() == {"reason"}
    assert "LOOPBACK" not in answer.text


@pytest.mark.parametrize("url", THIS_MACHINE)
async def test_local_refusal_names_the_setting_for_loopback(
    auth: Service, monkeypatch: pytest.MonkeyPatch, url: str
) -> None:
    running_with(auth, monkeypatch, wangi_webhooks_to_loopback=False)
    person = await a_person(auth)
    answer = await ask_for_webhook(person, url=url)
    assert refused(answer) == (422, "webhook_address_refused")
    setting = answer.json()["details"]["setting"]
    assert f"start Wangi with {setting}=true and write 127.0.0.1" in answer.json()["message"]
    running_with(auth, monkeypatch, **{setting.lower(): True})
    near = url.replace("localhost", "127.0.0.1")
    assert (await ask_for_webhook(person, url=near)).status_code == 201


@pytest.mark.parametrize(
    "url", ["http://hooks.example/", "https://10.0.0.1/", "http://user@127.0.0.1/", "ftp://localhost/"]
)
async def test_refusal_without_remedy_names_no_setting(
    auth: Service, monkeypatch: pytest.MonkeyPatch, url: str
) -> None:
    running_with(auth, monkeypatch, wangi_webhooks_to_loopback=False)
    answer = await ask_for_webhook(await a_person(auth), url=url)
    assert refused(answer) == (422, "webhook_address_refused")
    assert answer.json()["details"].keys() == {"reason"}


async def test_webhooks_of_others_are_not_found(auth: Service) -> None:
    owner, stranger = await a_person(auth), await a_person(auth)
    webhook_id = (await a_webhook(owner))["webhook"]["id"]
    delivery = (await owner.call("POST", f"{own_webhooks(owner)}/{webhook_id}/test")).json()
    calls = [
        ("DELETE", "", {}),
        ("POST", "/pause", {}),
        ("POST", "/resume", {}),
        ("POST", "/test", {}),
        ("POST", "/rotate", {"password": PASSWORD}),
        ("GET", "/deliveries", {}),
        ("POST", f"/deliveries/{delivery['id']}/resend", {}),
    ]
    for method, path, form in calls:
        options = {"json": form} if form else {}
        asked = await stranger.call(method, f"{own_webhooks(stranger)}/{webhook_id}{path}", **options)
        assert refused(asked) == (404, "not_found"), path
        asked = await stranger.call(method, f"{own_webhooks(owner)}/{webhook_id}{path}", **options)
        assert refused(asked) == (403, "forbidden"), path
    assert refused(await stranger.call("GET", own_webhooks(owner))) == (403, "forbidden")
    own = (await a_webhook(stranger))["webhook"]["id"]
    path = f"{own_webhooks(stranger)}/{own}/deliveries/{delivery['id']}/resend"
    assert refused(await stranger.call("POST", path)) == (404, "not_found")


async def test_test_message_is_signed_and_listed(auth: Service) -> None:
    async with a_receiver() as receiver:
        person, made = await listener(auth, receiver)
        webhook_id = made["webhook"]["id"]
        assert (await person.call("POST", f"{own_webhooks(person)}/{webhook_id}/test")).status_code == 202
        await send_all(auth)
        [message] = receiver.messages
        assert (message["type"], message["data"]) == ("webhook.test", {"webhookId": webhook_id})
        assert is_signed(receiver.came[0], made["secret"])
        assert receiver.came[0][0]["Content-Type"] == "application/json"
        [shown] = await deliveries(person, webhook_id)
    assert (shown["state"], shown["statusCode"], shown["attempts"]) == ("delivered", 200, 1)
    assert shown["messageId"] == receiver.ids[0]
    assert shown["nextAt"] is None


async def test_new_secret_signs_at_once_and_old_one_for_a_day(auth: Service) -> None:
    async with a_receiver() as receiver:
        person, made = await listener(auth, receiver)
        path = f"{own_webhooks(person)}/{made['webhook']['id']}"
        again = (await person.call("POST", f"{path}/rotate", json={"password": PASSWORD})).json()
        assert again["webhook"]["previousEndsAt"] is not None
        await person.call("POST", f"{path}/test")
        await send_all(auth)
        assert is_signed(receiver.came[-1], again["secret"])
        assert is_signed(receiver.came[-1], made["secret"])
        clock.forward(hours=25)
        await person.call("POST", f"{path}/test")
        await send_all(auth)
        assert is_signed(receiver.came[-1], again["secret"])
        assert not is_signed(receiver.came[-1], made["secret"])
        form = {"password": PASSWORD, "endNow": True}
        third = (await person.call("POST", f"{path}/rotate", json=form)).json()
        await person.call("POST", f"{path}/test")
        await send_all(auth)
        assert is_signed(receiver.came[-1], third["secret"])
        assert not is_signed(receiver.came[-1], again["secret"])


async def test_paused_webhook_sends_queued_deliveries_on_resume(
    auth: Service,
) -> None:
    async with a_receiver() as receiver:
        person, made = await listener(auth, receiver)
        path = f"{own_webhooks(person)}/{made['webhook']['id']}"
        await person.call("POST", f"{path}/test")
        paused = (await person.call("POST", f"{path}/pause")).json()
        assert (paused["status"], paused["pausedFor"], paused["waiting"]) == ("paused", "owner", 1)
        assert refused(await person.call("POST", f"{path}/test")) == (409, "webhook_paused")
        await send_all(auth)
        assert receiver.came == []
        resumed = (await person.call("POST", f"{path}/resume")).json()
        assert (resumed["status"], resumed["pausedFor"]) == ("active", None)
        await send_all(auth)
        assert receiver.events == ["webhook.test"]


async def test_deleted_webhook_leaves_nothing(auth: Service) -> None:
    async with a_receiver() as receiver:
        person, made = await listener(auth, receiver)
        webhook_id = made["webhook"]["id"]
        await person.call("POST", f"{own_webhooks(person)}/{webhook_id}/test")
        assert (await person.call("DELETE", f"{own_webhooks(person)}/{webhook_id}")).status_code == 200
        await send_all(auth)
        assert receiver.came == []
    assert not await auth.rows("SELECT 1 FROM webhook_deliveries WHERE endpoint_id = :id", id=webhook_id)


async def test_ban_stops_webhooks_and_suspension_pauses_them(auth: Service) -> None:
    async with a_receiver() as receiver:
        person, made = await listener(auth, receiver)
        webhook_id = made["webhook"]["id"]
        test = f"{own_webhooks(person)}/{webhook_id}/test"
        await person.call("POST", test)
        await suspend(auth, person, days=2)
        await send_all(auth)
        assert receiver.came == []
        clock.forward(days=2, minutes=1)
        await send_all(auth)
        assert receiver.events == ["webhook.test"]
        await person.sign_in()
        await person.call("POST", test)
        await ban(auth, person)
        await send_all(auth)
        assert receiver.events == ["webhook.test"]
        await person.sign_in()
        shown = await the_webhook(person, webhook_id)
        assert (shown["status"], shown["pausedFor"]) == ("paused", "banned")
        await person.call("POST", f"{own_webhooks(person)}/{webhook_id}/resume")
        await send_all(auth)
        assert receiver.events == ["webhook.test"], "who is banned is sent nothing, resumed or not"


async def test_account_recovery_pauses_webhooks(auth: Service) -> None:
    person = await a_person(auth)
    webhook_id = (await a_webhook(person))["webhook"]["id"]
    await auth.http.post("/api/v1/auth/forgot-password", json={"email": person.form["email"]})
    link = token_in((await mails_to(auth, person.form["email"]))[-1])
    form = {"token": link, "password": "Cendana-wangi-7"}
    assert (await auth.http.post("/api/update-password", json=form)).status_code == 200
    person.form["password"] = form["password"]
    await person.sign_in()
    shown = await the_webhook(person, webhook_id)
    assert (shown["status"], shown["pausedFor"]) == ("paused", "account")


async def suspend(auth: Service, person: Person, *, days: int) -> None:
    admin = await an_admin(auth)
    form = {"days": days, "reason": "a test needs it"}
    answer = await admin.call("POST", f"/api/admin/users/{person.id}/suspend", json=form)
    assert answer.status_code == 200, answer.text


async def ban(auth: Service, person: Person) -> None:
    admin = await an_admin(auth)
    form = {"isBanned": True, "reason": "a test needs it"}
    answer = await admin.call("PATCH", f"/api/admin/users/{person.id}/ban", json=form)
    assert answer.status_code == 200, answer.text
