"""What an adversary tries against accounts: each is an attack that once worked, or nearly did."""

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
    """Mail goes to the owner of the mailbox only, at a limited rate."""

    async def test_an_address_that_only_looks_like_ones_own_gets_no_link(self, auth: Service) -> None:
        """P-F3, S17: `ｓ` folds to `s`, but it is another mailbox."""
        person = await a_person(auth)
        wide = person.form["email"].replace("p", "\uff50", 1)
        answer = await auth.http.post("/api/v1/auth/forgot-password", json={"email": wide})
        assert answer.status_code in {200, 422}
        assert await mails_to(auth, wide) == []

    async def test_a_link_for_one_new_address_does_not_confirm_another(self, auth: Service) -> None:
        """P-F3, U9: the first address is the thief's own, the second is the victim's."""
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

    async def test_registering_again_and_again_with_one_address_does_not_flood_it(
        self, auth: Service
    ) -> None:
        """S18: each form answers the same, and the mailbox stays usable."""
        person = await a_person(auth)
        answers = [
            await auth.http.post("/api/v1/auth/register", json=a_form(email=person.form["email"]))
            for _ in range(9)
        ]
        assert {answer.status_code for answer in answers} == {201}
        assert len(await mails_to(auth, person.form["email"])) <= 6

    async def test_changing_ones_address_again_and_again_floods_no_mailbox(self, auth: Service) -> None:
        """S18"""
        person, victim = await a_person(auth), f"flooded-{a_form()['email']}"
        for number in range(9):
            for email in (victim, f"n{number}-{person.form['email']}"):
                await person.move(email)
        assert len(await mails_to(auth, victim)) <= 5
        assert len(await mails_to(auth, person.form["email"])) <= 11


class TestGuards:
    """The counts of guesses, under load and over time."""

    async def test_many_sign_ins_of_one_network_at_once_never_wait_for_each_other_for_ever(
        self, auth: Service
    ) -> None:
        """P-F5, S09: counting and giving back take the same rows in the same order."""
        buckets = [
            [Bucket("a:1", 10_000), Bucket(f"m:{n % 5}", 10_000), Bucket("z:1", 10_000)] for n in range(5)
        ]

        async def guess(number: int) -> None:
            mine = buckets[number % 5][:: 1 if number % 2 else -1]
            for _ in range(12):
                assert await guessing.count_guess(auth.database, mine)
                await guessing.give_guess_back(auth.database, mine)

        await asyncio.gather(*(guess(number) for number in range(10)))

    async def test_a_neighbour_who_guesses_does_not_lock_a_known_browser_out(
        self, auth: Service, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """P-F5: a whole town may share one address; a browser that has signed in before has its own
        count."""
        person = await a_person(auth)
        monkeypatch.setattr("services.auth.accounts.service.MOST_WRONG", 20)
        auth.http.cookies.clear()
        for number in range(21):
            await auth.http.post(
                "/api/v1/auth/login", json={"username": f"spray-{number}", "password": WRONG}
            )
        assert (await person.elsewhere().sign_in()).status_code == 429
        assert (await person.sign_in()).status_code == 200

    async def test_who_proves_the_mailbox_can_sign_in_though_strangers_guess(self, auth: Service) -> None:
        """P-F5: the owner's way back from a new browser, whatever strangers do."""
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

    async def test_counts_links_and_questions_are_swept_when_their_time_is_over(self, auth: Service) -> None:
        """S18: whatever strangers make us write down goes by itself."""
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

    async def test_an_account_has_a_limited_number_of_browsers_and_sessions(self, auth: Service) -> None:
        """S18: a program that signs in day and night fills no table."""
        person, running = await a_person(auth), auth.app.state.auth
        from services.auth.accounts import queries as account_queries
        from services.auth.auth_services import ClientInfo

        for number in range(sign_in_service.MOST_SESSIONS + 8):
            async with auth.database.transaction() as session:
                user = await account_queries.get_open_user(session, person.id)
                assert user is not None
                client = ClientInfo(address=f"10.0.{number}.1", user_agent="", device_token=f"{number:020d}")
                await sign_in_service.begin(running, session, user, client, way="password")
        devices = await auth.rows("SELECT 1 FROM known_devices WHERE user_id = :id", id=person.id)
        alive = "SELECT id FROM refresh_families WHERE user_id = :id AND revoked_at IS NULL"
        assert len(devices) <= sign_in_service.MOST_DEVICES
        assert len(await auth.rows(alive, id=person.id)) <= sign_in_service.MOST_SESSIONS
        assert (await person.call("POST", "/api/v1/auth/refresh")).status_code == 401, "the oldest made room"


class TestStanding:
    """What staff decided stands."""

    @pytest.mark.parametrize("round_", range(3))
    async def test_a_ban_during_sign_in_refresh_and_change_leaves_no_valid_token(
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
    """Erasure beside everything else."""

    async def erased_rows(self, auth: Service, person: Person) -> list[dict[str, Any]]:
        return await auth.rows("SELECT * FROM users WHERE id = :id AND erased_at IS NOT NULL", id=person.id)

    async def test_a_picture_store_that_is_away_stops_nothing_else(
        self, auth: Service, neighbours: dict[str, Answering], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """P-G2: the picture goes later; others are erased meanwhile, and the service lives."""
        first, second = await a_person(auth), await a_person(auth)
        await uploaded(first, "avatar", a_photo())
        for person in (first, second):
            await person.call("DELETE", f"/api/user/{person.id}", json={"password": PASSWORD})
        import obstore

        delete = obstore.delete_async

        async def away(*_: object) -> None:
            raise Unavailable  # what PictureStore raises when the object store is away

        monkeypatch.setattr(obstore, "delete_async", away)
        await erasure.erase_due(auth.app.state.auth)
        assert await self.erased_rows(auth, second)
        assert not await self.erased_rows(auth, first)
        monkeypatch.setattr(obstore, "delete_async", delete)
        await erasure.erase_due(auth.app.state.auth)
        assert await self.erased_rows(auth, first)

    async def test_a_picture_that_was_drawn_while_its_owner_left_is_deleted(
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

    async def test_an_account_erased_during_other_requests_leaves_nothing(
        self, auth: Service, neighbours: dict[str, Answering]
    ) -> None:
        """P-G2, P-F1: sign-in, refresh, profile, address and mail at the same moment."""
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
