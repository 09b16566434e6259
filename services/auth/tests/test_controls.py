import statistics
import time
from typing import Any

import pytest
from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col

from libs.kit.testing import Service
from services.auth.mail.models import OneTimeLink
from services.auth.sign_in import guessing
from services.auth.tests.people import PASSWORD, a_person, mails_to, registered, token_in

pytestmark = pytest.mark.servers


async def twice(auth: Service) -> list[int]:
    form = await registered(auth)
    body = {"token": token_in((await mails_to(auth, form["email"]))[-1])}
    return [(await auth.http.post("/api/verify-email", json=body)).status_code for _ in range(2)]


async def test_control_link_that_is_not_consumed_works_twice(
    auth: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    """P-F3"""
    assert await twice(auth) == [200, 400]

    async def look(session: AsyncSession, link_id: str, token_hash: bytes) -> OneTimeLink | None:
        match = (col(OneTimeLink.id) == link_id) & (col(OneTimeLink.token_hash) == token_hash)
        return (await session.execute(select(OneTimeLink).where(match))).scalar_one_or_none()

    monkeypatch.setattr("services.auth.mail.queries.take_link", look)
    assert await twice(auth) == [200, 200]


async def test_control_link_built_from_host_header_leads_to_attacker(
    auth: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    """P-F3"""
    person, settings = await a_person(auth), auth.app.state.auth.settings
    asked = {"email": person.form["email"]}
    poison = {"Host": "evil.example"}

    async def mail() -> str:
        await auth.http.post("/api/v1/auth/forgot-password", json=asked, headers=poison)
        return (await mails_to(auth, person.form["email"]))[-1].text

    assert "evil.example" not in await mail()
    believing = settings.model_copy(update={"base_url": f"https://{poison['Host']}"})
    monkeypatch.setattr(auth.app.state.auth, "settings", believing)
    assert "evil.example" in await mail()


async def medians(auth: Service, known: str) -> tuple[float, float]:
    """For a known and for an unknown username, in turns."""
    spent: dict[str, list[float]] = {known: [], "": []}
    for number in range(25):
        for name in spent:
            form = {"username": name or f"nobody-{number}", "password": "wrong-guess"}
            began = time.perf_counter()
            await auth.http.post("/api/v1/auth/login", json=form)
            spent[name].append((time.perf_counter() - began) * 1000)
    return statistics.median(spent[known][3:]), statistics.median(spent[""][3:])


@pytest.mark.quiet
@pytest.mark.usefixtures("costly_passwords")
async def test_control_without_dummy_hash_timing_reveals_accounts(
    auth: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    """P-F4"""
    person, passwords = await a_person(auth), auth.app.state.auth.passwords
    monkeypatch.setattr(auth.app.state.auth, "generosity", 1000)
    verify = passwords.verify

    async def hurried(password: str, stored: str | None) -> bool:
        return stored is not None and bool(await verify(password, stored))

    monkeypatch.setattr(passwords, "verify", hurried)
    somebody, nobody = await medians(auth, person.form["username"])
    assert somebody - nobody > 5


async def test_control_guess_counted_afterwards_is_free(
    auth: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    """P-F5"""
    person = await a_person(auth)

    async def guesses() -> list[int]:
        stranger = person.elsewhere()
        return [(await stranger.sign_in(password="wrong-guess")).status_code for _ in range(12)]

    assert 429 in await guesses()

    async def never(*_: Any) -> bool:
        return True

    monkeypatch.setattr(guessing, "count_guess", never)
    assert set(await guesses()) == {401}
    assert (await person.elsewhere().sign_in(password=PASSWORD)).status_code == 200
