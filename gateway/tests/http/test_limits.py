import pytest
from aiohttp import web

from gateway.http import limits
from gateway.http.limits import Limiter, LocalWindows
from gateway.http.table import SIGN_IN, TABLE, Rate
from gateway.tests.harness import Harness, as_object, open_harness
from libs.kit.errors import RateLimited
from libs.kit.http.networks import caller_at, neighbours_of, network_of
from libs.kit.security.cookie_marks import CookieMarks


async def test_request_over_limit_gets_429_with_retry_after() -> None:
    async with open_harness(wangi_relaxed_limits=False) as harness:
        url, statuses = f"{harness.address}/api/v1/auth/forgot-password", []
        for _ in range(13):
            async with harness.http.post(url, json={}) as answer:
                statuses.append(answer.status)
                headers, body = answer.headers, as_object(await answer.read())
        # Without Redis half of the limit is left.
        assert statuses == [200] * 12 + [429]
        assert (body["code"], int(headers["Retry-After"]) > 0) == ("rate_limited", True)
        url = f"{harness.address}/api/favorites/4"
        for person, left in ((9, "59"), (9, "58"), (8, "59")):
            async with harness.http.post(url, json={}, headers=harness.bearer(person)) as another:
                assert (another.status, another.headers["RateLimit-Remaining"]) == (200, left)


@pytest.mark.parametrize("path", ["/api/v1/auth/login", "/api/v1/auth/forgot-password"])
async def test_guessing_is_limited_per_address_with_any_token(path: str) -> None:
    async with open_harness(wangi_relaxed_limits=False) as harness:
        for person in range(1, 4):
            async with harness.http.post(
                harness.address + path, json={}, headers=harness.bearer(person)
            ) as answer:
                assert answer.status == 200
        callers = {caller for _, caller, _ in harness.gateway.limiter.local.counts}
        assert callers == {f"at:{caller_at('127.0.0.1')}", "net:127.0.0.0/24"}


MARKS = CookieMarks(b"a key from auth for the gateway")


async def posts(harness: Harness, path: str, times: int, address: str, cookie: str = "") -> list[int]:
    headers = {"X-Forwarded-For": address} | ({"Cookie": cookie} if cookie else {})
    statuses = []
    for _ in range(times):
        async with harness.http.post(harness.address + path, json={}, headers=headers) as answer:
            statuses.append(answer.status)
    return statuses


LOGIN, LOOK_UP = "/api/v1/auth/login", "/api/v1/auth/lookup-email"
REFRESH, LOGOUT = "/api/v1/auth/refresh", "/api/v1/auth/logout"


async def test_lookups_and_sign_outs_do_not_use_up_sign_ins() -> None:
    async with open_harness(wangi_relaxed_limits=False, trusted_proxy_hops=1) as harness:
        await posts(harness, LOOK_UP, 21, "203.0.113.7")
        await posts(harness, LOGOUT, 121, "203.0.113.7")
        for victim in ("203.0.113.8", "203.0.113.7"):
            for path in (LOGIN, REFRESH):
                assert await posts(harness, path, 1, victim) == [200], (victim, path)


@pytest.mark.parametrize("path", [LOGIN, LOOK_UP, REFRESH, LOGOUT, "/api/v1/auth/forgot-password"])
async def test_known_browser_has_its_own_limit(path: str) -> None:
    async with open_harness(wangi_relaxed_limits=False, trusted_proxy_hops=1) as harness:
        harness.gateway.browsers.marks = MARKS
        assert (await posts(harness, path, 400, "203.0.113.7"))[-1] == 429
        device = "wangi_device=" + MARKS.marked("device", f"7.{'d' * 43}")
        session = "wangi_refresh=" + MARKS.marked("refresh", f"s.{'1' * 64}")
        assert await posts(harness, path, 1, "203.0.113.7", device) == [200]
        of_session = [200] if path in (REFRESH, LOGOUT) else [429]
        assert await posts(harness, path, 1, "203.0.113.7", session) == of_session
        assert (await posts(harness, path, 61, "203.0.113.9", device))[-1] == 429
        for made_up in (
            f"wangi_device={'d' * 43}.{'0' * 32}",
            "wangi_refresh=s.garbage",
            "wangi_device=" + "x" * 3000,
        ):
            assert await posts(harness, path, 1, "203.0.113.7", made_up) == [429]


async def test_device_cookies_of_one_account_share_a_limit() -> None:
    async with open_harness(wangi_relaxed_limits=False, trusted_proxy_hops=1) as harness:
        harness.gateway.browsers.marks = MARKS
        statuses = []
        for n in range(61):
            mark = "wangi_device=" + MARKS.marked("device", f"7.{n:043d}")
            statuses += await posts(harness, LOGIN, 1, f"203.0.{n}.7", mark)
        assert statuses[-1] == 429


async def test_cookie_of_random_bytes_counts_as_unknown_browser() -> None:
    async with open_harness() as harness:
        harness.gateway.browsers.marks = MARKS
        status, _ = await harness.raw(
            "GET /api/categories HTTP/1.1\r\nHost: x\r\nCookie: wangi_device=a.\xff\r\n\r\n"
        )
        assert status < 500


async def test_flooding_address_does_not_use_up_its_network() -> None:
    async with open_harness(wangi_relaxed_limits=False, trusted_proxy_hops=1) as harness:
        rate = next(row.rate for row in TABLE if row.path == LOOK_UP)
        await posts(harness, LOOK_UP, rate.of_address.calls * 2, "203.0.113.7")
        counts = harness.gateway.limiter.local.counts
        assert (
            max(made for (name, _, _), made in counts.items() if name == rate.of_network.name)
            <= rate.calls * 5
        )
        network = [(rate.of_network.name, "net:203.0.113.0/24")]
        window = next(window for name, _, window in counts if name == rate.of_network.name)
        for name, caller in network:
            counts[(name, caller, window)] = counts[(name, caller, window + 1)] = rate.of_network.calls
        assert await posts(harness, LOOK_UP, 1, "203.0.113.8") == [429]
        assert await posts(harness, LOOK_UP, 1, "203.0.114.8") == [200]


async def test_network_over_its_limit_creates_no_counters() -> None:
    async with open_harness(wangi_relaxed_limits=False, trusted_proxy_hops=1) as harness:
        rate = next(row.rate for row in TABLE if row.path == LOOK_UP)
        assert await posts(harness, LOOK_UP, 1, "2001:db8:1::1") == [200]
        counts = harness.gateway.limiter.local.counts
        for name, caller, window in [key for key in counts if key[0] == rate.of_network.name]:
            counts[(name, caller, window)] = counts[(name, caller, window + 1)] = rate.of_network.calls
        before = set(counts)
        for n in range(50):
            assert await posts(harness, LOOK_UP, 1, f"2001:db8:1:{n + 1:x}::1") == [429]
        assert set(counts) == before
        assert await posts(harness, LOOK_UP, 1, "2001:db8:2::1") == [200]


def test_full_counter_table_evicts_expired_and_idle_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MAX_WINDOWS", 100)
    windows = LocalWindows()
    for n in range(60):
        windows.hit("look-up", f"earlier {n}", 6)
    windows.hit("mail", "slow", 1)  # Another window.
    for _ in range(20):
        used = windows.hit("look-up", "busy", 7)
    for n in range(38):
        windows.hit("look-up", f"now {n}", 7)
    windows.hit("look-up", "one more", 7)
    assert (used, windows.used("look-up", "busy", 7), windows.used("mail", "slow", 1)) == (20, 20, 1)
    assert windows.used("look-up", "now 0", 7) == 1
    assert windows.used("look-up", "earlier 0", 6) == 0
    for n in range(1000):
        windows.hit("look-up", f"another {n}", 7)
        assert len(windows.counts) <= 100
    assert windows.hit("look-up", "busy", 7) == 21


async def test_gateway_reads_device_cookie_keys_from_auth() -> None:

    async def key(_: web.Request) -> web.StreamResponse:
        return web.json_response({"key": b"a key from auth for the gateway".hex()})

    async with open_harness() as harness:
        harness.services.answers["/internal/cookie-key"] = key
        await harness.gateway.browsers.request_key(harness.gateway.services)
        marks = harness.gateway.browsers.marks
        assert marks is not None
        assert marks.marked("device", "x") == MARKS.marked("device", "x")
        del harness.services.answers["/internal/cookie-key"]
        await harness.gateway.browsers.request_key(harness.gateway.services)
        assert harness.gateway.browsers.marks is marks, "auth is away for a moment"


async def test_production_ignores_relaxed_limits() -> None:
    async with open_harness(environment="production", wangi_relaxed_limits=True) as harness:
        assert not harness.gateway.settings.relaxed_limits


async def test_limits_are_halved_without_redis() -> None:
    limiter = Limiter("redis://127.0.0.1:1/0")
    for _ in range(SIGN_IN.calls // 2):
        await limiter.count(SIGN_IN, "net:1")
    with pytest.raises(RateLimited):
        await limiter.count(SIGN_IN, "net:1")
    await limiter.count(SIGN_IN, "net:2")
    await limiter.close()


async def test_local_limits_never_ask_redis() -> None:
    limiter = Limiter("redis://127.0.0.1:1/0")
    state = await limiter.count(Rate("x", 10, 60, shared=False), "net:1")
    assert (state.limit, state.used) == (10, 1)


@pytest.mark.parametrize(
    ("address", "expected"),
    [
        ("203.0.113.77", "203.0.113.0/24"),
        ("::ffff:203.0.113.77", "203.0.113.0/24"),
        ("2001:db8:1:2:3::4", "2001:db8:1:2::/64"),
        ("not an address", "unknown"),
    ],
)
def test_addresses_of_a_network_share_a_limit(address: str, expected: str) -> None:
    assert network_of(address) == expected


@pytest.mark.parametrize(("hops", "counted"), [(0, "127.0.0.1"), (1, "10.9.8.7"), (2, "1.2.3.4")])
async def test_forwarded_address_is_trusted_only_from_own_proxies(hops: int, counted: str) -> None:
    async with open_harness(trusted_proxy_hops=hops, wangi_relaxed_limits=False) as harness:
        header = {"X-Forwarded-For": "6.6.6.6, 1.2.3.4, 10.9.8.7"}
        async with harness.http.get(f"{harness.address}/api/images/a", headers=header) as answer:
            assert answer.status == 200
        windows = harness.gateway.limiter.local.counts
        assert {caller for _, caller, _ in windows} == {
            f"at:{caller_at(counted)}",
            f"net:{neighbours_of(counted)}",
        }
