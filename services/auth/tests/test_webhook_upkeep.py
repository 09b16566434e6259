import secrets

import pytest

from libs.kit.process import clock
from libs.kit.security.safe import Safe
from libs.kit.testing import Service
from services.auth import rekeying
from services.auth.jobs import tidy_once
from services.auth.tests.receivers import (
    a_receiver,
    deliveries,
    is_signed,
    listener,
    own_webhooks,
    send_all,
)

pytestmark = [pytest.mark.servers, pytest.mark.usefixtures("to_loopback")]


async def test_webhook_secrets_are_resealed_with_root_secret(
    auth: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    running = auth.app.state.auth
    old = running.settings.account_secret.get_secret_value()
    async with a_receiver() as receiver:
        person, made = await listener(auth, receiver)
        new = secrets.token_urlsafe(32)
        monkeypatch.setattr(running, "safe", Safe(new, old))
        assert (await rekeying.reseal(running))["webhooks"] >= 1
        monkeypatch.setattr(running, "safe", Safe(new))
        await person.call("POST", f"{own_webhooks(person)}/{made['webhook']['id']}/test")
        await send_all(auth)
        assert is_signed(receiver.came[-1], made["secret"])
        monkeypatch.setattr(running, "safe", Safe(old, new))
        await rekeying.reseal(running)


async def test_newest_deliveries_of_a_week_are_kept(auth: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("services.auth.webhooks.rules.MAX_KEPT", 3)
    async with a_receiver() as receiver:
        person, made = await listener(auth, receiver)
        webhook_id = made["webhook"]["id"]
        for _ in range(5):
            await person.call("POST", f"{own_webhooks(person)}/{webhook_id}/test")
        await send_all(auth)
        await person.call("POST", f"{own_webhooks(person)}/{webhook_id}/test")
        await tidy_once(auth.app, running := auth.app.state.auth)
        states = [delivery["state"] for delivery in await deliveries(person, webhook_id)]
        assert states == ["waiting", "delivered", "delivered", "delivered"]
        [older] = [delivery["id"] for delivery in await deliveries(person, webhook_id)][-1:]
        assert await deliveries(person, webhook_id, before=older) == []
        clock.forward(days=8)
        await tidy_once(auth.app, running)  # May also rotate the signing key.
        await person.sign_in()
        assert await deliveries(person, webhook_id) == []
