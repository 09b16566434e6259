import itertools

import pytest

from libs.contracts.events import protection
from libs.kit.process import clock
from libs.kit.testing import Service
from services.auth.tests.makers import refused
from services.auth.tests.people import Boost, Person, a_person, mails_to
from services.auth.tests.test_undo import moved

pytestmark = pytest.mark.servers
_numbers = itertools.count(5_000)


async def has_name(person: Person, name: str) -> bool:
    return bool((await person.call("GET", "/api/v1/auth/me")).json()["firstName"] == name)


async def renames(auth: Service, person: Person) -> int:
    return sum(".UserRenamed." in event["type"] for event in await auth.recorded(person.id))


@pytest.mark.parametrize("boost", [Boost(is_known=True), Boost(away=True)])
async def test_name_change_needs_proof_with_a_bank_account(
    auth: Service, monkeypatch: pytest.MonkeyPatch, boost: Boost
) -> None:
    person = await a_person(auth)
    monkeypatch.setitem(auth.app.state.calls, "boost", boost)
    path = f"/api/user/{person.id}"
    for form in ({"firstName": "Zainab"}, {"lastName": "Zainal", "bio": "New"}):
        assert refused(await person.call("PATCH", path, json=form)) == (403, "proof_needed")
    assert (await has_name(person, "Siti"), await renames(auth, person)) == (True, 0)
    same = {"firstName": "Siti", "bio": "Blind buys"}
    assert (await person.call("PATCH", path, json=same)).status_code == 200
    proof = await person.proof()
    answer = await person.call("PATCH", path, json={"firstName": "Zainab"}, headers=proof)
    assert answer.status_code == 200, answer.text
    assert (await has_name(person, "Zainab"), await renames(auth, person)) == (True, 1)


async def test_name_change_without_bank_account_needs_no_proof(auth: Service) -> None:
    person = await a_person(auth)
    answer = await person.call("PATCH", f"/api/user/{person.id}", json={"firstName": "Zainab"})
    assert (answer.status_code, await renames(auth, person)) == (200, 1)


@pytest.mark.parametrize("language", ["en", "ms"])
@pytest.mark.parametrize("change", ["set", "dropped", "renamed"])
async def test_owner_is_mailed_each_account_change_with_last_digits(
    auth: Service, monkeypatch: pytest.MonkeyPatch, language: str, change: str
) -> None:
    person = await a_person(auth)
    await person.call("PATCH", f"/api/user/{person.id}", json={"language": language})
    event = protection.PayoutAccountChanged(
        change_id=next(_numbers),
        user_id=person.id,
        change=change,  # type: ignore[arg-type]
        changed_at=clock.about_now(),
    )
    await auth.deliver(event)
    before = len(await away(auth, monkeypatch, person))
    clock.forward(minutes=1)
    (mail,) = (await mails_to(auth, person.form["email"]))[before:]
    assert ("Maybank" in mail.text, "5678" in mail.text, mail.language) == (True, True, language)
    assert await mails_to(auth, person.form["email"]) != []
    assert len(await mails_to(auth, person.form["email"])) == before + 1


async def test_account_change_mail_also_goes_to_previous_address(
    auth: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    person = await a_person(auth)
    old, new = person.form["email"], f"thief{next(_numbers)}@wangi.example"
    await moved(auth, person, new)
    monkeypatch.setitem(auth.app.state.calls, "boost", Boost(is_known=True))
    event = protection.PayoutAccountChanged(
        change_id=next(_numbers), user_id=person.id, change="set", changed_at=clock.about_now()
    )
    await auth.deliver(event)
    for address in (old, new):
        assert "5678" in (await mails_to(auth, address))[-1].text


async def away(auth: Service, monkeypatch: pytest.MonkeyPatch, person: Person) -> list[object]:
    with monkeypatch.context() as gone:
        gone.setitem(auth.app.state.calls, "boost", Boost(away=True))
        return list(await mails_to(auth, person.form["email"]))


async def test_boost_learns_whether_a_proof_fits_person_and_session(auth: Service) -> None:
    person, other = await a_person(auth), await a_person(auth)
    word = (await person.proof())["Wangi-Proof"]
    verifier = auth.app.state.verifier
    session = (await verifier.verify(person.token)).session_id

    async def says(who: int, session_id: str, proof: str | None) -> bool:
        form = {"sessionId": session_id, "proof": proof}
        secret = auth.app.state.settings.internal_secret.get_secret_value()
        headers = {"X-Internal-Secret": secret}
        answer = await auth.http.post(f"/internal/users/{who}/proof", json=form, headers=headers)
        assert answer.status_code == 200, answer.text
        body = answer.json()
        assert body["methods"] == ([] if body["isProven"] else ["password"])
        return bool(body["isProven"])

    assert await says(person.id, session, word)
    for who, session_id, proof in (
        (other.id, session, word),
        (person.id, "another", word),
        (person.id, session, None),
        (person.id, session, word[:-1]),
    ):
        assert not await says(who, session_id, proof)
    clock.forward(minutes=6)
    assert not await says(person.id, session, word)
