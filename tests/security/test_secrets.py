import logging

import pytest
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter
from pydantic import SecretStr
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError

from libs.kit.process import clock
from libs.kit.testing import Service
from services.auth.jobs import tidy_once
from services.auth.tests.people import Person, a_form, an_admin, mails_to, token_in
from tests.security.makers import STRONG

PASSWORD, NEW = "Canary-kasturi-91", "Canary-bunga-raya-44"


ADDRESS = "canary-lorong-sulit-3"


async def a_busy_day(auth: Service) -> tuple[Person, list[str]]:
    form = a_form(password=PASSWORD)
    form["email"] = f"canary-log-{form['email']}"
    await auth.http.post("/api/v1/auth/register", json=form)
    link = token_in((await mails_to(auth, form["email"]))[-1])
    await auth.http.post("/api/v1/auth/register", json=a_form(email=form["email"], password=PASSWORD))
    person = Person(auth, form, 0)
    answer = await person.call("POST", "/api/verify-email", json={"token": link})
    person.id, person.token = answer.json()["user"]["id"], answer.json()["token"]
    secrets = [link, person.token, person.cookies["wangi_refresh"], person.cookies["wangi_device"]]
    await auth.http.get("/api/verify-email", params={"token": link})
    path = f"/api/user/{person.id}"
    proof = await person.proof()
    moving = {"address": ADDRESS, "email": "canary-moving@mail.example"}
    await person.call("PATCH", path, json=moving, headers=proof)
    await person.call("PATCH", path, json={"address": ADDRESS, "isAdmin": True})
    await person.call("POST", f"{path}/two-factor", json={"password": PASSWORD})
    await person.call(
        "POST", f"{path}/passkeys", json={"challengeId": "x", "credential": {"rawId": "canary-raw"}}
    )
    await person.call("POST", "/api/v1/auth/refresh")
    await person.elsewhere().sign_in(password="Canary-wrong-guess-1")
    await auth.http.post("/api/v1/auth/login", json={"email": form["email"], "password": ["Canary-odd"]})
    await auth.http.post("/api/v1/auth/session", json={"supabaseToken": person.token + "x"})
    await auth.http.post("/api/v1/auth/forgot-password", json={"email": form["email"]})
    reset = token_in((await mails_to(auth, form["email"]))[-1])
    await auth.http.post("/api/update-password", json={"token": reset, "password": NEW})
    await auth.http.post("/api/update-password", json={"token": reset, "password": NEW})
    clock.forward(seconds=30)
    await person.call("POST", "/api/v1/auth/refresh")
    admin = await an_admin(auth)
    await admin.call("GET", "/api/admin/users", params={"search": form["email"]})
    await admin.call("PATCH", f"/api/admin/users/{person.id}/ban", json={"isBanned": True, "reason": "x"})
    await tidy_once(auth.app, auth.app.state.auth)
    (row,) = await auth.rows("SELECT password_hash FROM users WHERE id = :id", id=person.id)
    secrets += [
        proof["Wangi-Proof"],
        reset,
        admin.token,
        admin.cookies["wangi_refresh"],
        row["password_hash"],
    ]
    return person, secrets


@pytest.mark.servers
async def test_logs_and_traces_have_no_secret_or_address(
    auth: Service,
    capsys: pytest.CaptureFixture[str],
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """S23, P-G1"""
    spans, provider = InMemorySpanExporter(), TracerProvider()
    provider.add_span_processor(SimpleSpanProcessor(spans))
    monkeypatch.setattr("libs.kit.process.telemetry._TRACER", provider.get_tracer("wangi"))
    monkeypatch.setattr("libs.kit.process.telemetry.trace.get_tracer_provider", lambda: provider)
    caplog.set_level(logging.DEBUG)
    for client in ("httpx2", "httpcore2"):  # The test's own browser.
        caplog.set_level(logging.ERROR, logger=client)
    _, secrets = await a_busy_day(auth)
    logged, traced = (
        capsys.readouterr().out + caplog.text,
        str([span.to_json() for span in spans.get_finished_spans()]),
    )
    assert "/api/v1/auth/login" in logged
    assert "/api/v1/auth/login" in traced
    for words in (*secrets, "Canary-", "canary-log", "canary-moving", "canary-raw", ADDRESS):
        assert words not in logged, words[:8]
        assert words not in traced, words[:8]


@pytest.mark.servers
async def test_database_error_text_has_no_values(auth: Service) -> None:
    """S23, P-G1"""
    with pytest.raises(DBAPIError) as fault:
        async with auth.database.reading() as session:
            await session.execute(text("SELECT 1 / 0 WHERE 'x' <> :secret"), {"secret": "canary-parameter"})
    assert "canary-parameter" not in str(fault.value)


@pytest.mark.servers
async def test_both_internal_secrets_work_during_rotation_and_empty_never(
    auth: Service,
) -> None:

    async def status(secret: str) -> int:
        answer = await auth.http.get("/internal/people?ids=1", headers={"X-Internal-Secret": secret})
        return answer.status_code

    before = auth.app.state.settings
    new = STRONG[::-1]
    settings = before.model_copy(
        update={"internal_secret": SecretStr(STRONG), "internal_secret_also": SecretStr(new)}
    )
    try:
        auth.app.state.settings = settings
        assert [await status(secret) for secret in (STRONG, new, "", STRONG[:-1], "x")] == [
            200,
            200,
            404,
            404,
            404,
        ]
        auth.app.state.settings = before.model_copy(update={"internal_secret": SecretStr("")})
        assert [await status(secret) for secret in ("", " ")] == [404, 404]
    finally:
        auth.app.state.settings = before
