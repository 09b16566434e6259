"""The mark by which a browser is known again: accepted only with our signature, so that no client counts as
another."""

import pytest
from sqlalchemy import text

from libs.kit.security.cookie_marks import DEVICE
from libs.kit.testing import Service
from services.auth.sign_in.rules import hashed
from services.auth.tests.people import Person, a_person, mails_to, token_in

pytestmark = pytest.mark.servers


OPTIONS = "/api/v1/auth/passkey/options"


def word_of(person: Person) -> str | None:
    """What the mark in this browser says; None if the cookie is not one of ours."""
    marks = person.auth.app.state.auth.marks
    word: str | None = marks.word_in(DEVICE, person.cookies.get("wangi_device", ""))
    return word


def named(person: Person) -> str:
    """By which name limits count this browser, here and at the gateway."""
    word = word_of(person)
    assert word is not None
    return word.partition(".")[0]


async def with_planted(person: Person, cookie: str) -> Person:
    """Sign in from a browser that brings this cookie."""
    browser = person.elsewhere()
    browser.cookies["wangi_device"] = cookie
    assert (await browser.sign_in()).status_code == 200
    return browser


async def ask(person: Person, times: int) -> list[int]:
    """So many calls that are counted for the browser."""
    return [(await person.call("POST", OPTIONS, json={})).status_code for _ in range(times)]


@pytest.fixture(autouse=True)
def three_questions(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("services.auth.passkeys.service.MOST_QUESTIONS", 3)


async def test_another_persons_name_in_the_cookie_uses_none_of_their_attempts(
    auth: Service,
) -> None:
    """P-F5, S09: the planted word is never given back with a mark."""
    victim, thief = await a_person(auth), await a_person(auth)
    planted = f"{victim.id}.{'a' * 30}"
    browser = await with_planted(thief, planted)
    assert word_of(browser) != planted
    assert named(browser) == str(thief.id)
    assert (await ask(browser, 4))[-1] == 429
    assert await ask(victim, 3) == [200] * 3


async def test_many_planted_names_of_one_account_are_one_share(auth: Service) -> None:
    """P-F5, S09: else each sign-in to an account of one's own would be a fresh share to guess from."""
    person = await a_person(auth)
    browsers = [await with_planted(person, f"x{n}.{'b' * 30}") for n in range(4)]
    assert {named(browser) for browser in browsers} == {str(person.id)}
    assert [(await ask(browser, 1))[0] for browser in browsers] == [200, 200, 200, 429]


@pytest.mark.parametrize("planted", ["c" * 43, f"7.{'d' * 43}.{'0' * 32}", "e" * 96])
async def test_what_only_looks_like_a_mark_is_replaced(auth: Service, planted: str) -> None:
    person = await a_person(auth)
    browser = await with_planted(person, planted)
    assert named(browser) == str(person.id)
    assert not await auth.rows("SELECT 1 FROM known_devices WHERE device_hash = :hash", hash=hashed(planted))


async def test_a_new_password_by_a_mailed_link_marks_no_planted_word(auth: Service) -> None:
    """P-F5: the other way by which a browser gets its mark."""
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


async def test_a_browser_that_was_known_before_there_were_marks_stays_known_and_gets_a_word_of_ours(
    auth: Service,
) -> None:
    """Its word may have been anybody's invention, so it is not marked; its owner is not told of a new
    device."""
    person = await a_person(auth)
    old = "f" * 43
    async with auth.database.transaction() as session:
        row = (
            "INSERT INTO known_devices (user_id, device_hash, seen_at) VALUES (:id, :hash, clock_timestamp())"
        )
        await session.execute(text(row), {"id": person.id, "hash": hashed(old)})
    browser = await with_planted(person, old)
    assert named(browser) == str(person.id)
    mails = await mails_to(auth, person.form["email"])
    assert not [mail for mail in mails if "new" in mail.subject.lower()]


async def test_a_browser_in_a_family_stays_its_first_owners_and_is_known_to_both(auth: Service) -> None:
    """A guest who signs in at another person's browser gets no count of their own and takes no mark away."""
    owner, guest = await a_person(auth), await a_person(auth)
    mark = owner.cookies["wangi_device"]
    browser = await with_planted(guest, mark)
    assert browser.cookies["wangi_device"] == mark
    assert named(browser) == str(owner.id)
    for person in (owner, guest):
        rows = await auth.rows(
            "SELECT 1 FROM known_devices WHERE user_id = :id AND device_hash = :hash",
            id=person.id, hash=hashed(word_of(owner) or ""),
        )  # fmt: skip
        assert rows, person.id
