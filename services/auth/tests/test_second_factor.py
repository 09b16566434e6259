import asyncio
from datetime import UTC, datetime, timedelta
from typing import Any

import pyotp
import pytest
from hypothesis import given
from hypothesis import strategies as st

from libs.kit.process import clock
from libs.kit.testing import Service
from services.auth.second_factor.rules import (
    AROUND,
    RECOVERY_LENGTH,
    RECOVERY_LETTERS,
    STEP_SECONDS,
    fitting_step,
    plain_recovery_code,
    recovery_code,
)
from services.auth.sign_in import authentication
from services.auth.sign_in import service as sign_in_service
from services.auth.tests.people import PASSWORD, Person, a_person, mails_to, one_of_the_staff, token_in

SECRET = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP"


NOON = datetime(2026, 11, 20, 4, 0, tzinfo=UTC)


MOMENTS = st.datetimes(min_value=datetime(2001, 1, 1), max_value=datetime(2100, 1, 1), timezones=st.just(UTC))  # noqa: DTZ001


def digits(secret: str, when: datetime) -> str:
    return pyotp.TOTP(secret).at(when)


@given(MOMENTS, st.integers(min_value=-30, max_value=30))
def test_neighbouring_code_steps_are_accepted(now: datetime, seconds: int) -> None:
    """AUTH-63"""
    code = digits(SECRET, now + timedelta(seconds=seconds))
    assert fitting_step(SECRET, code, now, None) is not None


@given(MOMENTS, st.integers(min_value=2, max_value=10_000), st.booleans())
def test_older_and_later_codes_are_refused(now: datetime, steps: int, before: bool) -> None:
    off = timedelta(seconds=STEP_SECONDS * steps * (-1 if before else 1))
    code = digits(SECRET, now + off)
    near = {digits(SECRET, now + timedelta(seconds=30 * each)) for each in AROUND}
    assert (fitting_step(SECRET, code, now, None) is None) == (code not in near)


@given(MOMENTS, st.integers(min_value=0, max_value=10))
def test_code_step_is_used_once_and_earlier_steps_are_refused(now: datetime, steps: int) -> None:
    step = fitting_step(SECRET, digits(SECRET, now), now, None)
    assert step is not None
    assert fitting_step(SECRET, digits(SECRET, now), now, step + steps) in (
        None,
        step + 1,
    )


@given(st.text(max_size=12))
def test_any_code_text_gets_an_answer(code: str) -> None:
    fitting = fitting_step(SECRET, code, NOON, None)
    assert fitting is None or code.replace(" ", "").isdigit()
    plain = plain_recovery_code(code)
    assert plain is None or len(plain) == RECOVERY_LENGTH


@pytest.mark.parametrize("code", ["", "12345", "1234567", "١٢٣٤٥٦", "12345x", "-12345", "1e5", "²²²²²²"])
def test_code_of_other_than_six_digits_is_refused(code: str) -> None:
    assert fitting_step(SECRET, code, NOON, None) is None


@given(
    st.binary(min_size=10, max_size=10).map(lambda raw: bytes(byte % len(RECOVERY_LETTERS) for byte in raw))
)
def test_recovery_code_is_accepted_in_any_spelling(numbers: bytes) -> None:
    code = recovery_code(numbers)
    plain = plain_recovery_code(code)
    assert plain is not None
    for typed in (code.upper(), code.replace("-", ""), f" {code.replace('-', ' - ')} "):
        assert plain_recovery_code(typed) == plain


async def enrolled(auth: Service) -> tuple[Person, str, list[str]]:
    """The first digits are a minute old."""
    person = await a_person(auth)
    path = f"/api/user/{person.id}/two-factor"
    started = (await person.call("POST", path, json={"password": PASSWORD})).json()
    answer = await person.call(
        "POST", f"{path}/confirm", json={"code": digits(started["secret"], clock.about_now())}
    )
    assert answer.status_code == 200, answer.text
    clock.forward(minutes=1)
    return person, started["secret"], answer.json()["recoveryCodes"]


def refused(answer: Any) -> tuple[int, str]:
    return answer.status_code, answer.json().get("code")


@pytest.mark.servers
async def test_second_factor_starts_with_first_confirmed_code(auth: Service) -> None:
    """AUTH-63"""
    person = await a_person(auth)
    path = f"/api/user/{person.id}/two-factor"
    wrong = await person.call("POST", path, json={"password": "not-this-one"})
    assert refused(wrong) == (401, "invalid_credentials")
    answer = await person.call("POST", path, json={"password": PASSWORD})
    begun = answer.json()
    assert (answer.status_code, answer.headers["cache-control"]) == (200, "no-store")
    assert begun["uri"].startswith(f"otpauth://totp/Wangi:{person.form['username']}?secret={begun['secret']}")
    assert begun["qrSvg"].startswith('<svg xmlns="http://www.w3.org/2000/svg"'), "it is shown as an image"
    assert begun["qrSvg"].count("http") == 1
    assert (await person.elsewhere().sign_in()).status_code == 200
    assert refused(await person.call("POST", f"{path}/confirm", json={"code": "000000"})) == (
        401,
        "invalid_code",
    )
    confirmed = await person.call(
        "POST", f"{path}/confirm", json={"code": digits(begun["secret"], clock.about_now())}
    )
    assert len(set(confirmed.json()["recoveryCodes"])) == 10
    assert (await person.call("GET", "/api/v1/auth/me")).json()["twoFactor"] is True
    assert refused(await person.elsewhere().sign_in()) == (403, "two_factor_required")
    assert "Two-factor sign-in is on" in [mail.subject for mail in await mails_to(auth, person.form["email"])]


@pytest.mark.servers
@pytest.mark.parametrize("way", ["sign_out", "reset", "staff_reset"])
async def test_set_up_that_began_before_sessions_ended_cannot_be_confirmed(auth: Service, way: str) -> None:
    """AUTH-63, P-F2"""
    person = await one_of_the_staff(auth, "support") if way == "staff_reset" else await a_person(auth)
    path = f"/api/user/{person.id}/two-factor"
    begun = (await person.call("POST", path, json={"password": PASSWORD})).json()
    if way == "sign_out":
        assert (await person.call("POST", "/api/v1/auth/logout-all")).status_code == 200
        await person.sign_in()
    else:
        await auth.http.post("/api/v1/auth/forgot-password", json={"email": person.form["email"]})
        token = token_in((await mails_to(auth, person.form["email"]))[-1])
        form = {"token": token, "password": "Bunga-raya-44"}
        assert (await auth.http.post("/api/update-password", json=form)).status_code == 200
        await person.sign_in(password="Bunga-raya-44")
    code = digits(begun["secret"], clock.about_now())
    confirmed = await person.call("POST", f"{path}/confirm", json={"code": code})
    assert refused(confirmed) == (409, "second_factor_off")
    assert (await person.call("GET", "/api/v1/auth/me")).json()["twoFactor"] is False


@pytest.mark.servers
async def test_sign_in_code_is_used_once(auth: Service) -> None:
    """AUTH-63"""
    person, secret, _ = await enrolled(auth)
    asked = await person.elsewhere().sign_in()
    assert asked.json()["details"]["methods"] == ["totp", "recovery_code"]
    code = digits(secret, clock.about_now())
    assert (await person.elsewhere().sign_in(code=f"{code[:3]} {code[3:]}")).status_code == 200
    assert refused(await person.elsewhere().sign_in(code=code)) == (401, "invalid_code")
    assert refused(await person.elsewhere().sign_in(code=code, password="wrong-one")) == (
        401,
        "invalid_credentials",
    )
    clock.forward(seconds=90)
    assert refused(await person.elsewhere().sign_in(code=code)) == (401, "invalid_code")


@pytest.mark.servers
async def test_one_of_ten_concurrent_sign_ins_with_same_code_succeeds(auth: Service) -> None:
    person, secret, codes = await enrolled(auth)
    for code in (digits(secret, clock.about_now()), codes[0]):
        form = {"username": person.form["username"], "password": PASSWORD, "code": code}
        calls = [auth.http.post("/api/v1/auth/login", json=form) for _ in range(8)]
        statuses = [answer.status_code for answer in await asyncio.gather(*calls)]
        assert statuses.count(200) == 1, statuses
        clock.forward(minutes=16)


@pytest.mark.servers
async def test_recovery_code_works_once_and_owner_is_mailed(auth: Service) -> None:
    """AUTH-63"""
    person, _, codes = await enrolled(auth)
    assert (await person.elsewhere().sign_in(code=codes[3].upper().replace("-", " "))).status_code == 200
    assert refused(await person.elsewhere().sign_in(code=codes[3])) == (401, "invalid_code")
    (mail,) = [
        mail
        for mail in await mails_to(auth, person.form["email"])
        if mail.subject == "A recovery code was used"
    ]
    assert "Codes left: 9." in mail.text


@pytest.mark.servers
async def test_code_guesses_are_limited(auth: Service) -> None:
    """P-F5"""
    person, secret, _ = await enrolled(auth)
    answers = [refused(await person.elsewhere().sign_in(code="000000")) for _ in range(12)]
    assert answers[0] == (401, "invalid_code")
    assert answers[-1] == (429, "rate_limited")
    assert refused(await person.elsewhere().sign_in(code=digits(secret, clock.about_now()))) == (
        429,
        "rate_limited",
    )
    clock.forward(minutes=16)
    assert (await person.elsewhere().sign_in(code=digits(secret, clock.about_now()))).status_code == 200


@pytest.mark.servers
async def test_turning_off_second_factor_needs_password_and_code(auth: Service) -> None:
    """AUTH-63"""
    person, secret, codes = await enrolled(auth)
    path = f"/api/user/{person.id}/two-factor"
    code = digits(secret, clock.about_now())
    wrong = await person.call("DELETE", path, json={"password": "not-this-one", "code": code})
    assert refused(wrong) == (401, "invalid_credentials")
    assert refused(await person.call("DELETE", path, json={"password": PASSWORD, "code": "000000"})) == (
        401,
        "invalid_code",
    )
    assert (await person.call("DELETE", path, json={"password": PASSWORD, "code": code})).json() == {
        "success": True
    }
    assert (await person.elsewhere().sign_in()).status_code == 200
    [row] = await auth.rows("SELECT totp_secret, totp_confirmed_at FROM users WHERE id = :id", id=person.id)
    assert set(row.values()) == {None}
    assert await auth.rows("SELECT 1 FROM recovery_codes WHERE user_id = :id", id=person.id) == []
    again = await person.call("DELETE", path, json={"password": PASSWORD, "code": codes[0]})
    assert refused(again) == (409, "second_factor_off")
    assert "Two-factor sign-in is off" in [
        mail.subject for mail in await mails_to(auth, person.form["email"])
    ]


@pytest.mark.servers
async def test_second_factor_cannot_be_replaced_while_on(auth: Service) -> None:
    person, secret, _ = await enrolled(auth)
    path = f"/api/user/{person.id}/two-factor"
    assert refused(await person.call("POST", path, json={"password": PASSWORD})) == (409, "second_factor_on")
    code = digits(secret, clock.about_now())
    assert refused(await person.call("POST", f"{path}/confirm", json={"code": code})) == (
        409,
        "second_factor_on",
    )


@pytest.mark.servers
async def test_new_recovery_codes_void_old_ones(auth: Service) -> None:
    person, secret, codes = await enrolled(auth)
    path = f"/api/user/{person.id}/two-factor/recovery-codes"
    form = {"password": PASSWORD, "code": digits(secret, clock.about_now())}
    fresh = (await person.call("POST", path, json=form)).json()["recoveryCodes"]
    assert not set(fresh) & set(codes)
    assert refused(await person.elsewhere().sign_in(code=codes[0])) == (401, "invalid_code")
    assert (await person.elsewhere().sign_in(code=fresh[0])).status_code == 200


@pytest.mark.servers
async def test_secrets_and_codes_are_unreadable_in_tables(auth: Service) -> None:
    """P-G1"""
    person, secret, codes = await enrolled(auth)
    [row] = await auth.rows("SELECT totp_secret FROM users WHERE id = :id", id=person.id)
    assert secret.encode() not in bytes(row["totp_secret"])
    kept = await auth.rows("SELECT code_hash FROM recovery_codes WHERE user_id = :id", id=person.id)
    assert len(kept) == 10
    assert not any(
        code.replace("-", "").encode() in bytes(each["code_hash"]) for code in codes for each in kept
    )


@pytest.mark.servers
async def test_secret_copied_to_other_account_does_not_open(auth: Service) -> None:
    """P-F8"""
    thief, secret, _ = await enrolled(auth)
    victim, _, _ = await enrolled(auth)
    async with auth.database.transaction() as session:
        from services.auth.accounts import queries as account_queries

        mine, theirs = [await account_queries.lock_user(session, each) for each in (thief.id, victim.id)]
        assert mine is not None
        assert theirs is not None
        theirs.totp_secret = mine.totp_secret
    answer = await victim.elsewhere().sign_in(code=digits(secret, clock.about_now()))
    assert refused(answer) == (401, "invalid_code")


@pytest.mark.servers
async def test_second_factor_of_another_person_is_inaccessible(auth: Service) -> None:
    """P-F7"""
    person, other = await a_person(auth), await a_person(auth)
    path = f"/api/user/{other.id}/two-factor"
    form = {"password": PASSWORD, "code": "123456"}
    calls = [("POST", path, {"password": PASSWORD}), ("POST", f"{path}/confirm", {"code": "123456"})]
    calls += [("DELETE", path, form), ("POST", f"{path}/recovery-codes", form)]
    for method, address, body in calls:
        assert refused(await person.call(method, address, json=body)) == (403, "forbidden")
        assert refused(await auth.http.request(method, address, json=body)) == (401, "not_signed_in")


@pytest.mark.servers
@pytest.mark.parametrize("change", ["tokens", "password", "second_factor"])
async def test_sign_in_overtaken_by_a_change_spends_one_code(
    auth: Service, monkeypatch: pytest.MonkeyPatch, change: str
) -> None:
    """AUTH-63"""
    person, secret, _ = await enrolled(auth)
    authenticate = authentication.authenticate

    async def authenticate_and_be_overtaken(*arguments: Any) -> Any:
        recognised = await authenticate(*arguments)
        async with auth.database.transaction() as session:
            user = await sign_in_service.sign_out_everywhere(session, person.id)
            if change == "password":
                user.password_hash = "another"
            if change == "second_factor":
                user.totp_confirmed_at = clock.about_now()
        return recognised

    monkeypatch.setattr(authentication, "authenticate", authenticate_and_be_overtaken)
    answer = await person.elsewhere().sign_in(code=digits(secret, clock.about_now()))
    if change == "tokens":
        assert answer.status_code == 200, answer.text
    else:
        assert refused(answer) == (401, "invalid_credentials")
