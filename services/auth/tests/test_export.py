import asyncio
import json
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager

import aiohttp
import pytest

from libs.kit.http import export
from libs.kit.http.client import InternalClient
from libs.kit.testing import Service, came_of, serve, until
from services.auth.auth_services import EXPORTS_AT_ONCE
from services.auth.privacy import erasure
from services.auth.tests.people import Person, a_person

pytestmark = pytest.mark.servers


HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"


CHUNKED = HEAD + b"Transfer-Encoding: chunked\r\n\r\n"


BEGUN = b'{"bids":[1,'


WHOLE = HEAD + b"Content-Length: 11\r\n\r\n" + b'{"bids":[]}'


Say = Callable[[asyncio.StreamWriter], None]


def whole(writer: asyncio.StreamWriter) -> None:
    writer.write(WHOLE)


def cut(writer: asyncio.StreamWriter) -> None:
    writer.write(CHUNKED + b"%x\r\n%b\r\n" % (len(BEGUN), BEGUN))


def endless(writer: asyncio.StreamWriter) -> None:
    writer.write(HEAD + b"\r\n" + BEGUN)


def refusing(writer: asyncio.StreamWriter) -> None:
    writer.write(b"HTTP/1.1 503 Service Unavailable\r\nContent-Length: 2\r\n\r\n{}")


@asynccontextmanager
async def saying(say: Say, holds: asyncio.Event | None = None) -> AsyncIterator[InternalClient]:
    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        say(writer)
        await writer.drain()
        if holds is not None:
            await holds.wait()
        writer.close()

    server = await asyncio.start_server(answer, "127.0.0.1", 0)
    client = InternalClient(f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}", "secret")
    yield client
    await client.close()
    server.close()


@asynccontextmanager
async def client_of_auth(auth: Service, last: InternalClient) -> AsyncIterator[aiohttp.ClientSession]:
    before = auth.app.state.calls
    async with AsyncExitStack() as stack:
        client = await stack.enter_async_context(saying(whole))
        auth.app.state.calls = dict.fromkeys(erasure.ANSWERING, client) | {"auction": last}
        try:
            address = await stack.enter_async_context(serve(auth.app))
            yield await stack.enter_async_context(aiohttp.ClientSession(address))
        finally:
            auth.app.state.calls = before


def export_of(person: Person) -> tuple[str, dict[str, str]]:
    return f"/api/user/{person.id}/export", {"Authorization": f"Bearer {person.token}"}


async def test_export_has_a_part_per_service(auth: Service) -> None:
    """U38"""
    path, headers = export_of(await a_person(auth))
    async with (
        saying(whole) as last,
        client_of_auth(auth, last) as http,
        http.get(path, headers=headers) as answer,
    ):
        body = await answer.json()
    assert {name: body[name] for name in erasure.ANSWERING} == dict.fromkeys(erasure.ANSWERING, {"bids": []})
    assert body["account"]["profile"]["id"]
    assert set(body["account"]) > {"sessions", "notifications", "noticePreferences", "staffActs"}


async def test_export_broken_by_a_service_is_visibly_incomplete(auth: Service) -> None:
    path, headers = export_of(await a_person(auth))
    async with saying(cut) as last, client_of_auth(auth, last) as http:
        async with http.get(path, headers=headers) as answer:
            came, is_whole = await came_of(answer)
        async with http.get("/healthz") as still:
            assert still.status == 200
    assert (answer.status, is_whole) == (200, False)
    assert b'"account"' in came
    with pytest.raises(json.JSONDecodeError):
        json.loads(came)


@pytest.mark.parametrize("say", [refusing, endless])
async def test_export_is_refused_while_a_service_is_unavailable(auth: Service, say: Say) -> None:
    path, headers = export_of(await a_person(auth))
    async with (
        saying(say) as last,
        client_of_auth(auth, last) as http,
        http.get(path, headers=headers) as answer,
    ):
        assert (answer.status, (await answer.json())["code"]) == (503, "unavailable")


async def test_concurrent_exports_per_process_are_limited(auth: Service) -> None:
    people = [await a_person(auth) for _ in range(EXPORTS_AT_ONCE + 1)]
    path, headers = export_of(people.pop())
    gone = asyncio.Event()
    async with saying(cut, gone) as last, client_of_auth(auth, last) as http:
        under_way = [await http.get(own, headers=bearer) for own, bearer in map(export_of, people)]
        async with http.get(path, headers=headers) as refused:
            assert (refused.status, (await refused.json())["code"]) == (503, "unavailable")
        async with http.get("/api/v1/auth/me", headers=headers) as other:
            assert other.status == 200
        for answer in under_way:
            answer.close()
        await until(lambda: not auth.app.state.auth.exporting)
        gone.set()


async def test_person_has_one_export_at_a_time(auth: Service) -> None:
    (path, headers), (others_path, others) = export_of(await a_person(auth)), export_of(await a_person(auth))
    gone = asyncio.Event()
    async with saying(cut, gone) as last, client_of_auth(auth, last) as http:
        under_way = await http.get(path, headers=headers)
        for _ in range(EXPORTS_AT_ONCE):
            async with http.get(path, headers=headers) as second:
                assert (second.status, (await second.json())["code"]) == (409, "export_under_way")
        async with http.get(others_path, headers=others) as beside:
            assert beside.status == 200
        under_way.close()
        await until(lambda: not auth.app.state.auth.exporting)
        gone.set()
    async with (
        saying(whole) as last,
        client_of_auth(auth, last) as http,
        http.get(path, headers=headers) as again,
    ):
        assert (await came_of(again))[1]


async def test_refused_export_releases_its_slot(auth: Service) -> None:
    path, headers = export_of(await a_person(auth))
    async with (
        saying(refusing) as last,
        client_of_auth(auth, last) as http,
        http.get(path, headers=headers) as answer,
    ):
        assert answer.status == 503
    async with (
        saying(whole) as last,
        client_of_auth(auth, last) as http,
        http.get(path, headers=headers) as again,
    ):
        assert again.status == 200


async def test_export_is_cut_for_slow_reader(auth: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(export, "GRACE_SECONDS", -1e9)
    path, headers = export_of(await a_person(auth))
    async with (
        saying(whole) as last,
        client_of_auth(auth, last) as http,
        http.get(path, headers=headers) as answer,
    ):
        assert (await came_of(answer))[1] is False
    await until(lambda: not auth.app.state.auth.exporting)
