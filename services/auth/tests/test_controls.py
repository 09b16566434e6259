"""Each guard of accounts taken out once: what its suite then sees (the controls of P-F3, P-F4 and P-F5)."""

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
    """One verification link, opened twice."""
    form = await registered(auth)
    body = {"token": token_in((await mails_to(auth, form["email"]))[-1])}
    return [(await auth.http.post("/api/verify-email", json=body)).status_code for _ in range(2)]


async def test_a_link_that_is_not_consumed_would_work_twice(
    auth: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The control of P-F3: the same question with the link looked up instead of taken."""
    assert await twice(auth) == [200, 400]

    async def look(session: AsyncSession, link_id: str, token_hash: bytes) -> OneTimeLink | None:
        match = (col(OneTimeLink.id) == link_id) & (col(OneTimeLink.token_hash) == token_hash)
        return (await session.execute(select(OneTimeLink).where(match))).scalar_one_or_none()

    monkeypatch.setattr("services.auth.mail.queries.take_link", look)
    assert await twice(auth) == [200, 200]


async def test_a_link_built_from_the_request_would_lead_to_the_thief(
    auth: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The control of P-F3: with the address taken from `Host`, the search for it in the letter finds it."""
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
    """Measure in turns how long a wrong password takes for a known and for an unknown username."""
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
async def test_without_the_dummy_hash_the_clock_tells_who_has_an_account(
    auth: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The control of P-F4: over the whole way of a sign-in, not the hash alone."""
    person, passwords = await a_person(auth), auth.app.state.auth.passwords
    monkeypatch.setattr(auth.app.state.auth, "generosity", 1000)
    verify = passwords.verify

    async def hurried(password: str, stored: str | None) -> bool:
        return stored is not None and bool(await verify(password, stored))

    monkeypatch.setattr(passwords, "verify", hurried)
    somebody, nobody = await medians(auth, person.form["username"])
    assert somebody - nobody > 5


async def test_a_guess_that_is_counted_only_afterwards_is_free_while_others_are_judged(
    auth: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The control of P-F5: with the count taken out, the hundredth guess is judged like the first."""
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
