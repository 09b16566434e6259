import asyncio
import statistics
import time
from typing import Any

import pytest
from sqlalchemy import text

from libs.kit.process import clock
from libs.kit.testing import Service
from services.auth.sign_in import authentication, guessing
from services.auth.tests.people import PASSWORD, Person, a_form, a_person
from services.auth.tests.test_recovery import NEW

pytestmark = pytest.mark.servers


class TestGuessing:
    """P-F5, S09: counted per account and per network, before the guess is judged."""

    async def guesses(self, person: Person, times: int, **headers: str) -> list[int]:
        async def guess(number: int) -> int:
            asked = {"username": person.form["username"], "password": f"a-wrong-guess-{number}"}
            sent = {name.replace("_", "-"): value.format(number) for name, value in headers.items()}
            answer = await person.auth.http.post("/api/v1/auth/login", json=asked, headers=sent)
            return int(answer.status_code)

        return list(await asyncio.gather(*(guess(number) for number in range(times))))

    async def test_fifty_concurrent_guesses_with_forged_headers_count_as_ten(self, auth: Service) -> None:
        """P-F5, S09"""
        person = await a_person(auth)
        auth.http.cookies.clear()
        statuses = await self.guesses(person, 50, X_Forwarded_For="203.0.{}.9", Forwarded="for=198.51.100.{}")
        assert statuses.count(401) == 10
        assert set(statuses) <= {401, 429, 503}  # 503: too many concurrent guesses.

    async def test_owner_signs_in_from_known_device_while_strangers_guess(self, auth: Service) -> None:
        """P-F5"""
        person = await a_person(auth)
        auth.http.cookies.clear()
        await self.guesses(person, 30, X_Forwarded_For="203.0.{}.9")
        stranger = await person.elsewhere().sign_in()
        assert stranger.status_code == 429
        assert int(stranger.headers["Retry-After"]) > 60
        assert (await person.sign_in()).status_code == 200

    async def test_sign_in_is_possible_again_after_fifteen_minutes(self, auth: Service) -> None:
        person = await a_person(auth)
        auth.http.cookies.clear()
        await self.guesses(person, 30, X_Forwarded_For="203.0.{}.9")
        clock.forward(minutes=15, seconds=1)
        assert (await person.elsewhere().sign_in()).status_code == 200

    @pytest.mark.quiet
    @pytest.mark.parametrize(("addresses", "most"), [(1, 3), (200, 60)])
    async def test_address_or_network_guessing_many_accounts_is_stopped(
        self, auth: Service, monkeypatch: pytest.MonkeyPatch, addresses: int, most: int
    ) -> None:
        """S09"""
        monkeypatch.setattr(authentication, "MAX_WRONG", 3)
        auth.http.cookies.clear()
        statuses = []
        for number in range(most + 4):
            asked = {"username": f"sprayed-{number}", "password": "Summer-2026!"}
            headers = {"X-Forwarded-For": f"198.51.100.{number % addresses}"}
            statuses.append(
                (await auth.http.post("/api/v1/auth/login", json=asked, headers=headers)).status_code
            )
        assert statuses[:most] == [401] * most
        assert statuses[most:] == [429] * 4

    async def test_one_address_does_not_use_up_its_networks_guesses(
        self, auth: Service, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(authentication, "MAX_WRONG", 3)
        auth.http.cookies.clear()

        async def status(number: int, address: int) -> int:
            asked = {"username": f"sprayed-{number}", "password": "Summer-2026!"}
            headers = {"X-Forwarded-For": f"198.51.100.{address}"}
            return (await auth.http.post("/api/v1/auth/login", json=asked, headers=headers)).status_code

        assert {await status(number, 1) for number in range(70)} == {401, 429}
        assert await status(71, 2) == 401

    async def test_unknown_account_has_the_same_limit(self, auth: Service) -> None:
        """P-F4"""
        asked = {"username": "nobody-at-all", "password": "Summer-2026!"}
        statuses = [(await auth.http.post("/api/v1/auth/login", json=asked)).status_code for _ in range(12)]
        assert statuses == [401] * 10 + [429] * 2

    async def test_username_and_email_share_an_accounts_limit(self, auth: Service) -> None:
        """P-F5"""
        person = await a_person(auth)
        auth.http.cookies.clear()
        await self.guesses(person, 10)
        by_mail = [
            (
                await auth.http.post(
                    "/api/v1/auth/login", json={"email": person.form["email"], "password": word}
                )
            )
            for word in ["wrong-guess-11"] * 5 + [PASSWORD]
        ]
        assert [answer.status_code for answer in by_mail] == [401] * 6

    async def test_current_password_guesses_of_stolen_session_are_limited(self, auth: Service) -> None:
        """S09"""
        person = await a_person(auth)
        asked = {"currentPassword": "wrong-guess-1", "newPassword": NEW}
        statuses = [
            (await person.call("POST", "/api/user/change-password", json=asked)).status_code
            for _ in range(10)
        ]
        deleted = await person.call("DELETE", f"/api/user/{person.id}", json={"password": PASSWORD})
        assert statuses == [401] * 10
        assert deleted.status_code == 429

    async def test_control_guesses_counted_by_read_then_write_all_pass(self, auth: Service) -> None:
        """P-F5"""
        read = text("SELECT coalesce(max(made), 0) FROM guess_counts WHERE bucket = 'control'")
        write = text(
            "INSERT INTO guess_counts VALUES ('control', 1, clock_timestamp() + interval '1 hour') "
            "ON CONFLICT (bucket) DO UPDATE SET made = guess_counts.made + 1"
        )

        async def naive() -> bool:
            async with auth.database.reading() as session:
                made = (await session.execute(read)).scalar_one()
            await asyncio.sleep(0.05)  # Where the password would be checked.
            async with auth.database.transaction() as session:
                await session.execute(write)
            return int(made) < 10

        passed = await asyncio.gather(*(naive() for _ in range(16)))
        assert sum(passed) > 10

        from services.auth.sign_in.rules import Bucket

        async def ours() -> bool:
            return await guessing.count_guess(auth.database, [Bucket("ours", 10, quiet=True)])

        assert sum(await asyncio.gather(*(ours() for _ in range(16)))) == 10


@pytest.mark.quiet
@pytest.mark.usefixtures("costly_passwords")
class TestEnumeration:
    """P-F4, S08"""

    async def relative_difference(
        self, auth: Service, path: str, pairs: list[tuple[dict[str, Any], dict[str, Any]]]
    ) -> float:
        """In turns, so that load affects both. Compares the quickest responses."""
        spent: tuple[list[float], list[float]] = ([], [])
        for pair in pairs:
            for side, form in zip(spent, pair, strict=True):
                began = time.perf_counter()
                await auth.http.post(path, json=form)
                side.append((time.perf_counter() - began) * 1000)
        quick = [statistics.quantiles(side[5:], n=5)[0] for side in spent]
        return abs(quick[0] / quick[1] - 1)

    async def test_unknown_account_takes_as_long_as_known_one(self, auth: Service) -> None:
        auth.app.state.auth.generosity, before = 1000, auth.app.state.auth.generosity
        try:
            person = await a_person(auth)
            known = {"username": person.form["username"], "password": "wrong-guess"}
            pairs = [(known, {"username": f"nobody-{n}", "password": "wrong-guess"}) for n in range(60)]
            assert await self.relative_difference(auth, "/api/v1/auth/login", pairs) < 0.2
        finally:
            auth.app.state.auth.generosity = before

    async def test_taken_address_takes_as_long_to_register_as_new_one(self, auth: Service) -> None:
        person = await a_person(auth)
        pairs = [(a_form(), a_form(email=person.form["email"])) for _ in range(40)]
        assert await self.relative_difference(auth, "/api/v1/auth/register", pairs) < 0.2
