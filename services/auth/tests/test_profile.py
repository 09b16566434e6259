import io
from typing import Any

import pytest

from libs.kit.process import clock
from libs.kit.testing import Service
from services.auth.staff.service import set_seller_rights
from services.auth.tests.people import PASSWORD, a_person, mails_to, token_in
from services.auth.tests.test_sessions import claims_of

pytestmark = pytest.mark.servers


async def test_owner_changes_profile_and_others_see_public_part(auth: Service) -> None:
    """PROF-02, PROF-06, PROF-07, SELP-18, SELP-22, SELP-23, SELP-24, C38, U14, P-G1"""
    person = await a_person(auth)
    requested = {"firstName": "Nur", "lastName": "Aina", "address": "12 Jalan Kenanga\n50000 Kuala Lumpur"}
    requested |= {"shopName": "Rumah Wangi", "location": "Kuala Lumpur", "bio": "Oud, mostly."}
    answer = await person.call("PATCH", f"/api/user/{person.id}", json=requested)
    assert {name: answer.json()[name] for name in requested} == requested
    shown = (await auth.http.get(f"/api/sellers/{person.id}")).json()
    assert set(shown) == {
        "id", "username", "shopName", "bio", "location", "profileImage", "avatarUrl", "coverPhoto",
        "isVerified", "is_verified", "createdAt",
    }  # fmt: skip
    assert (shown["shopName"], shown["bio"]) == ("Rumah Wangi", "Oud, mostly.")
    event = (await auth.recorded(person.id))[-1]
    assert event["type"] == "wangi.auth.UserProfileChanged.v1"
    assert event["data"]["changed"] == ["bio", "location", "shop_name"]
    assert "Rumah" not in str(event)


async def test_language_counts_as_chosen_once_owner_sets_it(auth: Service) -> None:
    person = await a_person(auth)
    me = (await person.call("GET", "/api/v1/auth/me")).json()
    assert (me["language"], me["languageChosen"]) == ("en", False)
    for language in ("en", "ms"):
        answer = await person.call("PATCH", f"/api/user/{person.id}", json={"language": language})
        assert (answer.json()["language"], answer.json()["languageChosen"]) == (language, True)


@pytest.mark.parametrize(
    ("field", "value", "sentence"),
    [
        ("username", "ab", "Username must be at least 3 characters"),
        ("username", "x" * 51, "Username must be 50 characters or less"),
        ("firstName", "x" * 101, "First name must be 100 characters or less"),
        ("lastName", "x" * 101, "Last name must be 100 characters or less"),
        ("shopName", "x" * 51, "Shop name must be 50 characters or less"),
        ("location", "x" * 101, "Location must be 100 characters or less"),
        ("bio", "x" * 501, "Bio must be 500 characters or less"),
        ("email", "nobody", "Please enter a valid email address"),
    ],
)
async def test_invalid_profile_field_is_named(auth: Service, field: str, value: str, sentence: str) -> None:
    """SELP-23, ROLE-12"""
    person = await a_person(auth)
    answer = await person.call("PATCH", f"/api/user/{person.id}", json={field: value})
    assert answer.json()["details"]["fields"] == [{"field": field, "message": sentence}]


@pytest.mark.parametrize(
    "field",
    [
        "id", "isAdmin", "isBanned", "isVerified", "is_verified", "emailVerified", "walletBalance", "provider",
        "providerId", "passwordHash", "password", "epoch", "version", "createdAt", "suspendedUntil", "avatarUrl",
        "profileImage", "coverPhoto", "totpSecret", "closedAt", "usernameKey",
    ],
)  # fmt: skip
async def test_profile_change_cannot_set_protected_fields(auth: Service, field: str) -> None:
    """S03, P-F8, ROLE-12"""
    person = await a_person(auth)
    before = await auth.rows("SELECT * FROM users WHERE id = :id", id=person.id)
    values: tuple[Any, ...] = (True, 1, "x", None, {"x": 1}, [])
    for value in values:
        answer = await person.call(
            "PATCH", f"/api/user/{person.id}", json={field: value, "firstName": "Canary"}
        )
        assert answer.status_code == 422, value
    assert await auth.rows("SELECT * FROM users WHERE id = :id", id=person.id) == before


async def test_taken_name_is_refused_but_own_case_may_change(auth: Service) -> None:
    """SELP-24, AUTH-28"""
    person, other = await a_person(auth), await a_person(auth)
    path, requested = f"/api/user/{person.id}", {"username": other.form["username"].upper()}
    taken = await person.call("PATCH", path, json=requested, headers=await person.proof())
    assert (taken.status_code, taken.json()["code"]) == (409, "username_taken")
    own = await person.call("PATCH", path, json={"username": person.form["username"].upper()})
    assert own.json()["username"] == person.form["username"].upper()


async def test_only_owner_changes_profile(auth: Service) -> None:
    """ROLE-09, S02, C35"""
    person, stranger = await a_person(auth), await a_person(auth)
    answer = await stranger.call("PATCH", f"/api/user/{person.id}", json={"firstName": "Mallory"})
    assert (answer.status_code, answer.json()["code"]) == (403, "forbidden")
    for path in (f"/api/user/{person.id}/export", f"/api/user/{person.id}/sessions"):
        assert (await stranger.call("GET", path)).status_code == 403
    deleted = await stranger.call("DELETE", f"/api/user/{person.id}", json={"password": PASSWORD})
    assert deleted.status_code == 403
    assert (await person.call("GET", "/api/v1/auth/me")).json()["firstName"] == "Siti"


async def test_new_address_needs_confirmation_and_old_one_is_mailed(
    auth: Service,
) -> None:
    """PROF-07, U9"""
    person = await a_person(auth)
    new = "moved-" + person.form["email"]
    answer = (await person.move(new)).json()
    assert (answer["email"], answer["pendingEmail"]) == (person.form["email"], new)
    assert (await mails_to(auth, person.form["email"]))[
        -1
    ].subject == "Your e-mail address is about to change"
    mail = (await mails_to(auth, new))[-1]
    assert "&type=email_change" in mail.text
    confirmed = await auth.http.post("/api/verify-email", json={"token": token_in(mail)})
    assert "token" not in {name for name, value in confirmed.json().items() if value}
    person.token = (await person.call("POST", "/api/v1/auth/refresh")).json()["token"]
    me = (await person.call("GET", "/api/v1/auth/me")).json()
    assert (me["email"], me["pendingEmail"], me["emailVerified"]) == (new, None, True)
    assert (await person.elsewhere().sign_in(username=None, email=new)).status_code == 200


async def test_taken_address_cannot_be_confirmed_and_is_not_revealed(auth: Service) -> None:
    """U9, P-F4"""
    person, other = await a_person(auth), await a_person(auth)
    answer = await person.move(other.form["email"])
    assert answer.status_code == 200
    mail = (await mails_to(auth, other.form["email"]))[-1]
    assert (await auth.http.post("/api/verify-email", json={"token": token_in(mail)})).status_code == 400
    assert (await other.elsewhere().sign_in()).status_code == 200


async def test_password_change_cancels_pending_address_change(auth: Service) -> None:
    """U9, P-F3"""
    person = await a_person(auth)
    thief = "thief-" + person.form["email"]
    await person.move(thief)
    mail = (await mails_to(auth, thief))[-1]
    await person.call(
        "POST",
        "/api/user/change-password",
        json={"currentPassword": PASSWORD, "newPassword": "Bunga-raya-44"},
    )
    assert (await auth.http.post("/api/verify-email", json={"token": token_in(mail)})).status_code == 400


@pytest.mark.parametrize("way", ["by_owner", "by_itself", "stolen_cookie"])
async def test_end_of_a_session_cancels_its_address_change(auth: Service, way: str) -> None:
    """U9, P-F2"""
    person = await a_person(auth)
    intruder = person.elsewhere()
    await intruder.sign_in()
    evil = f"evil-{person.form['email']}"
    assert (await intruder.move(evil)).json()["pendingEmail"] == evil
    mail = (await mails_to(auth, evil))[-1]
    cookie = intruder.cookies["wangi_refresh"]
    if way == "by_owner":
        path = f"/api/user/{person.id}/sessions/{cookie.split('.')[0]}"
        assert (await person.call("DELETE", path)).status_code == 200
    elif way == "by_itself":
        await intruder.call("POST", "/api/v1/auth/logout")
    else:
        await intruder.call("POST", "/api/v1/auth/refresh")
        clock.forward(minutes=5)
        intruder.cookies["wangi_refresh"] = cookie
        assert (await intruder.call("POST", "/api/v1/auth/refresh")).status_code == 401
    assert (await person.call("GET", "/api/v1/auth/me")).json()["pendingEmail"] is None
    assert (await auth.http.post("/api/verify-email", json={"token": token_in(mail)})).status_code == 400


async def test_end_of_another_session_keeps_an_address_change(auth: Service) -> None:
    """U9"""
    person = await a_person(auth)
    other = person.elsewhere()
    await other.sign_in()
    new = f"new-{person.form['email']}"
    await person.move(new)
    path = f"/api/user/{person.id}/sessions/{other.cookies['wangi_refresh'].split('.')[0]}"
    assert (await person.call("DELETE", path)).status_code == 200
    assert (await person.call("GET", "/api/v1/auth/me")).json()["pendingEmail"] == new


async def test_selling_needs_seller_terms_and_is_published(auth: Service) -> None:
    """PROF-05, C9, U8, ROLE-06"""
    person = await a_person(auth)
    async with auth.database.transaction() as session:
        await set_seller_rights(session, person.id, False, admin_id=None, reason="a test")
    await person.sign_in()
    path = f"/api/user/{person.id}"
    refused = await person.call("PATCH", path, json={"isSeller": True})
    assert refused.json()["details"]["fields"][0]["message"] == "You must accept the seller terms"
    assert (await person.call("PATCH", path, json={"isSeller": False})).status_code == 422
    accepted = await person.call("PATCH", path, json={"isSeller": True, "acceptSellerTerms": True})
    assert accepted.json()["isSeller"] is True
    assert (await auth.recorded(person.id))[-1]["type"] == "wangi.auth.SellerRightsChanged.v1"
    renewed = (await person.call("POST", "/api/v1/auth/refresh")).json()
    assert claims_of(renewed["token"])["roles"] == ["seller"]


async def test_language_and_theme_are_stored_with_account(auth: Service) -> None:
    person = await a_person(auth)
    await person.call("PATCH", f"/api/user/{person.id}", json={"language": "ms", "theme": "dark"})
    me = (await person.call("GET", "/api/v1/auth/me")).json()
    assert (me["language"], me["theme"]) == ("ms", "dark")
    assert (await person.call("PATCH", f"/api/user/{person.id}", json={"language": "fr"})).status_code == 422


def a_photo(kind: str = "JPEG", size: tuple[int, int] = (900, 700)) -> bytes:
    from PIL import Image

    out = io.BytesIO()
    exif = Image.Exif()
    exif[0x010E] = "canary-where-it-was-taken"
    Image.new("RGB", size, (120, 90, 40)).save(out, kind, exif=exif)
    return out.getvalue()


async def uploaded(
    person: Any, which: str, data: bytes, name: str = "me.jpg", kind: str = "image/jpeg"
) -> Any:
    return await person.call("POST", f"/api/user/{which}", files={"image": (name, data, kind)})


async def test_new_picture_is_redrawn_and_old_one_deleted(auth: Service) -> None:
    """SELP-02, SELP-26, SELP-27, AR-D19, P-G3"""
    person = await a_person(auth)
    first = (await uploaded(person, "avatar", a_photo())).json()
    assert first["avatarUrl"].startswith("/api/portraits/")
    picture = await auth.http.get(first["avatarUrl"])
    assert (picture.status_code, picture.headers["content-type"]) == (200, "image/webp")
    assert "immutable" in picture.headers["cache-control"]
    assert picture.headers["x-content-type-options"] == "nosniff"
    assert b"canary" not in picture.content
    second = (
        await uploaded(person, "avatar", a_photo("PNG", (300, 300)), "../../x.html", "text/html")
    ).json()
    assert second["avatarUrl"] != first["avatarUrl"]
    assert (await auth.http.get(first["avatarUrl"])).status_code == 404
    cover = (await uploaded(person, "cover", a_photo())).json()
    assert (await auth.http.get(cover["coverPhoto"])).status_code == 200


async def test_same_picture_twice_is_kept(auth: Service) -> None:
    person = await a_person(auth)
    await uploaded(person, "avatar", a_photo())
    again = (await uploaded(person, "avatar", a_photo())).json()
    assert (await auth.http.get(again["avatarUrl"])).status_code == 200


@pytest.mark.parametrize(
    ("data", "status", "sentence"),
    [
        (b"<svg xmlns='http://www.w3.org/2000/svg' onload='alert(1)'/>", 422, "Invalid file type"),
        (b"", 422, "Invalid file type"),
        (b"\x89PNG\r\n\x1a\n" + b"0" * 400, 422, "Invalid file type"),
        (b"\xff\xd8\xff" + b"0" * (5 * 1024 * 1024), 413, "File too large"),
    ],
    ids=["svg", "empty", "broken", "large"],
)
async def test_non_picture_upload_is_refused(auth: Service, data: bytes, status: int, sentence: str) -> None:
    """SELP-26, S15"""
    person = await a_person(auth)
    answer = await uploaded(person, "avatar", data)
    assert (answer.status_code, answer.json()["message"]) == (status, sentence)


@pytest.mark.parametrize("which", ["avatar", "cover"])
async def test_upload_without_picture_is_refused(auth: Service, which: str) -> None:
    """SELP-26, SELP-27"""
    person, path = await a_person(auth), f"/api/user/{which}"
    empty = b'--b\r\nContent-Disposition: form-data; name="image"; filename=""\r\n\r\n\r\n--b--\r\n'
    kind = {"Content-Type": "multipart/form-data; boundary=b"}
    other = {"files": {"photo": ("a.jpg", a_photo(), "image/jpeg")}}
    for sent in ({}, other, {"data": {"image": ""}}, {"content": empty, "headers": kind}):
        answer = await person.call("POST", path, **sent)
        assert (answer.status_code, answer.json()["message"]) == (422, "No image selected"), sent
        assert answer.json()["details"]["fields"] == [{"field": "image", "message": "No image selected"}]
    words = "Please select an image file (JPEG, PNG, etc.)"
    text = {"files": {"image": ("a.txt", b"words", "text/plain")}}
    for sent in (text, {"data": {"image": "words"}}):
        answer = await person.call("POST", path, **sent)
        assert (answer.status_code, answer.json()["message"]) == (422, "Invalid file type")
        assert answer.json()["details"]["fields"] == [{"field": "image", "message": words}]


@pytest.mark.parametrize("name", ["..%2f..%2fetc%2fpasswd", "%00", "nothing-here.webp", "A" * 300])
async def test_picture_name_cannot_leave_the_store(auth: Service, name: str) -> None:
    """S16"""
    assert (await auth.http.get(f"/api/portraits/{name}")).status_code == 404


async def test_account_has_specified_fields_for_its_owner_only(
    auth: Service,
) -> None:
    """XCUT-11, C7"""
    person, stranger = await a_person(auth), await a_person(auth)
    me = (await person.call("GET", "/api/v1/auth/me")).json()
    given = {"id", "username", "email", "firstName", "lastName", "createdAt"}
    empty = {"address", "profileImage", "avatarUrl", "coverPhoto", "shopName", "location", "bio"}
    at_first = {
        "walletBalance": 0,
        "isSeller": True,
        "isAdmin": False,
        "isBanned": False,
        "isVerified": False,
    }
    assert given | empty | at_first.keys() | {"provider"} <= me.keys()
    assert all(me[name] for name in given)
    assert {name: me[name] for name in at_first} == at_first
    assert {me[name] for name in empty} == {None}
    theirs = (await stranger.call("GET", f"/api/user/{person.id}")).json()
    assert not {"email", "address", "walletBalance", "passwordHash", "providerId"} & theirs.keys()
