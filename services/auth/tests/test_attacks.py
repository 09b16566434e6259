"""What an adversary tries against accounts: each is an attack that once worked, or nearly did."""

import asyncio
from collections.abc import Iterator
from typing import Any

import pytest

from libs.kit import clock
from libs.kit.errors import Unavailable
from libs.kit.testing import Service
from services.auth.domain.guessing import Bucket
from services.auth.jobs import tidy_once
from services.auth.service import erasure, guard, sessions
from services.auth.tests.people import PASSWORD, Person, a_form, a_person, an_admin, mails_to, registered, token_in
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
    """Mail goes to whoever owns the mailbox, and not more often than they can bear."""

    async def test_an_address_that_only_looks_like_ones_own_gets_no_link(self, auth: Service) -> None:
        """F3, S17: `ｓ` folds to `s`, but it is another mailbox."""
        person = await a_person(auth)
        wide = person.form["email"].replace("p", "\uff50", 1)
        answer = await auth.http.post("/api/v1/auth/forgot-password", json={"email": wide})
        assert answer.status_code in {200, 422}
        assert await mails_to(auth, wide) == []

    async def test_a_link_for_one_new_address_does_not_confirm_another(self, auth: Service) -> None:
        """F3, U9: the first address is the thief's own, the second is the victim's."""
        person, victim = await a_person(auth), f"victim-{a_form()['email']}"
        own = f"own-{person.form['email']}"
        await person.move(own)
        link = token_in((await mails_to(auth, own))[-1])
        await person.move(victim)
        answer = await auth.http.post("/api/verify-email", json={"token": link})
        assert (answer.status_code, answer.json()["code"]) == (400, "invalid_link")
        assert (await person.call("GET", "/api/v1/auth/me")).json()["email"] == person.form["email"]
        letter = (await mails_to(auth, victim))[-1]
        assert (await auth.http.post("/api/verify-email", json={"token": token_in(letter)})).status_code == 200

    async def test_registering_again_and_again_with_somebodys_address_does_not_flood_them(self, auth: Service) -> None:
        """S18: each form answers the same, and the mailbox stays usable."""
        person = await a_person(auth)
        answers = [
            await auth.http.post("/api/v1/auth/register", json=a_form(email=person.form["email"])) for _ in range(9)
        ]
        assert {answer.status_code for answer in answers} == {201}
        assert len(await mails_to(auth, person.form["email"])) <= 6

    async def test_changing_ones_address_again_and_again_floods_nobody(self, auth: Service) -> None:
        """S18"""
        person, victim = await a_person(auth), f"flooded-{a_form()['email']}"
        for number in range(9):
            for email in (victim, f"n{number}-{person.form['email']}"):
                await person.move(email)
        assert len(await mails_to(auth, victim)) <= 5
        assert len(await mails_to(auth, person.form["email"])) <= 11


class TestOddInput:
    """S17: what no database holds and no answer can say is a refusal, never a fault of ours."""

    @pytest.mark.parametrize(
        "path",
        [
            "/api/verify-email?token=%00",
            "/api/verify-email?token=a%00.b",
            "/api/v1/auth/oidc/none/callback?state=%00",
            "/api/portraits/%00",
            "/api/sellers/99999999999999999999",
            "/api/sellers/%00",
        ],
    )
    async def test_an_odd_address(self, auth: Service, path: str) -> None:
        """S17"""
        answer = await auth.http.get(path)
        assert 400 <= answer.status_code < 500, answer.text

    async def test_an_odd_id_of_a_session_and_an_odd_search(self, auth: Service) -> None:
        """S17"""
        admin = await an_admin(auth)
        ended = await admin.call("DELETE", f"/api/user/{admin.id}/sessions/%00")
        assert 400 <= ended.status_code < 500
        found = await admin.call("GET", "/api/admin/users?search=%00")
        assert 400 <= found.status_code < 500

    @pytest.mark.parametrize(
        "body",
        [
            b'{"\\ud800": 1}', b'{"username": {"\\ud800": "\\u0000"}}', b"[" * 60_000, b'{"a":' * 40_000,
            b'{"password": ' + b"9" * 9000 + b"}", b'{"password": 1e400}', b"\xff\xfe", b"null", b"[]", b'"x"', b"",
            b'{"username": "a", "username": "b", "password": "c"}',
        ],
        ids=lambda body: repr(body[:14]),
    )  # fmt: skip
    async def test_an_odd_body(self, auth: Service, body: bytes) -> None:
        """S17, S18"""
        for path in ("/api/v1/auth/login", "/api/v1/auth/register", "/api/verify-email", "/api/v1/auth/passkey"):
            headers = {"Content-Type": "application/json"}
            answer = await auth.http.post(path, content=body, headers=headers)
            assert 400 <= answer.status_code < 500, (path, answer.text)
            assert answer.json()["code"]

    @pytest.mark.parametrize("length", [4096, 10_000, 60_000])
    async def test_long_tokens_are_refused_quickly_wherever_a_token_goes(self, auth: Service, length: int) -> None:
        """S18"""
        token = "a" * length
        for path, body in (
            ("/api/verify-email", {"token": token}),
            ("/api/update-password", {"token": token, "password": PASSWORD}),
            ("/api/v1/auth/session", {"supabaseToken": token}),
        ):
            assert (await auth.http.post(path, json=body)).status_code in {400, 401, 422}
        auth.http.cookies.clear()
        cookie = {"Cookie": f"wangi_refresh={token}"}
        assert (await auth.http.post("/api/v1/auth/refresh", headers=cookie)).status_code in {401, 422}
        bearer = {"Authorization": f"Bearer {token}"}
        assert (await auth.http.get("/api/v1/auth/me", headers=bearer)).status_code == 401

    @pytest.mark.parametrize(
        "email",
        [
            "a@b.example\r\nBcc: x@y.example", "a@b.example\nX: y", "a b@c.example", "a@b@c.example", "@b.example",
            "a@xn--", "a@b..example", "a@b.example\u202e", "a\u200b@b.example", "a@b\u3002example", "a@\u0431.example",
            "a" * 65 + "@b.example", "a@" + "b" * 250 + ".example", "\ud800@b.example",
        ],
        ids=ascii,
    )  # fmt: skip
    async def test_an_address_that_hides_something(self, auth: Service, email: str) -> None:
        """S17: no second header, no second recipient, no letter that nobody sees."""
        for path in ("forgot-password", "resend-verification"):
            answer = await auth.http.post(
                f"/api/v1/auth/{path}",
                content=__import__("json").dumps({"email": email}),
                headers={"Content-Type": "application/json"},
            )
            assert answer.status_code == 422, email

    @pytest.mark.parametrize("search", ["%", "_", "\\", "' OR 1=1 --", "%' ; DROP TABLE users; --", "\\%", "*"])
    async def test_a_search_finds_what_is_written_there_and_nothing_else(self, auth: Service, search: str) -> None:
        """S17"""
        admin = await an_admin(auth)
        answer = await admin.call("GET", "/api/admin/users", params={"search": search})
        assert answer.status_code == 200
        shown = [search.lower() in one["username"].lower() + " " + one["email"].lower() for one in answer.json()]
        assert all(shown)
        assert answer.headers["X-Total-Count"] == str(len(shown))

    @pytest.mark.parametrize("name", ["Si\u202eti", "Siti\u200f", "Si\u2066ti", "Si\x85ti", "Si\u2028ti", "\u200b"])
    async def test_a_name_that_turns_the_text_around_is_refused(self, auth: Service, name: str) -> None:
        """S17"""
        for field in ("firstName", "lastName"):
            answer = await auth.http.post("/api/v1/auth/register", json=a_form(**{field: name}))
            assert answer.status_code == 422
        person = await a_person(auth)
        for field in ("firstName", "shopName", "location", "bio", "address"):
            answer = await person.call("PATCH", f"/api/user/{person.id}", json={field: f"A {name} B"})
            assert answer.status_code == 422

    @pytest.mark.parametrize(
        "forwarded",
        ["", ",", "a,b,c", "1.2.3.4:80", "[2001:db8::1]:443", "fe80::1%eth0", "::ffff:1.2.3.4%1", "9" * 5000, "\xff"],
        ids=ascii,
    )
    async def test_garbage_about_where_somebody_is_makes_no_fault(self, auth: Service, forwarded: str) -> None:
        """S09, S17: the gateway writes it; should it ever hand on garbage, it is a network like any other."""
        headers = {b"X-Forwarded-For": forwarded.encode("latin-1")}
        answer = await auth.http.post(
            "/api/v1/auth/login", json={"username": "x-nobody", "password": WRONG}, headers=headers
        )
        assert answer.status_code in {401, 429}


class TestGuards:
    """The counts of guesses, under load and over time."""

    async def test_many_sign_ins_of_one_network_at_once_never_wait_for_each_other_for_ever(self, auth: Service) -> None:
        """F5, S09: counting and giving back take the same rows in the same order."""
        buckets = [[Bucket("a:1", 10_000), Bucket(f"m:{n % 5}", 10_000), Bucket("z:1", 10_000)] for n in range(5)]

        async def guess(number: int) -> None:
            mine = buckets[number % 5][:: 1 if number % 2 else -1]
            for _ in range(12):
                assert await guard.count(auth.database, mine)
                await guard.give_back(auth.database, mine)

        await asyncio.gather(*(guess(number) for number in range(10)))

    async def test_a_neighbour_who_guesses_does_not_lock_a_known_browser_out(
        self, auth: Service, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """F5: a whole town may share one address; whoever has signed in here before has a count of their own."""
        person = await a_person(auth)
        monkeypatch.setattr("services.auth.service.accounts.MOST_WRONG", 20)
        auth.http.cookies.clear()
        for number in range(21):
            await auth.http.post("/api/v1/auth/login", json={"username": f"spray-{number}", "password": WRONG})
        assert (await person.elsewhere().sign_in()).status_code == 429
        assert (await person.sign_in()).status_code == 200

    async def test_who_proves_the_mailbox_can_sign_in_though_strangers_guess(self, auth: Service) -> None:
        """F5: the owner's way back from a new browser, whatever strangers do."""
        person = await a_person(auth)
        for _ in range(12):
            await person.elsewhere().sign_in(password=WRONG)
        await auth.http.post("/api/v1/auth/forgot-password", json={"email": person.form["email"]})
        token = token_in((await mails_to(auth, person.form["email"]))[-1])
        fresh = person.elsewhere()
        reset = await fresh.call("POST", "/api/update-password", json={"token": token, "password": "Bunga-raya-44"})
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
        await tidy_once(auth.app, auth.app.state.office)
        for table in ("guess_counts", "challenges"):
            assert not await auth.rows(f"SELECT 1 FROM {table}"), table
        assert not await auth.rows("SELECT 1 FROM mails WHERE address = 'nobody-at-all@mail.example'")

    async def test_nobody_has_more_browsers_and_sessions_than_can_be(self, auth: Service) -> None:
        """S18: a program that signs in day and night fills no table."""
        person, office = await a_person(auth), auth.app.state.office
        from services.auth import queries
        from services.auth.service.office import Visit

        for number in range(sessions.MOST_SESSIONS + 8):
            async with auth.database.transaction() as session:
                user = await queries.people.open_user(session, person.id)
                assert user is not None
                visit = Visit(address=f"10.0.{number}.1", user_agent="", device_token=f"{number:020d}")
                await sessions.begin(office, session, user, visit, way="password")
        devices = await auth.rows("SELECT 1 FROM known_devices WHERE user_id = :id", id=person.id)
        alive = "SELECT id FROM refresh_families WHERE user_id = :id AND revoked_at IS NULL"
        assert len(devices) <= sessions.MOST_DEVICES
        assert len(await auth.rows(alive, id=person.id)) <= sessions.MOST_SESSIONS
        assert (await person.call("POST", "/api/v1/auth/refresh")).status_code == 401, "the oldest made room"


class TestSessions:
    """Sessions that are not one's own."""

    async def test_knowing_the_name_of_a_session_does_not_end_it(self, auth: Service) -> None:
        """F2: its id stands in lists and tokens; only the whole refresh token signs out."""
        person = await a_person(auth)
        family = person.cookies["wangi_refresh"].split(".")[0]
        auth.http.cookies.clear()
        for forged in (family, f"{family}.", f"{family}.{'0' * 64}"):
            headers = {"Cookie": f"wangi_refresh={forged}"}
            answer = await auth.http.post("/api/v1/auth/logout", headers=headers)
            assert answer.json() == {"success": True}
        assert (await person.call("POST", "/api/v1/auth/refresh")).status_code == 200

    async def test_a_tab_whose_answer_was_lost_still_signs_out(self, auth: Service) -> None:
        """F2: the parent of the newest token ends the session as well."""
        person = await a_person(auth)
        parent = person.cookies["wangi_refresh"]
        fresh = await person.call("POST", "/api/v1/auth/refresh")
        auth.http.cookies.clear()
        await auth.http.post("/api/v1/auth/logout", headers={"Cookie": f"wangi_refresh={parent}"})
        after = {"Cookie": f"wangi_refresh={fresh.cookies['wangi_refresh']}"}
        assert (await auth.http.post("/api/v1/auth/refresh", headers=after)).status_code == 401

    async def test_a_cookie_planted_before_the_sign_in_is_not_the_session_after_it(self, auth: Service) -> None:
        """S06: session fixation."""
        person = await a_person(auth)
        planted = "planted-family-of-a-thief.0000"
        person.cookies = {"wangi_refresh": planted}
        answer = await person.sign_in()
        assert answer.cookies["wangi_refresh"].split(".")[0] != planted.split(".")[0]
        auth.http.cookies.clear()
        thief = await auth.http.post("/api/v1/auth/refresh", headers={"Cookie": f"wangi_refresh={planted}"})
        assert thief.status_code == 401

    async def test_of_two_cookies_of_one_name_one_is_taken_and_nothing_breaks(self, auth: Service) -> None:
        """S06"""
        person = await a_person(auth)
        own = person.cookies["wangi_refresh"]
        auth.http.cookies.clear()
        for line in (f"wangi_refresh=x.y; wangi_refresh={own}", f"wangi_refresh={own}; wangi_refresh=x.y"):
            answer = await auth.http.post("/api/v1/auth/refresh", headers={"Cookie": line})
            assert answer.status_code in {200, 401}

    @pytest.mark.parametrize("round_", range(3))
    async def test_two_resets_and_a_sign_in_at_once_leave_one_password_and_no_session_of_before(
        self, auth: Service, round_: int
    ) -> None:
        """F2, F3, S07"""
        person = await a_person(auth)
        await auth.http.post("/api/v1/auth/forgot-password", json={"email": person.form["email"]})
        token = token_in((await mails_to(auth, person.form["email"]))[-1])
        words = ["Bunga-raya-44", "Cempaka-12x"]
        browser = person.elsewhere()
        resets = [auth.http.post("/api/update-password", json={"token": token, "password": word}) for word in words]
        *answers, signed_in = await asyncio.gather(*resets, browser.sign_in())
        assert sorted(answer.status_code for answer in answers) == [200, 400]
        (word,) = [w for w, answer in zip(words, answers, strict=True) if answer.status_code == 200]
        assert (await person.call("POST", "/api/v1/auth/refresh")).status_code == 401
        if signed_in.status_code == 200:  # it was first; then the reset ended it
            assert (await browser.call("POST", "/api/v1/auth/refresh")).status_code == 401
        assert (await person.sign_in(password=word)).status_code == 200


class TestStanding:
    """What staff decided stands."""

    @pytest.mark.parametrize("round_", range(3))
    async def test_a_ban_while_somebody_signs_in_refreshes_and_changes_leaves_no_good_token(
        self, auth: Service, round_: int
    ) -> None:
        """F1, F2, W6"""
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

    async def gone(self, auth: Service, person: Person) -> list[dict[str, Any]]:
        return await auth.rows("SELECT * FROM users WHERE id = :id AND erased_at IS NOT NULL", id=person.id)

    async def test_a_shelf_that_is_away_holds_up_nobody_and_nothing_dies(
        self, auth: Service, neighbours: dict[str, Answering], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """G2: the picture goes later; others are erased meanwhile, and the service lives."""
        first, second = await a_person(auth), await a_person(auth)
        await uploaded(first, "avatar", a_photo())
        for person in (first, second):
            await person.call("DELETE", f"/api/user/{person.id}", json={"password": PASSWORD})
        import obstore

        delete = obstore.delete_async

        async def away(*_: object) -> None:
            raise Unavailable  # what the shelf makes of a store that is away

        monkeypatch.setattr(obstore, "delete_async", away)
        await erasure.erase_due(auth.app.state.office)
        assert await self.gone(auth, second)
        assert not await self.gone(auth, first)
        monkeypatch.setattr(obstore, "delete_async", delete)
        await erasure.erase_due(auth.app.state.office)
        assert await self.gone(auth, first)

    async def test_a_picture_that_was_drawn_while_its_owner_left_is_on_no_shelf(
        self, auth: Service, neighbours: dict[str, Answering], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """G2"""
        person = await a_person(auth)
        shelf, put = auth.app.state.office.shelf, list[str]()
        keep = shelf.put

        async def put_and_leave(name: str, content: bytes) -> None:
            await keep(name, content)
            if not put:
                async with auth.database.transaction() as session:
                    await erasure.close(session, person.id, [])
                await erasure.erase_due(auth.app.state.office)
            put.append(name)

        monkeypatch.setattr(shelf, "put", put_and_leave)
        answer = await uploaded(person, "avatar", a_photo())
        assert answer.status_code == 404
        for name in put:
            assert (await auth.http.get(f"/api/portraits/{name}")).status_code == 404

    async def test_whoever_leaves_beside_everything_else_leaves_nothing(
        self, auth: Service, neighbours: dict[str, Answering]
    ) -> None:
        """G2, F1: sign-in, refresh, profile, address and mail at the same moment."""
        form = a_form(username="canary-tanjung", email="canary-tanjung@mail.example")
        await auth.http.post("/api/v1/auth/register", json=form)
        (letter,) = await mails_to(auth, form["email"])
        person = Person(auth, form, 0)
        answer = await person.call("POST", "/api/verify-email", json={"token": token_in(letter)})
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
        await erasure.erase_due(auth.app.state.office)
        await mails_to(auth, form["email"])
        assert await self.gone(auth, person)
        for table in ("users", "mails", "one_time_links", "refresh_families", "known_devices", "challenges", "outbox"):
            rows = await auth.rows(f"SELECT * FROM auth.{table}")
            assert not [row for row in rows if "canary-tanjung" in str(row)], table
        assert (await browser.call("POST", "/api/v1/auth/refresh")).status_code == 401
        assert await registered(auth, username=form["username"], email=form["email"])
