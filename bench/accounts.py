"""Token checks a second, and other people's response times during a flood of sign-ins."""

import asyncio
import json
import math
import statistics
import sys
import time
from collections.abc import Callable
from typing import Any

import aiohttp
from joserfc.jwk import KeySet

from deploy.local.ports import Ports
from deploy.local.stack import start_stack
from libs.kit.security.tokens import TokenVerifier
from libs.kit.testing import KEY, token_for
from tests.support.newcomer import PASSWORD, newcomer

TOKENS, ROUNDS, SECONDS, READS_A_SECOND = 20_000, 5, 4.0, 50
TARGETS = {"token_checks_a_second": 5_000, "p99_ratio_under_flood": 1.5}
PAIRS, CALM_SECONDS = 150, 0.08
STARTING_SECONDS = 0.8
PROBE = "/api/sellers/{id}"


def run() -> dict[str, Any]:
    checks = asyncio.run(_token_checks())
    with start_stack() as servers, servers.platform(WANGI_DEMO="0", WANGI_RELAXED_LIMITS="1") as ports:
        timings = asyncio.run(_measured_by_the_clock(ports))
        flood = asyncio.run(_flood(ports))
    return _report(checks, timings, flood)


async def _token_checks() -> dict[str, float]:
    """Distinct tokens, then one token repeatedly."""
    verifier = TokenVerifier("http://nowhere.invalid")
    verifier.keys.put(KeySet([KEY]))
    tokens = [token_for(number + 1, jti=f"t{number}") for number in range(TOKENS)]
    began = time.process_time()
    for token in tokens:
        await verifier.verify(token)
    first = TOKENS / (time.process_time() - began)
    began = time.process_time()
    for _ in range(TOKENS):
        await verifier.verify(tokens[-1])
    return {"first_time": first, "again": TOKENS / (time.process_time() - began)}


async def _measured_by_the_clock(ports: Ports) -> dict[str, dict[str, float]]:
    """Compare known and unknown accounts in turns, so that load affects both."""
    auth, timings = ports.url("auth") + "/api/v1/auth/", {}
    async with aiohttp.ClientSession() as http:
        person = await newcomer(http, ports.base_url, ports.url("mail"), "bench_zero")
        name, email = person["user"]["username"], person["user"]["email"]
        word = {"password": "a-wrong-guess"}
        new = {"password": PASSWORD, "firstName": "A", "lastName": "B"}
        asked: dict[str, Callable[[int], tuple[dict[str, str], dict[str, str]]]] = {
            "login": lambda n: ({"username": name} | word, {"username": f"nobody-{n}"} | word),
            "register": lambda n: (
                {"username": f"old{n}", "email": email} | new,
                {"username": f"new{n}", "email": f"new{n}@wangi.example"} | new,
            ),
            "forgot-password": lambda n: ({"email": email}, {"email": f"nobody{n}@wangi.example"}),
        }
        for path, forms in asked.items():
            spent: tuple[list[float], list[float]] = ([], [])
            for number in range(PAIRS):
                turns = list(zip(spent, forms(number), strict=True))
                for side, form in (
                    turns if number % 2 else reversed(turns)
                ):  # Each follows the other equally often.
                    await asyncio.sleep(CALM_SECONDS)  # Lets mails and events of the previous round go out.
                    began = time.perf_counter()
                    async with http.post(auth + path, json=form) as answer:
                        await answer.read()
                    side.append((time.perf_counter() - began) * 1000)
            known, unknown = (statistics.median(side[20:]) for side in spent)
            timings[path] = {"difference_ms": round(known - unknown, 2), "p": round(_mann_whitney(*spent), 3)}
    return timings


def _mann_whitney(one: list[float], other: list[float]) -> float:
    """The probability that both samples have the same distribution (two-sided, normal approximation)."""
    ranked = sorted([(value, 0) for value in one] + [(value, 1) for value in other])
    rank_sum = sum(rank for rank, (_, side) in enumerate(ranked, 1) if side == 0)
    n, m = len(one), len(other)
    u = rank_sum - n * (n + 1) / 2
    z = abs(u - n * m / 2) / math.sqrt(n * m * (n + m + 1) / 12)
    return math.erfc(z / math.sqrt(2))


async def _flood(ports: Ports) -> dict[str, Any]:
    """Measure reads without sign-ins, then during ten times the possible sign-ins."""
    auth = ports.url("auth")
    known_browser = aiohttp.CookieJar(unsafe=True)  # Also stores the device cookie of a bare address.
    async with aiohttp.ClientSession(
        connector=aiohttp.TCPConnector(limit=0), cookie_jar=known_browser
    ) as http:
        person = await newcomer(http, ports.base_url, ports.url("mail"), "bench_one")
        probe = auth + PROBE.format(id=person["user"]["id"])
        handle = {"username": "bench_one", "password": PASSWORD}
        capacity = await _capacity(http, auth, handle)
        rounds: dict[str, list[Any]] = {"idle": [], "flood": [], "outcomes": []}
        for _ in range(ROUNDS):
            rounds["idle"].append(await _reads(http, probe))
            clients = asyncio.create_task(_clients(auth, handle, rate=10 * capacity))
            await asyncio.sleep(STARTING_SECONDS)
            reads = await _reads(http, probe)
            outcomes = await clients
            rounds["flood"].append(reads)
            rounds["outcomes"].append(outcomes)
    return {"capacity": capacity, **rounds}


async def _capacity(http: aiohttp.ClientSession, auth: str, handle: dict[str, str]) -> float:
    done, until = 0, time.monotonic() + SECONDS

    async def one_after_another() -> None:
        nonlocal done
        while time.monotonic() < until:
            async with http.post(f"{auth}/api/v1/auth/login", json=handle) as answer:
                assert answer.status == 200, await answer.text()
            done += 1

    await asyncio.gather(*(one_after_another() for _ in range(4)))
    return done / SECONDS


async def _clients(auth: str, handle: dict[str, str], *, rate: float) -> dict[str, int]:
    """In another process, because it would slow the clock of this one."""
    task = {"address": f"{auth}/api/v1/auth/login", "handle": handle, "rate": rate, "seconds": SECONDS}
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "bench.flood", json.dumps(task)), stdout=asyncio.subprocess.PIPE
    )
    answer, _ = await process.communicate()
    outcomes: dict[str, int] = json.loads(answer)
    return outcomes


async def _reads(http: aiohttp.ClientSession, probe: str) -> list[float]:
    spent: list[float] = []

    async def one(due: float) -> None:
        await asyncio.sleep(max(0.0, due - time.monotonic()))
        began = time.monotonic()
        async with http.get(probe) as answer:
            assert answer.status == 200
            await answer.read()
        spent.append((time.monotonic() - began) * 1000)

    began = time.monotonic()
    await asyncio.gather(
        *(one(began + number / READS_A_SECOND) for number in range(int(READS_A_SECOND * (SECONDS - 1))))
    )
    return spent


def _report(checks: dict[str, float], timings: dict[str, Any], flood: dict[str, Any]) -> dict[str, Any]:
    idle = statistics.median(_percentile(item, 99) for item in flood["idle"])
    busy = statistics.median(_percentile(answer, 99) for answer in flood["flood"])
    figures = {
        "token_checks_a_second": round(checks["first_time"]),
        "token_checks_again_a_second": round(checks["again"]),
        "known_against_unknown_account": timings,
        "sign_ins_a_second": round(flood["capacity"], 1),
        "flood_sign_ins_a_second": round(10 * flood["capacity"], 1),
        "flood_answered": {
            name: sum(outcome[name] for outcome in flood["outcomes"])
            for name in ("ok", "refused", "without_retry_after")
        },
        "other_route_p50_ms": {
            "idle": round(statistics.median(_percentile(item, 50) for item in flood["idle"]), 2),
            "flood": round(statistics.median(_percentile(answer, 50) for answer in flood["flood"]), 2),
        },
        "other_route_p99_ms": {"idle": round(idle, 2), "flood": round(busy, 2)},
        "p99_ratio_under_flood": round(busy / idle, 2),
        "targets": TARGETS,
    }
    for name, value in figures.items():
        print(f"{name:32} {value}")
    return figures


def _percentile(values: list[float], percent: int) -> float:
    return sorted(values)[min(len(values) - 1, len(values) * percent // 100)]
