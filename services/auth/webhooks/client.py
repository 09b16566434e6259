"""Resolves a hostname once, checks all its IP addresses and connects to one of them. Follows no redirects and
uses no proxy."""

import asyncio
import socket
from collections.abc import Awaitable, Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from typing import Any

import aiohttp
from aiohttp.abc import AbstractResolver, ResolveResult

from services.auth.webhooks.addresses import AddressRefused, check_address, is_loopback, is_public
from services.auth.webhooks.rules import ANSWER_SECONDS

# Up to this much of a response is read, so that the connection can be reused. The content is not stored.
MAX_BYTES, READ_SECONDS = 16 * 1024, 1.0


CONNECT_SECONDS = 5.0


MAX_CONNECTIONS = 512


AGENT = "Wangi-Webhooks/1"


_LOOKUPS = ThreadPoolExecutor(16, thread_name_prefix="webhook-name")


Lookup = Callable[[str, int], Awaitable[list[Any]]]


class NotPublic(OSError):
    pass


@dataclass(frozen=True)
class Reply:
    status: int | None
    cause: str | None = None
    retry_after: str | None = None


class CheckedResolver(AbstractResolver):
    """Refuses a hostname if any of its IP addresses is not allowed."""

    def __init__(self, may_reach: Callable[[str], bool], lookup: Lookup) -> None:
        self._may_reach, self._lookup = may_reach, lookup

    async def resolve(
        self, host: str, port: int = 0, family: socket.AddressFamily = socket.AF_UNSPEC
    ) -> list[ResolveResult]:
        found = await self._lookup(host, port)
        addresses = {(kind, where[0]) for kind, _, _, _, where in found}
        if not addresses or not all(self._may_reach(address) for _, address in addresses):
            raise NotPublic(host)
        return [
            ResolveResult(
                hostname=host, host=address, port=port, family=kind, proto=0, flags=socket.AI_NUMERICHOST
            )
            for kind, address in sorted(addresses)
        ]

    async def close(self) -> None:
        pass


async def _ask_system(host: str, port: int) -> list[Any]:
    """Uses its own threads, so that a slow name server cannot delay database connections."""
    find = partial(socket.getaddrinfo, host, port, type=socket.SOCK_STREAM)
    return await asyncio.get_running_loop().run_in_executor(_LOOKUPS, find)


class WebhookClient:
    """The only HTTP client for URLs that users enter."""

    def __init__(self, *, to_loopback: bool = False, lookup: Lookup = _ask_system) -> None:
        self._to_loopback, self._lookup = to_loopback, lookup
        self._http: aiohttp.ClientSession | None = None

    async def post(self, url: str, headers: Mapping[str, str], body: str | bytes) -> Reply:
        try:
            # Checked again, because the rules may have changed since the row was written. IP addresses in a
            # URL skip the resolver.
            check_address(url, to_loopback=self._to_loopback)
            async with self._session().post(
                url,
                data=body.encode() if isinstance(body, str) else body,
                headers=headers,
                allow_redirects=False,
            ) as response:
                await _discard(response)
                return Reply(response.status, retry_after=response.headers.get("Retry-After"))
        except TimeoutError:
            return Reply(None, "timeout")
        except AddressRefused:
            return Reply(None, "address")
        except aiohttp.ClientSSLError:
            return Reply(None, "certificate")
        except aiohttp.ClientConnectorDNSError as unknown:
            return Reply(None, "address" if isinstance(unknown.__cause__, NotPublic) else "name")
        except (aiohttp.ClientConnectorError, OSError):
            return Reply(None, "connection")
        except (aiohttp.ClientError, ValueError):
            return Reply(None, "answer")

    async def close(self) -> None:
        if self._http is not None:
            await self._http.close()

    def _session(self) -> aiohttp.ClientSession:
        if self._http is None:
            connector = aiohttp.TCPConnector(
                limit=MAX_CONNECTIONS,
                resolver=CheckedResolver(self._may_reach, self._lookup),
                socket_factory=self._open_socket,
            )
            self._http = aiohttp.ClientSession(
                connector=connector,
                timeout=aiohttp.ClientTimeout(total=ANSWER_SECONDS, sock_connect=CONNECT_SECONDS),
                cookie_jar=aiohttp.DummyCookieJar(),
                headers={"User-Agent": AGENT, "Content-Type": "application/json"},
                auto_decompress=False,
                trust_env=False,
            )
        return self._http

    def _may_reach(self, address: str) -> bool:
        return is_public(address) or (self._to_loopback and is_loopback(address))

    def _open_socket(self, info: Any) -> socket.socket:
        """The last check, on the IP address of the connection."""
        family, kind, proto, _, where = info
        if not self._may_reach(where[0]):
            raise NotPublic(where[0])
        opened = socket.socket(family, kind, proto)
        opened.setblocking(False)
        return opened


async def _discard(response: aiohttp.ClientResponse) -> None:
    left = MAX_BYTES
    try:
        async with asyncio.timeout(READ_SECONDS):
            while left > 0 and not response.content.at_eof():
                left -= len(await response.content.read(left))
    except (TimeoutError, aiohttp.ClientError):
        left = 0
    if left <= 0:
        response.close()
