import secrets
from collections.abc import AsyncIterator, Awaitable, Callable

import pytest
from pydantic import SecretStr
from sqlalchemy import text

from libs.kit.process import clock
from libs.kit.security.safe import Safe
from libs.kit.testing import Service
from services.auth import rekeying
from services.auth.auth_services import AuthServices, open_auth_services
from services.auth.sign_in.models import SIGNING
from services.auth.tests.people import Person
from services.auth.tests.test_passkeys import sign_in as sign_in_with
from services.auth.tests.test_passkeys import with_passkey
from services.auth.tests.test_second_factor import digits, enrolled

pytestmark = pytest.mark.servers


Start = Callable[..., Awaitable[AuthServices]]


@pytest.fixture
async def start(auth: Service) -> AsyncIterator[Start]:
    """The original secret is restored at the end."""
    state, settings = auth.app.state, auth.app.state.settings

    async def start_with(secret: str, also: str | None = None) -> AuthServices:
        change = {
            "account_secret": SecretStr(secret),
            "account_secret_also": SecretStr(also) if also else None,
        }
        state.settings = settings.model_copy(update=change)
        await open_auth_services(auth.app)
        started: AuthServices = state.auth
        return started

    yield start_with
    own = settings.account_secret.get_secret_value()
    last = state.settings.account_secret.get_secret_value()
    await rekeying.reseal(await start_with(own, also=last))
    state.settings = settings
    await forget_foreign_keys(auth)
    await open_auth_services(auth.app)


async def forget_foreign_keys(auth: Service) -> None:
    safe = Safe(own_secret(auth))
    keys = await auth.rows("SELECT kid, sealed FROM signing_keys")
    foreign = [key["kid"] for key in keys if not safe.is_current(key["sealed"], SIGNING)]
    async with auth.database.transaction() as session:
        gone = text("UPDATE signing_keys SET gone_at = '2000-01-01' WHERE kid = ANY(:foreign)")
        await session.execute(gone, {"foreign": foreign})
        # A later test would reach the expiry of auth's keys.
        await session.execute(text("UPDATE signing_keys SET gone_at = NULL WHERE gone_at > now()"))


def own_secret(auth: Service) -> str:
    secret: str = auth.app.state.settings.account_secret.get_secret_value()
    return secret


async def everything_works(person: Person, secret: str, code: str) -> None:
    assert (await person.call("GET", "/api/v1/auth/me")).status_code == 200
    refreshed = await person.call("POST", "/api/v1/auth/refresh")
    assert refreshed.status_code == 200, refreshed.text
    person.token = refreshed.json()["token"]
    clock.forward(minutes=1)
    assert (await person.elsewhere().sign_in(code=digits(secret, clock.about_now()))).status_code == 200
    assert (await person.elsewhere().sign_in(code=code)).status_code == 200


async def test_rotating_account_secret_keeps_sessions_and_second_factors(auth: Service, start: Start) -> None:
    person, secret, codes = await enrolled(auth)
    holder, device = await with_passkey(auth)
    old, new = own_secret(auth), secrets.token_urlsafe(32)
    push_key = auth.app.state.auth.push_signer.public_key
    await everything_works(person, secret, codes.pop())
    for first, also in ((old, new), (new, old)):
        await start(first, also)
        await everything_works(person, secret, codes.pop())
        assert (await sign_in_with(auth, device)).status_code == 200
    started = await start(new, old)
    counts = await rekeying.reseal(started)
    assert counts["secondFactors"] >= 1 <= counts["signingKeys"]
    assert counts["pushKeys"] == 1
    assert counts["keptKeys"] >= len(rekeying.KEEPING)
    await everything_works(person, secret, codes.pop())
    clock.forward(
        seconds=started.settings.key_head_start_seconds, minutes=started.settings.access_minutes + 2
    )
    assert await rekeying.reseal(started) == dict.fromkeys(counts, 0) | {"lost": counts["lost"]}
    await everything_works(person, secret, codes.pop())
    # Push subscriptions remain valid.
    assert (await start(new)).push_signer.public_key == push_key
    await everything_works(person, secret, codes.pop())
    assert (await sign_in_with(auth, device)).status_code == 200
    assert holder.id


async def test_control_without_old_secret_unsealed_data_is_lost(auth: Service, start: Start) -> None:
    person, secret, codes = await enrolled(auth)
    await start(secrets.token_urlsafe(32))
    assert (await person.call("POST", "/api/v1/auth/refresh")).status_code == 401
    clock.forward(minutes=1)
    for code in (digits(secret, clock.about_now()), codes[0]):
        assert (await person.elsewhere().sign_in(code=code)).status_code == 401


async def test_replica_with_old_secret_repeats_refresh_answer(auth: Service, start: Start) -> None:
    person, _, _ = await enrolled(auth)
    old, new = own_secret(auth), secrets.token_urlsafe(32)
    before = dict(person.cookies)
    await start(old, new)
    assert (await person.call("POST", "/api/v1/auth/refresh")).status_code == 200
    given = dict(person.cookies)
    await start(new, old)
    person.cookies = before
    assert (await person.call("POST", "/api/v1/auth/refresh")).status_code == 200
    assert person.cookies == given
    assert (await person.call("POST", "/api/v1/auth/refresh")).status_code == 200


async def test_accounts_are_resealed_in_batches(
    auth: Service, start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    people = [(await enrolled(auth))[0].id for _ in range(3)]
    started = await start(secrets.token_urlsafe(32), own_secret(auth))
    monkeypatch.setattr(rekeying, "PIECE", 2)
    await rekeying.reseal(started)
    rows = await auth.rows("SELECT id, totp_secret FROM users WHERE id = ANY(:people)", people=people)
    assert len(rows) == 3
    assert all(started.safe.is_current(row["totp_secret"], rekeying.purpose_of(row["id"])) for row in rows)
