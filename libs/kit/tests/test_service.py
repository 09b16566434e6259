from collections.abc import AsyncIterator

import httpx2
import pytest
from fastapi import APIRouter
from sqlalchemy import text

from deploy.local.stack import Stack
from libs.kit.db.database import ReadDep, SessionDep
from libs.kit.events.subscribing import Subscriptions
from libs.kit.http.paging import cursor_of, position_of
from libs.kit.http.schemas import In, Out
from libs.kit.service import create_service
from libs.kit.settings import Settings
from libs.kit.testing import Service, no_blocking_call, open_service

pytestmark = pytest.mark.servers
router = APIRouter()


class NoteIn(In):
    words: str


class NoteOut(Out):
    words: str


@router.post("/notes")
async def post_note(note: NoteIn, session: SessionDep) -> NoteOut:
    await session.execute(text("INSERT INTO notes (words) VALUES (:words)"), {"words": note.words})
    return NoteOut(words=note.words)


@router.get("/notes")
async def get_notes(session: ReadDep) -> list[NoteOut]:
    return [
        NoteOut(words=words) for (words,) in (await session.execute(text("SELECT words FROM notes"))).all()
    ]


@router.get("/slow")
async def slow(session: ReadDep) -> NoteOut:
    await session.execute(text("SELECT pg_sleep(9)"))
    return NoteOut(words="never")


@router.get("/broken")
async def broken() -> NoteOut:
    raise RuntimeError("the password is hunter2")


@pytest.fixture(scope="module")
async def service(stack: Stack) -> AsyncIterator[Service]:
    import asyncpg

    owner_url = stack.admin_url.rsplit("/", 1)[0] + "/wangi"
    owner = await asyncpg.connect(owner_url)
    await owner.execute(
        "CREATE SCHEMA service; SET search_path = service;"
        "CREATE TABLE revocations (user_id bigint, epoch int, received_at timestamptz);"
        "CREATE TABLE ended_sessions (session bigint, user_id bigint, received_at timestamptz);"
        "CREATE TABLE words (word text PRIMARY KEY);"
        "INSERT INTO words VALUES ('hello');"
        "CREATE TABLE notes (words text REFERENCES words DEFERRABLE INITIALLY DEFERRED)"
    )
    app = create_service("service", Settings, [router], Subscriptions())
    environment = stack.parts["auth"] | {"DATABASE_URL": owner_url, "ENVIRONMENT": "test"}
    async with open_service(app, environment) as service:
        yield service
    await owner.execute("DROP SCHEMA service CASCADE")
    await owner.close()


async def test_failed_commit_is_a_failed_response(service: Service) -> None:
    """M1"""
    assert (await service.http.post("/notes", json={"words": "hello"})).status_code == 200
    assert (await service.http.post("/notes", json={"words": "never"})).status_code == 500
    assert (await service.http.get("/notes")).json() == [{"words": "hello"}]


async def test_bug_is_a_plain_500_without_details(service: Service) -> None:
    answer = await service.http.get("/broken", headers={"X-Request-Id": "abc-1"})
    assert answer.status_code == 500
    assert set(answer.json()) == {"message", "code", "details", "requestId"}
    assert "hunter2" not in answer.text


async def test_response_names_where_time_was_spent(service: Service) -> None:
    answer = await service.http.get("/profile?seconds=0.1")
    assert (answer.status_code, "asyncio" in answer.text) == (200, True)


async def test_valid_request_id_is_kept_and_invalid_one_replaced(service: Service) -> None:
    kept = await service.http.get("/notes", headers={"X-Request-Id": "from-the-gateway.1"})
    made = await service.http.get("/notes", headers={"X-Request-Id": "x" * 200})
    assert kept.headers["x-request-id"] == "from-the-gateway.1"
    assert len(made.headers["x-request-id"]) == 32


async def test_oversized_body_is_refused_without_content_length(
    service: Service,
) -> None:
    async def endless() -> AsyncIterator[bytes]:
        for _ in range(400):
            yield b" " * 1024

    declared = await service.http.post("/notes", content=b" " * 300_000)
    undeclared = await service.http.post("/notes", content=endless())
    assert (declared.status_code, undeclared.status_code) == (413, 413)
    assert declared.json()["code"] == "too_large"


@pytest.mark.parametrize(
    "body", [b"", b"{", b"[]", b"null", b'{"words": 5}', b'{"words":"a\\ud800"}', b"[" * 50_000]
)
async def test_no_body_causes_a_500(service: Service, body: bytes) -> None:
    answer = await service.http.post("/notes", content=body, headers={"Content-Type": "application/json"})
    assert 400 <= answer.status_code < 500


async def test_unknown_paths_and_methods_have_our_error_format(service: Service) -> None:
    assert (await service.http.get("/nowhere")).json()["code"] == "not_found"
    assert (await service.http.delete("/notes")).json()["code"] == "method_not_allowed"


async def test_slow_statement_is_cancelled_and_unavailable(
    service: Service,
) -> None:
    usual = dict(service.database.server_settings)
    try:
        service.database.server_settings["statement_timeout"] = "1000"
        await service.database.engine.dispose()  # Reconnect, so that the setting applies.
        answer = await service.http.get("/slow", timeout=httpx2.Timeout(15))
        assert (answer.status_code, answer.headers["retry-after"]) == (503, "2")
    finally:
        service.database.server_settings = usual
        await service.database.engine.dispose()
        await service.rows("SELECT 1")  # Opening a connection would block the loop of the next test.


async def test_no_call_blocks_the_event_loop(service: Service) -> None:
    with no_blocking_call():
        assert (await service.http.post("/notes", json={"words": "hello"})).status_code == 200


async def test_health_distinguishes_alive_and_ready(service: Service) -> None:
    assert (await service.http.get("/healthz")).json() == {"status": "alive"}
    assert (await service.http.get("/readyz")).status_code == 200
    assert "http_request_seconds" in (await service.http.get("/metrics")).text
    service.app.state.draining = True
    assert (await service.http.get("/readyz")).status_code == 503
    service.app.state.draining = False


def test_production_refuses_default_secret() -> None:
    with pytest.raises(ValueError, match="INTERNAL_SECRET"):
        Settings(environment="production")
    strong = "q8Zr2vXw7LkT0bNfYc5HdJm1sPgUe4AoRiW9tKxEyBn"
    settings = Settings(
        environment="production",
        internal_secret=strong,  # type: ignore[arg-type]
        redis_url="redis://a:own@redis",  # type: ignore[arg-type]
        kafka_bootstrap_servers="sasl_ssl://a:own@kafka:9093",
        wangi_relaxed_limits=True,
    )
    assert not settings.relaxed_limits


def test_own_cursor_is_accepted_and_others_refused() -> None:
    assert position_of(cursor_of(5, "x"), 2) == [5, "x"]
    for malformed in ("", "x", "e30", cursor_of(1), "é" * 9):
        with pytest.raises(Exception, match="not valid"):
            position_of(malformed, 2)
