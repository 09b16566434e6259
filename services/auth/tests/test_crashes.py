import asyncio
from collections.abc import Iterator

import pytest

from libs.kit.errors import Unavailable
from libs.kit.process import clock
from libs.kit.testing import Service
from services.auth.jobs import tidy_once
from services.auth.mail.service import MailSender
from services.auth.mail.templates import TEMPLATES, MailTemplates, RenderedMail
from services.auth.privacy import erasure
from services.auth.tests.people import PASSWORD, a_person, registered, token_in
from services.auth.tests.test_erasure import Answering
from services.auth.tests.test_profile import a_photo, uploaded

pytestmark = pytest.mark.servers


@pytest.fixture
def neighbours(auth: Service) -> Iterator[None]:
    before = auth.app.state.calls
    auth.app.state.calls = {name: Answering() for name in erasure.ANSWERING}
    yield
    auth.app.state.calls = before


class Keeping:
    """Stores the id of each mail and dies after sending one."""

    def __init__(self) -> None:
        self.took: list[tuple[str, str, RenderedMail]] = []
        self.dies = True

    async def send(self, letter: RenderedMail, *, to: str, message_id: str) -> None:
        self.took.append((to, message_id, letter))
        if self.dies:
            raise SystemError("the process dies here")


async def test_mail_sent_before_a_crash_is_repeated_identically(auth: Service) -> None:
    """P-F3"""
    form, transport = await registered(auth), Keeping()
    sender = MailSender(auth.app.state.auth, MailTemplates(TEMPLATES), transport)  # type: ignore[arg-type]
    with pytest.raises(SystemError):
        await sender.send_due()
    transport.dies = False
    while await sender.send_due():
        pass
    assert len([1 for to, *_ in transport.took if to == form["email"]]) == 1, "not at once"
    clock.forward(seconds=31)
    while await sender.send_due():
        pass
    (_, first, one), (_, second, two) = [mail for mail in transport.took if mail[0] == form["email"]]
    assert first == second
    assert token_in(one) == token_in(two)
    for status in (200, 400):
        answer = await auth.http.post("/api/verify-email", json={"token": token_in(one)})
        assert answer.status_code == status


async def test_erasure_resumes_after_pictures_were_deleted(
    auth: Service, neighbours: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """P-G2"""
    person = await a_person(auth)
    address = (await uploaded(person, "avatar", a_photo())).json()["avatarUrl"]
    await person.call("DELETE", f"/api/user/{person.id}", json={"password": PASSWORD})

    async def dies(*_: object) -> None:
        raise Unavailable

    with monkeypatch.context() as crash:
        crash.setattr("services.auth.privacy.queries.drop_all_of", dies)
        await erasure.erase_due(auth.app.state.auth)
    (row,) = await auth.rows("SELECT erased_at, email FROM users WHERE id = :id", id=person.id)
    assert (row["erased_at"], row["email"]) == (None, person.form["email"])
    assert (await auth.http.get(address)).status_code == 404
    await erasure.erase_due(auth.app.state.auth)
    (row,) = await auth.rows("SELECT erased_at FROM users WHERE id = :id", id=person.id)
    assert row["erased_at"] is not None


async def test_picture_that_could_not_be_saved_is_deleted_and_old_one_stays(
    auth: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    """P-G2, P-G3"""
    person = await a_person(auth)
    old = (await uploaded(person, "avatar", a_photo())).json()["avatarUrl"]
    pictures, put = auth.app.state.auth.pictures, list[str]()
    keep = pictures.put

    async def noted(name: str, content: bytes) -> None:
        put.append(name)
        await keep(name, content)

    async def dies(*_: object) -> None:
        raise Unavailable

    monkeypatch.setattr(pictures, "put", noted)
    monkeypatch.setattr("services.auth.accounts.pictures.record_changes", dies)
    for photo in (a_photo("PNG", (300, 300)), a_photo()):
        assert (await uploaded(person, "avatar", photo)).status_code == 503
    there = [name for name in put if (await auth.http.get(f"/api/portraits/{name}")).status_code == 200]
    assert f"/api/portraits/{there[-1]}" in {old, old.replace("-large", "-small")}
    assert {name.split("-")[0] for name in there} == {old.rsplit("/", 1)[1].split("-")[0]}
    assert (await auth.http.get(old)).status_code == 200


async def test_key_rotation_during_refreshes_ends_no_session(auth: Service) -> None:
    """P-F6, AR-D13, F25"""
    people = [await a_person(auth) for _ in range(6)]
    keys = auth.app.state.auth.keys

    async def busy(number: int) -> list[int]:
        person, seen = people[number], list[int]()
        for _ in range(8):
            answer = await person.call("POST", "/api/v1/auth/refresh")
            person.token = answer.json().get("token", "")
            seen += [answer.status_code, (await person.call("GET", "/api/v1/auth/me")).status_code]
        return seen

    async def turning() -> list[int]:
        for _ in range(3):
            await keys.rotate(auth.database)
            await tidy_once(auth.app, auth.app.state.auth)
        return []

    results = await asyncio.gather(*(busy(number) for number in range(6)), turning())
    assert {status for seen in results for status in seen} == {200}


async def test_clock_jump_locks_no_account(auth: Service) -> None:
    """F18"""
    person = await a_person(auth)
    for step in (3600, -7200, 3600):
        clock.forward(seconds=step)
        await tidy_once(auth.app, auth.app.state.auth)
        answer = await person.call("POST", "/api/v1/auth/refresh")
        assert answer.status_code == 200, step
        assert (await person.sign_in()).status_code == 200, step
