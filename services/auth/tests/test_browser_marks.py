import pytest
from sqlalchemy import text

from libs.kit.security.cookie_marks import DEVICE
from libs.kit.testing import Service
from services.auth.sign_in.rules import hash_token
from services.auth.tests.people import Person, a_person, mails_to, token_in

pytestmark = pytest.mark.servers


OPTIONS = "/api/v1/auth/passkey/options"


def word_of(person: Person) -> str | None:
    """None if the cookie is not ours."""
    marks = person.auth.app.state.auth.marks
    word: str | None = marks.word_in(DEVICE, person.cookies.get("wangi_device", ""))
    return word


def named(person: Person) -> str:
    word = word_of(person)
    assert word is not None
    return word.partition(".")[0]


async def with_planted(person: Person, cookie: str) -> Person:
    browser = person.elsewhere()
    browser.cookies["wangi_device"] = cookie
    assert (await browser.sign_in()).status_code == 200
    return browser


async def ask(person: Person, times: int) -> list[int]:
    return [(await person.call("POST", OPTIONS, json={})).status_code for _ in range(times)]


@pytest.fixture(autouse=True)
def three_questions(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("services.auth.passkeys.service.MAX_QUESTIONS", 3)


async def test_forged_device_cookie_uses_none_of_the_named_persons_attempts(
    auth: Service,
) -> None:
    """P-F5, S09"""
    victim, thief = await a_person(auth), await a_person(auth)
    planted = f"{victim.id}.{'a' * 30}"
    browser = await with_planted(thief, planted)
    assert word_of(browser) != planted
    assert named(browser) == str(thief.id)
    assert (await ask(browser, 4))[-1] == 429
    assert await ask(victim, 3) == [200] * 3


async def test_forged_device_cookies_of_one_account_share_a_limit(auth: Service) -> None:
    """P-F5, S09"""
    person = await a_person(auth)
    browsers = [await with_planted(person, f"x{n}.{'b' * 30}") for n in range(4)]
    assert {named(browser) for browser in browsers} == {str(person.id)}
    assert [(await ask(browser, 1))[0] for browser in browsers] == [200, 200, 200, 429]


@pytest.mark.parametrize("planted", ["c" * 43, f"7.{'d' * 43}.{'0' * 32}", "e" * 96])
async def test_malformed_device_cookie_is_replaced(auth: Service, planted: str) -> None:
    person = await a_person(auth)
    browser = await with_planted(person, planted)
    assert named(browser) == str(person.id)
    assert not await auth.rows(
        "SELECT 1 FROM known_devices WHERE device_hash = :hash", hash=hash_token(planted)
    )


async def test_password_reset_replaces_a_forged_device_cookie(auth: Service) -> None:
    """P-F5"""
    victim, thief = await a_person(auth), await a_person(auth)
    await auth.http.post("/api/v1/auth/forgot-password", json={"email": thief.form["email"]})
    token = token_in((await mails_to(auth, thief.form["email"]))[-1])
    browser = thief.elsewhere()
    browser.cookies["wangi_device"] = f"{victim.id}.{'a' * 30}"
    reset = await browser.call(
        "POST", "/api/update-password", json={"token": token, "password": "Bunga-raya-44"}
    )
    assert reset.status_code == 200
    assert named(browser) == str(thief.id)


async def test_browser_from_before_signed_cookies_stays_known(
    auth: Service,
) -> None:
    person = await a_person(auth)
    old = "f" * 43
    async with auth.database.transaction() as session:
        row = (
            "INSERT INTO known_devices (user_id, device_hash, seen_at) VALUES (:id, :hash, clock_timestamp())"
        )
        await session.execute(text(row), {"id": person.id, "hash": hash_token(old)})
    browser = await with_planted(person, old)
    assert named(browser) == str(person.id)
    mails = await mails_to(auth, person.form["email"])
    assert not [mail for mail in mails if "new" in mail.subject.lower()]


async def test_shared_browser_keeps_its_first_owners_cookie(auth: Service) -> None:
    owner, guest = await a_person(auth), await a_person(auth)
    mark = owner.cookies["wangi_device"]
    browser = await with_planted(guest, mark)
    assert browser.cookies["wangi_device"] == mark
    assert named(browser) == str(owner.id)
    for person in (owner, guest):
        rows = await auth.rows(
            "SELECT 1 FROM known_devices WHERE user_id = :id AND device_hash = :hash",
            id=person.id, hash=hash_token(word_of(owner) or ""),
        )  # fmt: skip
        assert rows, person.id
