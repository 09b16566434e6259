import asyncio
from collections.abc import Callable
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from aiohttp import web

from libs.kit.process import clock
from libs.kit.testing import Service
from services.auth.providers import rules as providers_rules
from services.auth.tests.makers import START, Browser, refused
from tests.support.provider import FakeProvider

LATE = providers_rules.LATE


@pytest.mark.servers
async def test_provider_error_is_passed_on_as_known_code(auth: Service, provider: FakeProvider) -> None:
    """AUTH-46"""
    provider.says_no = True
    landed = await Browser(auth).round("/messages")
    assert landed == {"error": "access_denied", "redirect": "/messages"}


@pytest.mark.servers
@pytest.mark.parametrize(
    "error", ["error=Call+this+number", "error=", "error_description=Call+this+number", "x=1"]
)
async def test_unknown_provider_error_is_not_repeated(
    auth: Service, provider: FakeProvider, error: str
) -> None:
    """AUTH-46"""
    browser = Browser(auth)
    address = await browser.go_to_provider(await browser.start())
    (state,) = parse_qs(urlsplit(address).query)["state"]
    assert await browser.back(f"{urlsplit(address).path}?state={state}&{error}") == {"error": "no_session"}


@pytest.mark.servers
async def test_state_is_valid_once_in_the_same_browser(auth: Service, provider: FakeProvider) -> None:
    """AR-D12, S06"""
    browser = Browser(auth)
    address = await browser.go_to_provider(await browser.start())
    assert await Browser(auth).back(address) == {"error": LATE}, "another browser"
    assert await browser.back(address) == {"error": LATE}, "and it is spent"
    address = await browser.go_to_provider(await browser.start())
    answers = await asyncio.gather(*(browser.back(address) for _ in range(5)))
    assert sum("access_token" in landed for landed in answers) == 1
    address = await browser.go_to_provider(await browser.start())
    clock.forward(minutes=10, seconds=1)
    assert await browser.back(address) == {"error": LATE}
    made_up = "/api/v1/auth/oidc/contoh/callback?state=x&error=x&error_description=Call+this+number"
    assert await browser.back(made_up) == {"error": LATE}, "a stranger's words are not shown"


@pytest.mark.servers
async def test_code_of_another_sign_in_is_refused(auth: Service, provider: FakeProvider) -> None:
    mine, theirs = Browser(auth), Browser(auth)
    own, stolen = (
        await mine.go_to_provider(await mine.start()),
        await theirs.go_to_provider(await theirs.start()),
    )
    code = parse_qs(urlsplit(stolen).query)["code"][0]
    own_code = parse_qs(urlsplit(own).query)["code"][0]
    assert await mine.back(own.replace(own_code, code)) == {"error": "no_session"}


@pytest.mark.servers
async def test_provider_with_wrong_issuer_is_refused(auth: Service, provider: FakeProvider) -> None:
    browser = Browser(auth)
    address = await browser.go_to_provider(await browser.start())
    mixed = address.split("&iss=")[0].split("iss=")[0]
    query = parse_qs(urlsplit(address).query)
    mixed = (
        f"{urlsplit(address).path}?state={query['state'][0]}&code={query['code'][0]}&iss=https://evil.example"
    )
    assert await browser.back(mixed) == {"error": "no_session"}


@pytest.mark.servers
async def test_handover_token_is_valid_once_for_two_minutes_in_same_browser(
    auth: Service, provider: FakeProvider
) -> None:
    """AUTH-51, AUTH-61"""
    browser = Browser(auth)
    token = (await browser.round())["access_token"]
    assert refused(await Browser(auth).exchange(token)) == (401, "not_signed_in")
    assert refused(await browser.exchange(token[:-1])) == (401, "not_signed_in")
    answers = await asyncio.gather(*(browser.exchange(token) for _ in range(5)))
    assert sorted(answer.status_code for answer in answers) == [200, 401, 401, 401, 401]
    late = (await browser.round())["access_token"]
    clock.forward(seconds=121)
    assert refused(await browser.exchange(late)) == (401, "not_signed_in")


@pytest.mark.servers
@pytest.mark.parametrize(
    "answer",
    [
        lambda path: web.Response(status=500),
        lambda path: web.Response(text="not json"),
        lambda path: web.json_response([]),
        lambda path: web.json_response({"issuer": "https://evil.example"}),
        lambda path: web.Response(body=b" " * 400_000),
        lambda path: web.Response(status=302, headers={"Location": "http://169.254.169.254/"}),
        lambda path: web.Response(text="[" * 100_000),
    ],
)
async def test_unreachable_or_malformed_provider_gives_no_session(
    auth: Service, provider: FakeProvider, answer: Callable[[str], web.Response | None]
) -> None:
    """S14, AUTH-46"""
    provider.answers = answer
    landed = await Browser(auth).get(f"{START}?redirect=/messages")
    assert landed.headers["location"].endswith("#error=no_session&redirect=%2Fmessages")


@pytest.mark.servers
@pytest.mark.parametrize("path", ["/token", "/jwks"])
async def test_provider_failing_during_sign_in_gives_no_session(
    auth: Service, provider: FakeProvider, path: str
) -> None:
    provider.answers = lambda asked: web.Response(status=503) if asked == path else None
    assert await Browser(auth).round() == {"error": "no_session"}


@pytest.mark.servers
@pytest.mark.parametrize(
    "endpoint", ["http://evil.example/x", "file:///etc/passwd", "ftp://localhost/", "", None, 7]
)
async def test_unencrypted_provider_address_is_never_called(
    auth: Service, provider: FakeProvider, endpoint: Any
) -> None:
    """S14"""
    about = {"issuer": provider.address, "authorization_endpoint": endpoint}
    provider.answers = lambda path: web.json_response(about)
    landed = await Browser(auth).get(START)
    assert "error=no_session" in landed.headers["location"]
