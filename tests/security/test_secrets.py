"""Secrets stay secret: nothing of a busy day stands in the log or a trace, and no default opens production (S23)."""

import importlib
import logging
from typing import Any

import pytest
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter
from pydantic import SecretStr, ValidationError
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError

from gateway.settings import GatewaySettings
from libs.kit import clock
from libs.kit.migrate import SERVICES
from libs.kit.settings import LOCAL_SECRET, Settings
from libs.kit.testing import Service
from services.auth.jobs import tidy_once
from services.auth.tests.people import Person, a_form, an_admin, mails_to, token_in

PASSWORD, NEW = "Canary-kasturi-91", "Canary-bunga-raya-44"
ADDRESS = "canary-lorong-sulit-3"


async def a_busy_day(auth: Service) -> tuple[Person, list[str]]:
    """Right and wrong turns of one person; and every secret that was about."""
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
    await person.call("PATCH", path, json={"address": ADDRESS, "email": "canary-moving@mail.example"})
    await person.call("PATCH", path, json={"address": ADDRESS, "isAdmin": True})
    await person.call("POST", f"{path}/two-factor", json={"password": PASSWORD})
    await person.call("POST", f"{path}/passkeys", json={"challengeId": "x", "credential": {"rawId": "canary-raw"}})
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
    await tidy_once(auth.app, auth.app.state.office)
    (row,) = await auth.rows("SELECT password_hash FROM users WHERE id = :id", id=person.id)
    secrets += [reset, admin.token, admin.cookies["wangi_refresh"], row["password_hash"]]
    return person, secrets


@pytest.mark.servers
async def test_neither_log_nor_trace_of_a_busy_day_holds_a_secret_or_an_address(
    auth: Service,
    capsys: pytest.CaptureFixture[str],
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """S23, G1: at the chattiest level, of our own lines and of the libraries'."""
    spans, provider = InMemorySpanExporter(), TracerProvider()
    provider.add_span_processor(SimpleSpanProcessor(spans))
    monkeypatch.setattr("libs.kit.telemetry._TRACER", provider.get_tracer("wangi"))
    monkeypatch.setattr("libs.kit.telemetry.trace.get_tracer_provider", lambda: provider)  # as where they are collected
    caplog.set_level(logging.DEBUG)
    for client in ("httpx2", "httpcore2"):  # the test's own browser
        caplog.set_level(logging.ERROR, logger=client)
    _, secrets = await a_busy_day(auth)
    told, traced = capsys.readouterr().out + caplog.text, str([span.to_json() for span in spans.get_finished_spans()])
    assert "/api/v1/auth/login" in told
    assert "/api/v1/auth/login" in traced
    for words in (*secrets, "Canary-", "canary-log", "canary-moving", "canary-raw", ADDRESS):
        assert words not in told, words[:8]
        assert words not in traced, words[:8]


@pytest.mark.servers
async def test_a_fault_in_the_database_does_not_say_what_it_was_about(auth: Service) -> None:
    """S23, G1: the text of such a fault ends in the log."""
    with pytest.raises(DBAPIError) as fault:
        async with auth.database.reading() as session:
            await session.execute(text("SELECT 1 / 0 WHERE 'x' <> :secret"), {"secret": "canary-parameter"})
    assert "canary-parameter" not in str(fault.value)


def settings_of_all() -> list[type[Settings]]:
    """Every process's own."""
    found: list[type[Settings]] = [GatewaySettings]
    for service in SERVICES:
        own = vars(importlib.import_module(f"services.{service}.settings"))
        found += [one for one in own.values() if isinstance(one, type) and issubclass(one, Settings)]
    return list(dict.fromkeys(found))


def default_secrets(kind: type[Settings]) -> list[str]:
    """The settings that are a secret and have a word to begin with."""
    told = {name: field.default for name, field in kind.model_fields.items()}
    return [
        name for name, word in told.items() if isinstance(word, SecretStr) and word.get_secret_value() == LOCAL_SECRET
    ]


@pytest.mark.parametrize("kind", settings_of_all(), ids=lambda kind: kind.__name__)
def test_production_does_not_start_with_a_secret_that_everybody_knows(kind: type[Settings]) -> None:
    """S23: each of them, found from the settings, so that a new one is asked too."""
    known = default_secrets(kind)
    assert "internal_secret" in known
    usual: dict[str, Any] = {"environment": "production", "base_url": "https://wangi.example"}
    kind(**usual | dict.fromkeys(known, SecretStr("something-else")))
    for name in known:
        others = dict.fromkeys(set(known) - {name}, SecretStr("something-else"))
        with pytest.raises(ValidationError, match=name.upper()):
            kind(**usual | others)


def test_production_sends_no_cookie_and_no_link_in_the_open() -> None:
    """S23, S12"""
    told: dict[str, Any] = {"environment": "production", "internal_secret": SecretStr("something-else")}
    with pytest.raises(ValidationError, match="BASE_URL"):
        Settings(**told, base_url="http://wangi.example")
