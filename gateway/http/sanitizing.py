"""Refuses requests that two parsers could read differently, and sanitizes headers."""

import re
from collections.abc import Iterable
from functools import lru_cache

from multidict import CIMultiDict, CIMultiDictProxy

METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})
MAX_TARGET = 4096

_NOT_PLAIN_PATH = re.compile(r"//|\\|%2f|%5c|%00|[\x00-\x20\x7f-\xff]|;|%(?![0-9a-f]{2})", re.IGNORECASE)
# Unreserved characters must not be encoded. A service reads `%6c` as `l`, while the route table would match
# another route.
_NEEDLESSLY_ENCODED = re.compile(r"%(?:2[de]|3[0-9]|[46][1-9a-f]|[57][0-9a]|5f|7e)", re.IGNORECASE)
_DOT_SEGMENT = re.compile(r"(?:^|/)\.{1,2}(?:/|$)")
# Services also read `05`, `+5`, `5.0` and `5_0` as numbers. A single spelling gives a single route and cache
# entry.
_NOT_PLAIN_NUMBER = re.compile(r"/(?:\+[0-9._]+|0[0-9._]+|[0-9]+[._][0-9._]*)(?=/|$)")
_API = "/api/"
_NAMES_OF_FILES = ("/api/images/", "/api/portraits/", "/api/v1/images/", "/api/v1/portraits/")
_HOST = re.compile(r"[A-Za-z0-9._:\[\]-]{1,255}")
_REQUEST_ID = re.compile(r"[A-Za-z0-9._-]{8,64}")
_TRACEPARENT = re.compile(r"00-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}")

HOP_BY_HOP = frozenset(
    {
        "connection", "keep-alive", "proxy-authenticate", "proxy-authorization", "proxy-connection", "te",
        "trailer", "transfer-encoding", "upgrade", "expect", "http2-settings",
    }
)  # fmt: skip
_NEVER_FROM_CLIENTS = frozenset(
    {
        "content-length", "host", "forwarded", "via", "x-real-ip", "x-request-id", "x-original-url", "x-rewrite-url",
        "x-http-method-override", "x-http-method", "x-method-override", "traceparent",
    }
)  # fmt: skip
_NEVER_FROM_CLIENTS_PREFIX = ("x-user-", "x-internal-", "x-forwarded-", "access-control-")
_NEVER_FROM_SERVICES = frozenset(
    {"server", "date", "x-powered-by", "x-request-id", "x-process-time", "surrogate-key"}
)


class MalformedRequest(Exception):
    """Raised before the body is read. The text is the reason."""


def check_request(method: str, target: str, headers: CIMultiDictProxy[str]) -> None:
    """Raises `MalformedRequest` for a request that two parsers could read differently."""
    if method not in METHODS:
        raise MalformedRequest("this method is not served")
    if len(target) > MAX_TARGET or not target.startswith("/") or "#" in target:
        raise MalformedRequest("the request target is not a plain path")
    if not is_plain(target.partition("?")[0]):
        raise MalformedRequest("the path is not in its plain form")
    _check_framing(method, headers)


@lru_cache(maxsize=4096)
def is_plain(path: str) -> bool:
    """True if the path has the canonical spelling."""
    if _NOT_PLAIN_PATH.search(path) or _NEEDLESSLY_ENCODED.search(path) or _DOT_SEGMENT.search(path):
        return False
    if not path.startswith(_API):
        return True
    # No API path needs encoded characters, and services strip blanks around numbers.
    return "%" not in path and (path.startswith(_NAMES_OF_FILES) or not _NOT_PLAIN_NUMBER.search(path))


def _check_framing(method: str, headers: CIMultiDictProxy[str]) -> None:
    hosts = headers.getall("Host", ())
    if len(hosts) != 1 or not _HOST.fullmatch(hosts[0]):
        raise MalformedRequest("exactly one Host is needed")
    if "Content-Length" not in headers and "Transfer-Encoding" not in headers:
        return
    lengths = headers.getall("Content-Length", ())
    codings = headers.getall("Transfer-Encoding", ())
    if (
        len(lengths) > 1
        or (lengths and codings)
        or (lengths and not (lengths[0].isascii() and lengths[0].isdigit()))
    ):
        raise MalformedRequest("the length of the body is ambiguous")
    if codings and (len(codings) > 1 or codings[0].strip().lower() != "chunked"):
        raise MalformedRequest("this transfer coding is not served")
    if method in ("GET", "HEAD") and (codings or any(length.strip("0") for length in lengths)):
        raise MalformedRequest("a read has no body")


def for_service(headers: CIMultiDictProxy[str]) -> list[tuple[str, str]]:
    named = _named_by_connection(headers)
    return [
        (name, value) for name, value in headers.items() if _may_go_in(name) and name.lower() not in named
    ]


@lru_cache(maxsize=1024)
def _may_go_in(name: str) -> bool:
    low = name.lower()
    return (
        low not in HOP_BY_HOP
        and low not in _NEVER_FROM_CLIENTS
        and not low.startswith(_NEVER_FROM_CLIENTS_PREFIX)
        and "_" not in low  # Some frameworks convert it to a dash.
    )


def for_client(headers: Iterable[tuple[str, str]]) -> CIMultiDict[str]:
    """Removes hop-by-hop and internal headers from a service's response."""
    return CIMultiDict([(name, value) for name, value in headers if _may_go_out(name)])


@lru_cache(maxsize=1024)
def _may_go_out(name: str) -> bool:
    low = name.lower()
    hidden = low in HOP_BY_HOP or low in _NEVER_FROM_SERVICES
    return not hidden and not low.startswith(("x-internal-", "access-control-", "ratelimit-"))


def _named_by_connection(headers: CIMultiDictProxy[str]) -> frozenset[str]:
    value = headers.get("Connection", "").lower()
    if not value or value in ("keep-alive", "close"):
        return frozenset()
    return frozenset(part.strip() for part in value.split(","))


def sane_request_id(value: str | None) -> bool:
    """True if the client's request id can be used."""
    return value is not None and _REQUEST_ID.fullmatch(value) is not None


def sane_traceparent(value: str | None) -> bool:
    """True if the client's trace context is well formed (W3C, version 00)."""
    return value is not None and _TRACEPARENT.fullmatch(value) is not None
