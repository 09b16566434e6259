import asyncio
import contextlib
from datetime import UTC, datetime

import asyncpg
import pytest
from redis.asyncio import Redis

from deploy.local.stack import Stack
from libs.contracts.events.auth import UserSessionEnded, session_mark
from libs.kit.process import clock
from libs.kit.security import revocation_tables
from libs.kit.security.revocation import CHANNEL, Revocations
from libs.kit.service import ask_through
from libs.kit.testing import Neighbour, Service, signed_in, until
from services.auth.tests.people import Person, a_person

pytestmark = pytest.mark.servers
MANY = 100_000


async def session_of(person: Person) -> str:
    return person.cookies["wangi_refresh"].partition(".")[0]


async def sign_out(person: Person) -> None:
    await person.call("POST", "/api/v1/auth/logout")


async def end_in_the_list(person: Person) -> None:
    other = person.elsewhere()
    await other.sign_in()
    path = f"/api/user/{person.id}/sessions/{await session_of(person)}"
    assert (await other.call("DELETE", path)).status_code == 200


async def replay(person: Person) -> None:
    old = person.cookies["wangi_refresh"]
    await person.call("POST", "/api/v1/auth/refresh")
    clock.forward(seconds=11)
    person.cookies["wangi_refresh"] = old
    assert (await person.call("POST", "/api/v1/auth/refresh")).status_code == 401


@pytest.mark.parametrize("ends", [sign_out, end_in_the_list, replay])
async def test_ended_sessions_token_is_void_everywhere(auth: Service, catalog: Service, ends: object) -> None:
    """P-F2"""
    person = await a_person(auth)
    session_id, other = await session_of(person), person.elsewhere()
    await other.sign_in()
    token = person.bearer
    await ends(person)  # type: ignore[operator]
    assert (await auth.http.get("/api/v1/auth/me", headers=token)).status_code == 401
    assert (await other.call("GET", "/api/v1/auth/me")).status_code == 200
    (event,) = await auth.recorded(f"session-{session_mark(session_id)}")
    assert event["type"] == "wangi.auth.UserSessionEnded.v1"
    assert session_id not in str(event)
    here = signed_in(person.id, sid=session_id)
    assert (await catalog.http.get("/api/favorites", headers=here)).status_code == 200
    await catalog.deliver(UserSessionEnded.parse(event["data"]))
    assert (await catalog.http.get("/api/favorites", headers=here)).status_code == 401
    assert (
        await catalog.http.get("/api/favorites", headers=signed_in(person.id, sid="x"))
    ).status_code == 200


async def test_hint_reveals_revocation_before_kafka(auth: Service) -> None:
    """P-F2"""
    person, elsewhere = await a_person(auth), Revocations()
    client = Neighbour(auth, auth.app.state.settings.internal_secret.get_secret_value())
    session_id = await session_of(person)
    await elsewhere.ask(ask_through(client))  # type: ignore[arg-type]
    assert not elsewhere.is_over(session_id)
    await sign_out(person)
    await person.sign_in()
    await person.call("POST", "/api/v1/auth/logout-all")
    await elsewhere.ask(ask_through(client))  # type: ignore[arg-type]
    assert elsewhere.is_over(session_id)
    assert elsewhere.is_void(person.id, 0)


async def test_sign_out_reaches_every_process_within_five_seconds(auth: Service, stack: Stack) -> None:
    """P-F2"""
    person, consumers = await a_person(auth), [part for part in stack.parts if part != "auth"]
    client = Neighbour(auth, auth.app.state.settings.internal_secret.get_secret_value())
    session_id = await session_of(person)
    elsewhere = {part: Revocations() for part in consumers}
    async with contextlib.AsyncExitStack() as open_still, Redis.from_url(stack.servers.redis_url) as owner:
        before = (await owner.pubsub_numsub(CHANNEL))[0][1]
        for part, revocations in elsewhere.items():
            redis = await open_still.enter_async_context(Redis.from_url(stack.parts[part]["REDIS_URL"]))
            listening = asyncio.create_task(revocations.listen(redis, ask_through(client)))  # type: ignore[arg-type]
            open_still.push_async_callback(ended, listening)

        async def all_listen() -> bool:
            return bool((await owner.pubsub_numsub(CHANNEL))[0][1] >= before + len(consumers))

        async def all_know() -> bool:
            return all(item.is_over(session_id) for item in elsewhere.values())

        await until(all_listen)
        await sign_out(person)
        async with asyncio.timeout(5):
            await until(all_know)


async def ended(task: asyncio.Task[None]) -> None:
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)


async def test_only_internal_callers_read_revocations(auth: Service) -> None:
    for headers in ({}, {"X-Internal-Secret": "guess"}):
        assert (await auth.http.get("/internal/revocations", headers=headers)).status_code == 404
    malformed = await auth.ask("/internal/revocations?since=2026-11-23T00:00:00")
    assert malformed.status_code == 422


async def many_rows(stack: Stack, *, received: str, happened: str) -> None:
    """As after a large revocation."""
    connection = await asyncpg.connect(stack.admin_url.rpartition("/")[0] + "/wangi")
    try:
        await connection.execute("SET session_replication_role = replica")
        for rows in (
            "revocations (user_id, epoch, revoked_at, received_at) SELECT 70000000 + n, 1",
            "ended_sessions (session, user_id, ended_at, received_at) SELECT n, 70000000 + n",
        ):
            await connection.execute(
                f"INSERT INTO auth.{rows}, clock_timestamp() - interval '{happened}', "
                f"clock_timestamp() - interval '{received}' FROM generate_series(1, {MANY}) AS n"
            )
    finally:
        await connection.close()


async def test_revocations_are_read_incrementally(
    auth: Service, stack: Stack, monkeypatch: pytest.MonkeyPatch
) -> None:
    await many_rows(stack, received="2 minutes", happened="2 minutes")
    follower, taken = Revocations(), list[int]()
    take = Revocations.apply_news

    def count(self: Revocations, news: revocation_tables.News) -> None:
        taken.append(len(news.people) + len(news.sessions))
        take(self, news)

    monkeypatch.setattr(Revocations, "apply_news", count)
    try:
        await follower.load(auth.database)
        assert sum(taken) >= 2 * MANY
        assert follower.is_void(70_000_001, 0)
        assert max(taken) <= 2 * revocation_tables.PAGE
        taken.clear()
        person = await a_person(auth)
        await sign_out(person)
        await follower.load_news(auth.database)
        assert 1 <= sum(taken) < 200, "what others did in the last seconds, and no more"
    finally:
        await empty(stack)


async def test_revocations_are_deleted_when_their_tokens_expired(auth: Service, stack: Stack) -> None:
    await many_rows(stack, received="12 minutes", happened="12 minutes")
    person = await a_person(auth)
    await sign_out(person)
    try:
        assert await revocation_tables.trim(auth.database) >= 2 * MANY
        (left,) = await auth.rows("SELECT count(*) FROM revocations WHERE user_id > 70000000")
        assert left["count"] == 0
        assert await auth.rows("SELECT 1 FROM ended_sessions WHERE user_id = :id", id=person.id)
        assert await revocation_tables.trim(auth.database) == 0
    finally:
        await empty(stack)


async def empty(stack: Stack) -> None:
    connection = await asyncpg.connect(stack.admin_url.rpartition("/")[0] + "/wangi")
    try:
        for table in ("revocations", "ended_sessions"):
            await connection.execute(f"DELETE FROM auth.{table} WHERE user_id > 70000000")
    finally:
        await connection.close()


def test_session_reference_does_not_reveal_its_id() -> None:
    """P-F2"""
    event = UserSessionEnded(user_id=7, session=session_mark("abc"), ended_at=datetime.now(UTC))
    assert "abc" not in event.model_dump_json()
    assert event.key == f"session-{session_mark('abc')}"
