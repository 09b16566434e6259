import asyncio

import pytest

from libs.kit.testing import Service
from services.auth.tests.people import a_person, mails_to, token_in

pytestmark = pytest.mark.servers


class TestSessions:
    async def test_session_id_alone_cannot_sign_out(self, auth: Service) -> None:
        """P-F2"""
        person = await a_person(auth)
        family = person.cookies["wangi_refresh"].split(".")[0]
        auth.http.cookies.clear()
        for forged in (family, f"{family}.", f"{family}.{'0' * 64}"):
            headers = {"Cookie": f"wangi_refresh={forged}"}
            answer = await auth.http.post("/api/v1/auth/logout", headers=headers)
            assert answer.json() == {"success": True}
        assert (await person.call("POST", "/api/v1/auth/refresh")).status_code == 200

    async def test_tab_with_lost_refresh_can_still_sign_out(self, auth: Service) -> None:
        """P-F2"""
        person = await a_person(auth)
        parent = person.cookies["wangi_refresh"]
        fresh = await person.call("POST", "/api/v1/auth/refresh")
        auth.http.cookies.clear()
        await auth.http.post("/api/v1/auth/logout", headers={"Cookie": f"wangi_refresh={parent}"})
        after = {"Cookie": f"wangi_refresh={fresh.cookies['wangi_refresh']}"}
        assert (await auth.http.post("/api/v1/auth/refresh", headers=after)).status_code == 401

    async def test_cookie_planted_before_sign_in_is_replaced(self, auth: Service) -> None:
        """S06"""
        person = await a_person(auth)
        planted = "planted-family-of-a-thief.0000"
        person.cookies = {"wangi_refresh": planted}
        answer = await person.sign_in()
        assert answer.cookies["wangi_refresh"].split(".")[0] != planted.split(".")[0]
        auth.http.cookies.clear()
        thief = await auth.http.post("/api/v1/auth/refresh", headers={"Cookie": f"wangi_refresh={planted}"})
        assert thief.status_code == 401

    async def test_duplicate_cookie_names_are_tolerated(self, auth: Service) -> None:
        """S06"""
        person = await a_person(auth)
        own = person.cookies["wangi_refresh"]
        auth.http.cookies.clear()
        for line in (f"wangi_refresh=x.y; wangi_refresh={own}", f"wangi_refresh={own}; wangi_refresh=x.y"):
            answer = await auth.http.post("/api/v1/auth/refresh", headers={"Cookie": line})
            assert answer.status_code in {200, 401}

    @pytest.mark.parametrize("round_", range(3))
    async def test_concurrent_resets_and_sign_in_leave_one_password_and_no_old_session(
        self, auth: Service, round_: int
    ) -> None:
        """P-F2, P-F3, S07"""
        person = await a_person(auth)
        await auth.http.post("/api/v1/auth/forgot-password", json={"email": person.form["email"]})
        token = token_in((await mails_to(auth, person.form["email"]))[-1])
        words = ["Bunga-raya-44", "Cempaka-12x"]
        browser = person.elsewhere()
        resets = [
            auth.http.post("/api/update-password", json={"token": token, "password": word}) for word in words
        ]
        *answers, signed_in = await asyncio.gather(*resets, browser.sign_in())
        assert sorted(answer.status_code for answer in answers) == [200, 400]
        (word,) = [w for w, answer in zip(words, answers, strict=True) if answer.status_code == 200]
        assert (await person.call("POST", "/api/v1/auth/refresh")).status_code == 401
        if signed_in.status_code == 200:
            assert (await browser.call("POST", "/api/v1/auth/refresh")).status_code == 401
        assert (await person.sign_in(password=word)).status_code == 200
