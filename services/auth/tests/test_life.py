from collections.abc import Iterator
from dataclasses import dataclass, field

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from libs.kit.process import clock
from libs.kit.testing import Service
from services.auth.privacy import erasure
from services.auth.sign_in.rules import Rotation
from services.auth.staff import bans
from services.auth.staff import service as staff_service
from services.auth.tests.people import Person, a_person, mails_to, token_in
from services.auth.tests.test_erasure import Answering

pytestmark = [pytest.mark.servers, pytest.mark.slow]


BROWSERS = 3


PASSWORDS = ("Kasturi-laut-9", "Bunga-raya-44", "Cempaka-12x")


STEPS = st.tuples(
    st.sampled_from(
        [
            "sign_in", "sign_in", "sign_in_wrong", "refresh", "refresh", "replay_old", "sign_out", "sign_out_all",
            "change_password", "reset_password", "ban", "unban", "suspend", "time_passes", "leave",
        ]
    ),
    st.integers(0, BROWSERS - 1),
)  # fmt: skip


@dataclass
class Expected:
    session: bool = False
    token: bool = False
    older: list[str] = field(default_factory=list)


@dataclass
class Life:
    """Only plain values and the promised rules."""

    person: Person
    browsers: list[Person]
    expected: list[Expected]
    password: int = 0
    banned: bool = False
    gone: bool = False

    def all_out(self, but_for: int | None = None) -> None:
        for number, one in enumerate(self.expected):
            one.token = False
            one.session = one.session and number == but_for

    def tokens_void(self) -> None:
        for item in self.expected:
            item.token = False


async def staff_act(life: Life, act: str) -> None:
    verbs = {"ban": bans.ban_account, "unban": bans.unban_account}
    async with life.person.auth.database.transaction() as session:
        if act == "suspend":
            user = await staff_service.suspend(session, life.person.id, 3, admin_id=None, reason="a test")
        else:
            user = await verbs[act](session, life.person.id, admin_id=None, reason="a test")
    await life.person.auth.app.state.auth.announce(user)


async def sign_in(life: Life, number: int) -> None:
    browser, expected = life.browsers[number], life.expected[number]
    answer = await browser.sign_in(password=PASSWORDS[life.password])
    assert answer.status_code == (401 if life.gone else 200)
    if not life.gone:
        expected.session = expected.token = True
        expected.older = []


async def sign_in_wrong(life: Life, number: int) -> None:
    stranger = life.person.elsewhere()
    assert (await stranger.sign_in(password="wrong-guess")).status_code in {401, 429}


async def refresh(life: Life, number: int) -> None:
    browser, expected = life.browsers[number], life.expected[number]
    before = browser.cookies.get("wangi_refresh", "none.at-all")
    answer = await browser.call("POST", "/api/v1/auth/refresh")
    assert answer.status_code == (200 if expected.session else 401)
    if expected.session:
        browser.token = answer.json()["token"]
        expected.token = True
        expected.older.append(before)


async def replay_old(life: Life, number: int) -> None:
    browser, expected = life.browsers[number], life.expected[number]
    if len(expected.older) < 2:
        return
    thief = life.person.elsewhere()
    thief.cookies = {"wangi_refresh": expected.older[0]}
    assert (await thief.call("POST", "/api/v1/auth/refresh")).status_code == 401
    expected.session = expected.token = False
    assert (await browser.call("POST", "/api/v1/auth/refresh")).status_code == 401


async def sign_out(life: Life, number: int) -> None:
    expected = life.expected[number]
    answer = await life.browsers[number].call("POST", "/api/v1/auth/logout")
    # Refused only if cookie and bearer are both invalid.
    assert answer.status_code == 200 or not (expected.session or expected.token)
    expected.session = expected.token = False


async def sign_out_all(life: Life, number: int) -> None:
    answer = await life.browsers[number].call("POST", "/api/v1/auth/logout-all")
    assert answer.status_code == (200 if life.expected[number].token else 401)
    if life.expected[number].token:
        life.all_out()


async def change_password(life: Life, number: int) -> None:
    browser, expected = life.browsers[number], life.expected[number]
    following = (life.password + 1) % len(PASSWORDS)
    body = {"currentPassword": PASSWORDS[life.password], "newPassword": PASSWORDS[following]}
    answer = await browser.call("POST", "/api/user/change-password", json=body)
    assert answer.status_code == (200 if expected.token else 401)
    if expected.token:
        life.all_out(but_for=number)
        life.password, browser.token, expected.token = following, answer.json()["token"], True


async def reset_password(life: Life, number: int) -> None:
    following, auth = (life.password + 1) % len(PASSWORDS), life.person.auth
    await auth.http.post("/api/v1/auth/forgot-password", json={"email": life.person.form["email"]})
    links = [
        mail
        for mail in await mails_to(auth, life.person.form["email"])
        if mail.subject == "Choose a new password"
    ]
    if not links:
        return
    body = {"token": token_in(links[-1]), "password": PASSWORDS[following]}
    answer = await auth.http.post("/api/update-password", json=body)
    assert answer.status_code in (
        {400} if life.gone else {200, 400}
    )  # 400: requested too often, so the link is old.
    if answer.status_code == 200:
        life.password = following
        life.all_out()


async def ban(life: Life, number: int) -> None:
    if not life.gone and not life.banned:
        await staff_act(life, "ban")
        life.banned = True
        life.all_out()


async def unban(life: Life, number: int) -> None:
    if not life.gone and life.banned:
        await staff_act(life, "unban")
        life.banned = False
        life.tokens_void()


async def suspend(life: Life, number: int) -> None:
    if not life.gone:
        await staff_act(life, "suspend")
        life.tokens_void()


async def time_passes(life: Life, number: int) -> None:
    clock.forward(seconds=30)


async def leave(life: Life, number: int) -> None:
    expected = life.expected[number]
    body = {"password": PASSWORDS[life.password]}
    answer = await life.browsers[number].call("DELETE", f"/api/user/{life.person.id}", json=body)
    assert answer.status_code == (200 if expected.token else 401)
    if expected.token:
        life.gone = True
        life.all_out()


ACTS = {
    act.__name__: act
    for act in (
        sign_in, sign_in_wrong, refresh, replay_old, sign_out, sign_out_all, change_password, reset_password, ban,
        unban, suspend, time_passes, leave,
    )
}  # fmt: skip


async def agrees(life: Life) -> None:
    for browser, expected in zip(life.browsers, life.expected, strict=True):
        answer = await browser.call("GET", "/api/v1/auth/me")
        assert answer.status_code == (200 if expected.token else 401)
        if expected.token:
            assert answer.json()["isBanned"] is life.banned


@pytest.fixture
def no_open_obligations(auth: Service) -> Iterator[None]:
    before = auth.app.state.calls
    auth.app.state.calls = {name: Answering() for name in erasure.ANSWERING}
    auth.app.state.auth.generosity = 1000
    yield
    auth.app.state.auth.generosity = 1
    auth.app.state.calls = before


@given(steps=st.lists(STEPS, min_size=4, max_size=14))
@settings(
    max_examples=8,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
async def test_sessions_match_the_model_after_any_account_changes(
    auth: Service, no_open_obligations: None, steps: list[tuple[str, int]]
) -> None:
    """W6, P-F1, P-F2, P-F3"""
    clock.reset()
    person = await a_person(auth)
    life = Life(person, [person.elsewhere() for _ in range(BROWSERS)], [Expected() for _ in range(BROWSERS)])
    for name, number in steps:
        await ACTS[name](life, number)
        await agrees(life)


async def nothing(*_: object, **__: object) -> None: ...


WITHOUT = {
    "end_families": nothing,
    "raise_epoch": lambda *_: None,
    "judge_refresh": lambda *_: Rotation.ROTATE,
}


@pytest.mark.parametrize(
    ("guard", "steps"),
    [
        ("services.auth.sign_in.queries.end_families", ["sign_in", "sign_out_all", "refresh"]),
        ("libs.kit.security.revocation.Revocations.raise_epoch", ["sign_in", "sign_out_all"]),
        (
            "services.auth.sign_in.service.rules.judge_refresh",
            ["sign_in", "refresh", "refresh", "replay_old"],
        ),
    ],
    ids=["sessions are not ended", "revocations are not received", "an old token rotates again"],
)
async def test_control_model_detects_each_missing_guard(
    auth: Service,
    no_open_obligations: None,
    monkeypatch: pytest.MonkeyPatch,
    guard: str,
    steps: list[str],
) -> None:
    """P-F1, P-F2"""
    person = await a_person(auth)
    life = Life(person, [person.elsewhere()], [Expected()])
    monkeypatch.setattr(guard, WITHOUT[guard.rpartition(".")[2]])
    with pytest.raises(AssertionError):  # noqa: PT012 - the model may notification at any of the steps
        for name in steps:
            await ACTS[name](life, 0)
            await agrees(life)
