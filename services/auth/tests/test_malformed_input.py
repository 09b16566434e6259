import pytest

from libs.kit.testing import Service
from services.auth.tests.people import PASSWORD, a_form, a_person, an_admin
from services.auth.tests.test_attacks import WRONG

pytestmark = pytest.mark.servers


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
    async def test_odd_email_addresses_are_refused(self, auth: Service, path: str) -> None:
        """S17"""
        answer = await auth.http.get(path)
        assert 400 <= answer.status_code < 500, answer.text

    async def test_odd_session_ids_and_searches_are_refused(self, auth: Service) -> None:
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
    async def test_odd_bodies_are_refused(self, auth: Service, body: bytes) -> None:
        """S17, S18"""
        for path in (
            "/api/v1/auth/login",
            "/api/v1/auth/register",
            "/api/verify-email",
            "/api/v1/auth/passkey",
        ):
            headers = {"Content-Type": "application/json"}
            answer = await auth.http.post(path, content=body, headers=headers)
            assert 400 <= answer.status_code < 500, (path, answer.text)
            assert answer.json()["code"]

    @pytest.mark.parametrize("length", [4096, 10_000, 60_000])
    async def test_long_tokens_are_refused_quickly_everywhere(self, auth: Service, length: int) -> None:
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
    async def test_address_with_hidden_characters_is_refused(self, auth: Service, email: str) -> None:
        """S17"""
        for path in ("forgot-password", "resend-verification"):
            answer = await auth.http.post(
                f"/api/v1/auth/{path}",
                content=__import__("json").dumps({"email": email}),
                headers={"Content-Type": "application/json"},
            )
            assert answer.status_code == 422, email

    @pytest.mark.parametrize(
        "search", ["%", "_", "\\", "' OR 1=1 --", "%' ; DROP TABLE users; --", "\\%", "*"]
    )
    async def test_search_treats_wildcards_literally(self, auth: Service, search: str) -> None:
        """S17"""
        admin = await an_admin(auth)
        answer = await admin.call("GET", "/api/admin/users", params={"search": search})
        assert answer.status_code == 200
        shown = [
            search.lower() in item["username"].lower() + " " + item["email"].lower() for item in answer.json()
        ]
        assert all(shown)
        assert answer.headers["X-Total-Count"] == str(len(shown))

    @pytest.mark.parametrize(
        "name", ["Si\u202eti", "Siti\u200f", "Si\u2066ti", "Si\x85ti", "Si\u2028ti", "\u200b"]
    )
    async def test_name_with_text_direction_override_is_refused(self, auth: Service, name: str) -> None:
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
        [
            "",
            ",",
            "a,b,c",
            "1.2.3.4:80",
            "[2001:db8::1]:443",
            "fe80::1%eth0",
            "::ffff:1.2.3.4%1",
            "9" * 5000,
            "\xff",
        ],
        ids=ascii,
    )
    async def test_malformed_forwarded_address_is_no_server_error(
        self, auth: Service, forwarded: str
    ) -> None:
        """S09, S17"""
        headers = {b"X-Forwarded-For": forwarded.encode("latin-1")}
        answer = await auth.http.post(
            "/api/v1/auth/login", json={"username": "x-nobody", "password": WRONG}, headers=headers
        )
        assert answer.status_code in {401, 429}
