"""How often one caller may call."""

import pytest

from gateway.limits import Limiter
from gateway.table import SIGN_IN, Rate
from gateway.tests.house import as_object, open_house
from libs.kit.errors import RateLimited
from libs.kit.networks import network_of


async def test_one_too_many_is_told_when_to_come_back() -> None:
    async with open_house(wangi_relaxed_limits=False) as house:
        url, statuses = f"{house.address}/api/v1/auth/forgot-password", []
        for _ in range(6):
            async with house.http.post(url, json={}) as answer:
                statuses.append(answer.status)
                headers, body = answer.headers, as_object(await answer.read())
        # Redis is away in this test, so half of the five of the table are left.
        assert statuses[:2] == [200, 200]
        assert statuses[-1] == 429
        assert (body["code"], int(headers["Retry-After"]) > 0) == ("rate_limited", True)
        url = f"{house.address}/api/favorites/4"
        for person, left in ((9, "59"), (9, "58"), (8, "59")):
            async with house.http.post(url, json={}, headers=house.bearer(person)) as another:
                assert (another.status, another.headers["RateLimit-Remaining"]) == (200, left)


@pytest.mark.parametrize("path", ["/api/v1/auth/login", "/api/v1/auth/forgot-password"])
async def test_guessing_is_counted_for_the_network_whatever_token_comes_along(path: str) -> None:
    async with open_house(wangi_relaxed_limits=False) as house:
        statuses = []
        for person in range(1, 13):
            async with house.http.post(house.address + path, json={}, headers=house.bearer(person)) as answer:
                statuses.append(answer.status)
        assert statuses[-1] == 429
        callers = {caller for _, caller, _ in house.gateway.limiter._local._counts}
        assert callers == {"net:127.0.0.0/24"}


async def test_relaxed_limits_are_never_honoured_in_production() -> None:
    async with open_house(environment="production", wangi_relaxed_limits=True) as house:
        assert not house.gateway.settings.relaxed_limits


async def test_without_redis_the_limit_is_halved_and_not_dropped() -> None:
    limiter = Limiter("redis://127.0.0.1:1/0")
    for _ in range(SIGN_IN.calls // 2):
        await limiter.count(SIGN_IN, "net:1")
    with pytest.raises(RateLimited):
        await limiter.count(SIGN_IN, "net:1")
    await limiter.count(SIGN_IN, "net:2")
    await limiter.close()


async def test_what_is_counted_here_alone_never_asks_redis() -> None:
    limiter = Limiter("redis://127.0.0.1:1/0")
    standing = await limiter.count(Rate("x", 10, 60, shared=False), "net:1")
    assert (standing.limit, standing.used) == (10, 1)


@pytest.mark.parametrize(
    ("address", "expected"),
    [
        ("203.0.113.77", "203.0.113.0/24"),
        ("::ffff:203.0.113.77", "203.0.113.0/24"),
        ("2001:db8:1:2:3::4", "2001:db8:1:2::/64"),
        ("not an address", "unknown"),
    ],
)
def test_neighbours_share_a_limit(address: str, expected: str) -> None:
    assert network_of(address) == expected


@pytest.mark.parametrize(("hops", "counted"), [(0, "net:127.0.0.0/24"), (1, "net:10.9.8.0/24"), (2, "net:1.2.3.0/24")])
async def test_a_forwarded_address_counts_only_as_far_as_our_own_proxies_wrote_it(hops: int, counted: str) -> None:
    async with open_house(trusted_proxy_hops=hops, wangi_relaxed_limits=False) as house:
        header = {"X-Forwarded-For": "6.6.6.6, 1.2.3.4, 10.9.8.7"}
        async with house.http.get(f"{house.address}/api/images/a", headers=header) as answer:
            assert answer.status == 200
        windows = house.gateway.limiter._local._counts
        assert {caller for _, caller, _ in windows} == {counted}
