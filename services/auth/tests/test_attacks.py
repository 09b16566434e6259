import asyncio
from collections.abc import Iterator
from typing import Any

import pytest

from libs.kit.errors import Unavailable
from libs.kit.process import clock
from libs.kit.testing import Service
from services.auth.jobs import tidy_once
from services.auth.privacy import erasure
from services.auth.sign_in import guessing
from services.auth.sign_in import service as sign_in_service
from services.auth.sign_in.rules import Bucket
from services.auth.tests.people import (
    PASSWORD,
    Person,
    a_form,
    a_person,
    an_admin,
    mails_to,
    registered,
    token_in,
)
from services.auth.tests.test_erasure import Answering
from services.auth.tests.test_profile import a_photo, uploaded

pytestmark = pytest.mark.servers


WRONG = "not-this-one-1"


@pytest.fixture
def neighbours(auth: Service) -> Iterator[dict[str, Answering]]:
    before, asked = auth.app.state.calls, {name: Answering() for name in erasure.ANSWERING}
    auth.app.state.calls = asked
    yield asked
    auth.app.state.calls = before


class TestMail:
    async def test_lookalike_address_gets_no_link(self, auth: Service) -> None:
        """P-F3, S17"""
        person = await a_person(auth)
        wide = person.form["email"].replace("p", "\uff50", 1)
        answer = await auth.http.post("/api/v1/auth/forgot-password", json={"email": wide})
        assert answer.status_code in {200, 422}
        assert await mails_to(auth, wide) == []

    async def test_link_confirms_only_its_own_address(self, auth: Service) -> None:
        """P-F3, U9"""
        person, victim = await a_person(auth), f"victim-{a_form()['email']}"
        own = f"own-{person.form['email']}"
        await person.move(own)
        link = token_in((await mails_to(auth, own))[-1])
        await person.move(victim)
        answer = await auth.http.post("/api/verify-email", json={"token": link})
        assert (answer.status_code, answer.json()["code"]) == (400, "invalid_link")
        assert (await person.call("GET", "/api/v1/auth/me")).json()["email"] == person.form["email"]
        mail = (await mails_to(auth, victim))[-1]
        assert (await auth.http.post("/api/verify-email", json={"token": token_in(mail)})).status_code == 200

    async def test_repeated_registration_does_not_flood_a_mailbox(self, auth: Service) -> None:
        """S18"""
        person = await a_person(auth)
        answers = [
            await auth.http.post("/api/v1/auth/register", json=a_form(email=person.form["email"]))
            for _ in range(9)
        ]
        assert {answer.status_code for answer in answers} == {201}
        assert len(await mails_to(auth, person.form["email"])) <= 6

    async def test_repeated_address_changes_flood_no_mailbox(self, auth: Service) -> None:
        """S18"""
        person, victim = await a_person(auth), f"flooded-{a_form()['email']}"
        for number in range(9):
            for email in (victim, f"n{number}-{person.form['email']}"):
                await person.move(email)
        assert len(await mails_to(auth, victim)) <= 5
        assert len(await mails_to(auth, person.form["email"])) <= 11


class TestGuards:
    async def test_concurrent_sign_ins_of_one_network_do_not_deadlock(self, auth: Service) -> None:
        """P-F5, S09"""
        buckets = [
            [Bucket("a:1", 10_000), Bucket(f"m:{n % 5}", 10_000), Bucket("z:1", 10_000)] for n in range(5)
        ]

        async def guess(number: int) -> None:
            mine = buckets[number % 5][:: 1 if number % 2 else -1]
            for _ in range(12):
                assert await guessing.count_guess(auth.database, mine)
                await guessing.give_guess_back(auth.database, mine)

        await asyncio.gather(*(guess(number) for number in range(10)))

    async def test_guessing_neighbour_does_not_lock_out_known_browser(
        self, auth: Service, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """P-F5"""
        person = await a_person(auth)
        monkeypatch.setattr("services.auth.sign_in.authentication.MAX_WRONG", 20)
        auth.http.cookies.clear()
        for number in range(21):
            await auth.http.post(
                "/api/v1/auth/login", json={"username": f"spray-{number}", "password": WRONG}
            )
        assert (await person.elsewhere().sign_in()).status_code == 429
        assert (await person.sign_in()).status_code == 200

    async def test_owner_signs_in_after_mail_reset_despite_guessing(self, auth: Service) -> None:
        """P-F5"""
        person = await a_person(auth)
        for _ in range(12):
            await person.elsewhere().sign_in(password=WRONG)
        await auth.http.post("/api/v1/auth/forgot-password", json={"email": person.form["email"]})
        token = token_in((await mails_to(auth, person.form["email"]))[-1])
        fresh = person.elsewhere()
        reset = await fresh.call(
            "POST", "/api/update-password", json={"token": token, "password": "Bunga-raya-44"}
        )
        assert reset.status_code == 200
        assert "wangi_refresh" not in fresh.cookies
        assert (await fresh.sign_in(password="Bunga-raya-44")).status_code == 200

    async def test_expired_counters_links_and_challenges_are_deleted(self, auth: Service) -> None:
        """S18"""
        await auth.http.post("/api/v1/auth/login", json={"username": "x" * 200, "password": WRONG})
        await auth.http.post("/api/v1/auth/passkey/options", json={})
        await auth.http.post("/api/v1/auth/forgot-password", json={"email": "nobody-at-all@mail.example"})
        assert await auth.rows("SELECT 1 FROM challenges")
        clock.forward(minutes=16)
        await mails_to(auth, "nobody-at-all@mail.example")
        await tidy_once(auth.app, auth.app.state.auth)
        for table in ("guess_counts", "challenges"):
            assert not await auth.rows(f"SELECT 1 FROM {table}"), table
        assert not await auth.rows("SELECT 1 FROM mails WHERE address = 'nobody-at-all@mail.example'")

    async def test_account_has_bounded_browsers_and_sessions(self, auth: Service) -> None:
        """S18"""
        person, running = await a_person(auth), auth.app.state.auth
        from services.auth.accounts import queries as account_queries
        from services.auth.auth_services import ClientInfo

        for number in range(sign_in_service.MAX_SESSIONS + 8):
            async with auth.database.transaction() as session:
                user = await account_queries.get_open_user(session, person.id)
                assert user is not None
                client = ClientInfo(address=f"10.0.{number}.1", user_agent="", device_token=f"{number:020d}")
                await sign_in_service.begin(running, session, user, client, way="password")
        devices = await auth.rows("SELECT 1 FROM known_devices WHERE user_id = :id", id=person.id)
        alive = "SELECT id FROM refresh_families WHERE user_id = :id AND revoked_at IS NULL"
        assert len(devices) <= sign_in_service.MAX_DEVICES
        assert len(await auth.rows(alive, id=person.id)) <= sign_in_service.MAX_SESSIONS
        assert (await person.call("POST", "/api/v1/auth/refresh")).status_code == 401, "the oldest made room"


class TestStanding:
    @pytest.mark.parametrize("round_", range(3))
    async def test_ban_during_sign_in_refresh_or_change_leaves_no_valid_token(
        self, auth: Service, round_: int
    ) -> None:
        """P-F1, P-F2, W6"""
        admin, person = await an_admin(auth), await a_person(auth)
        browser, other = person.elsewhere(), person.elsewhere()
        await other.sign_in()
        banning = admin.call("PATCH", f"/api/admin/users/{person.id}/ban", json={"isBanned": True})
        _, signed, refreshed, _ = await asyncio.gather(
            banning, browser.sign_in(), other.call("POST", "/api/v1/auth/refresh"),
            person.call("PATCH", f"/api/user/{person.id}", json={"bio": "x"}),
        )  # fmt: skip
        for answer in (signed, refreshed):
            if answer.status_code == 200:
                bearer = {"Authorization": f"Bearer {answer.json()['token']}"}
                me = await auth.http.get("/api/v1/auth/me", headers=bearer)
                assert me.status_code == 401 or answer.json()["user"]["isBanned"] is True


class TestLeaving:
    async def erased_rows(self, auth: Service, person: Person) -> list[dict[str, Any]]:
        return await auth.rows("SELECT * FROM users WHERE id = :id AND erased_at IS NOT NULL", id=person.id)

    async def test_unavailable_picture_store_delays_only_its_erasure(
        self, auth: Service, neighbours: dict[str, Answering], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """P-G2"""
        first, second = await a_person(auth), await a_person(auth)
        await uploaded(first, "avatar", a_photo())
        for person in (first, second):
            await person.call("DELETE", f"/api/user/{person.id}", json={"password": PASSWORD})
        import obstore

        delete = obstore.delete_async

        async def away(*_: object) -> None:
            raise Unavailable

        monkeypatch.setattr(obstore, "delete_async", away)
        await erasure.erase_due(auth.app.state.auth)
        assert await self.erased_rows(auth, second)
        assert not await self.erased_rows(auth, first)
        monkeypatch.setattr(obstore, "delete_async", delete)
        await erasure.erase_due(auth.app.state.auth)
        assert await self.erased_rows(auth, first)

    async def test_picture_stored_during_erasure_is_deleted(
        self, auth: Service, neighbours: dict[str, Answering], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """P-G2"""
        person = await a_person(auth)
        pictures, put = auth.app.state.auth.pictures, list[str]()
        keep = pictures.put

        async def put_and_leave(name: str, content: bytes) -> None:
            await keep(name, content)
            if not put:
                async with auth.database.transaction() as session:
                    await erasure.close_account(session, person.id, [])
                await erasure.erase_due(auth.app.state.auth)
            put.append(name)

        monkeypatch.setattr(pictures, "put", put_and_leave)
        answer = await uploaded(person, "avatar", a_photo())
        assert answer.status_code == 404
        for name in put:
            assert (await auth.http.get(f"/api/portraits/{name}")).status_code == 404

    async def test_erasure_during_other_requests_leaves_nothing(
        self, auth: Service, neighbours: dict[str, Answering]
    ) -> None:
        """P-G2, P-F1"""
        form = a_form(username="canary-tanjung", email="canary-tanjung@mail.example")
        await auth.http.post("/api/v1/auth/register", json=form)
        (mail,) = await mails_to(auth, form["email"])
        person = Person(auth, form, 0)
        answer = await person.call("POST", "/api/verify-email", json={"token": token_in(mail)})
        person.id, person.token = answer.json()["user"]["id"], answer.json()["token"]
        path, browser, proof = f"/api/user/{person.id}", person.elsewhere(), await person.proof()
        moved = {"bio": "canary-tanjung", "email": "canary-tanjung-2@mail.example"}
        await asyncio.gather(
            person.call("DELETE", path, json={"password": PASSWORD}),
            browser.sign_in(),
            person.call("POST", "/api/v1/auth/refresh"),
            person.call("PATCH", path, json=moved, headers=proof),
            auth.http.post("/api/v1/auth/forgot-password", json={"email": form["email"]}),
            mails_to(auth, form["email"]),
        )
        await erasure.erase_due(auth.app.state.auth)
        await mails_to(auth, form["email"])
        assert await self.erased_rows(auth, person)
        for table in (
            "users",
            "mails",
            "one_time_links",
            "refresh_families",
            "known_devices",
            "challenges",
            "outbox",
        ):
            rows = await auth.rows(f"SELECT * FROM auth.{table}")
            assert not [row for row in rows if "canary-tanjung" in str(row)], table
        assert (await browser.call("POST", "/api/v1/auth/refresh")).status_code == 401
        assert await registered(auth, username=form["username"], email=form["email"])
