import asyncio

import pytest

from libs.kit.process import clock
from libs.kit.testing import Service
from services.auth.mail.transport import MailServerUnavailable
from services.auth.tests.people import FakeTransport, a_form, mails_to, registered, token_in

pytestmark = pytest.mark.servers


async def test_verification_link_works_once(auth: Service) -> None:
    """AUTH-32, AUTH-35, P-F3"""
    form = await registered(auth)
    token = token_in((await mails_to(auth, form["email"]))[-1])
    answers = await asyncio.gather(
        *(auth.http.post("/api/verify-email", json={"token": token}) for _ in range(8))
    )
    assert sorted(a.status_code for a in answers) == [200] + [400] * 7
    again = await auth.http.get("/api/verify-email", params={"token": token})
    assert (again.status_code, again.json()["code"]) == (400, "invalid_link")


async def test_verification_for_sign_in_screen_starts_no_session(auth: Service) -> None:
    """AUTH-34"""
    form = await registered(auth)
    asked = {"token": token_in((await mails_to(auth, form["email"]))[-1]), "signIn": False}
    answer = await auth.http.post("/api/verify-email", json=asked)
    assert (answer.status_code, answer.json()["token"], "set-cookie" in answer.headers) == (200, None, False)


async def test_verification_by_get_does_not_sign_in(auth: Service) -> None:
    """AUTH-36, U3"""
    form = await registered(auth)
    token = token_in((await mails_to(auth, form["email"]))[-1])
    answer = await auth.http.get("/api/verify-email", params={"token": token})
    assert answer.json() == {"success": True, "message": "Email verified successfully"}
    assert "set-cookie" not in answer.headers


async def test_verification_mail_returns_to_original_page(auth: Service) -> None:
    form = await registered(auth, redirect="/auctions/42?tab=history")
    (first,) = await mails_to(auth, form["email"])
    assert "&redirect=%2Fauctions%2F42%3Ftab%3Dhistory" in first.text
    asked = {"email": form["email"], "redirect": "/auctions/43"}
    assert (await auth.http.post("/api/v1/auth/resend-verification", json=asked)).status_code == 200
    again = (await mails_to(auth, form["email"]))[-1]
    assert "&redirect=%2Fauctions%2F43" in again.text
    answer = await auth.http.post("/api/verify-email", json={"token": token_in(again)})
    assert answer.json()["token"]


@pytest.mark.parametrize(
    "path",
    [
        "https://evil.example/",
        "//evil.example",
        "/\\evil.example",
        "/%2F/evil.example",
        "javascript:alert(1)",
        "/a\nb",
    ],
)
async def test_verification_mail_leads_to_no_other_site(auth: Service, path: str) -> None:
    form = await registered(auth, redirect=path)
    asked = {"email": form["email"], "redirect": path}
    await auth.http.post("/api/v1/auth/resend-verification", json=asked)
    for mail in await mails_to(auth, form["email"]):
        assert "redirect" not in mail.text
        assert "evil" not in mail.text


async def test_return_path_length_is_limited(auth: Service) -> None:
    refused = await auth.http.post("/api/v1/auth/register", json=a_form(redirect="/" + "a" * 2000))
    assert refused.status_code == 422


async def test_link_expires_after_half_an_hour_or_by_newer_one(auth: Service) -> None:
    """AUTH-61, P-F3"""
    form = await registered(auth)
    first = token_in((await mails_to(auth, form["email"]))[-1])
    await auth.http.post("/api/v1/auth/resend-verification", json={"email": form["email"]})
    second = token_in((await mails_to(auth, form["email"]))[-1])
    assert (await auth.http.post("/api/verify-email", json={"token": first})).status_code == 400
    clock.forward(minutes=31)
    assert (await auth.http.post("/api/verify-email", json={"token": second})).status_code == 400


async def test_stored_link_data_opens_nothing(auth: Service) -> None:
    """P-F3"""
    form = await registered(auth)
    token = token_in((await mails_to(auth, form["email"]))[-1])
    stored = await auth.rows(
        "SELECT l.* FROM one_time_links l JOIN users u ON u.id = l.user_id WHERE u.email = :e",
        e=form["email"],
    )
    assert token.split(".")[1] not in str(stored)
    for guess in (stored[0]["id"], f"{stored[0]['id']}.{stored[0]['token_hash'].hex()}"):
        assert (await auth.http.post("/api/verify-email", json={"token": guess})).status_code == 400


async def test_malay_reader_gets_malay_mail(auth: Service) -> None:
    form = a_form()
    await auth.http.post("/api/v1/auth/register", json=form, headers={"Accept-Language": "ms-MY,ms;q=0.9"})
    (mail,) = await mails_to(auth, form["email"])
    assert mail.language == "ms"
    assert token_in(mail)
    assert "#access_token=" in mail.html


async def test_unavailable_mail_server_loses_no_mail(auth: Service) -> None:
    from services.auth.mail.service import MailSender
    from services.auth.mail.templates import TEMPLATES, MailTemplates

    form = await registered(auth)
    away = FakeTransport(fault=MailServerUnavailable("nobody answers"))
    await MailSender(auth.app.state.auth, MailTemplates(TEMPLATES), away).send_due()  # type: ignore[arg-type]
    assert await mails_to(auth, form["email"]) == []
    clock.forward(seconds=40)
    (mail,) = await mails_to(auth, form["email"])
    assert (await auth.http.post("/api/verify-email", json={"token": token_in(mail)})).status_code == 200


async def test_sent_mail_leaves_no_address(auth: Service) -> None:
    """P-G2"""
    form = await registered(auth)
    assert await auth.rows("SELECT 1 FROM mails WHERE address = :a", a=form["email"])
    await mails_to(auth, form["email"])
    assert not await auth.rows("SELECT 1 FROM mails WHERE address = :a", a=form["email"])
