"""Staff's pages with a million people and a hundred thousand cases, beside an almost empty shop."""

import asyncio
import hashlib
import statistics
import time
from itertools import cycle
from typing import Any

import aiohttp
import asyncpg

from deploy.local.ports import Ports
from deploy.local.stack import Stack, start_stack
from libs.kit.http.paging import cursor_of
from tests.support.newcomer import newcomer, signed_in

PEOPLE, CASES, RECORD, ROUNDS = 1_000_000, 100_000, 1_000_000, 150
LISTINGS = 300_000
FIRST = 10_000_000
TARGET = {"p99_ms": 50}
Figures = dict[str, Any]
_ACCOUNTS = """
INSERT INTO auth.users (id, username, username_key, username_look, email, email_key, first_name, last_name,
    is_seller, email_verified, created_at) OVERRIDING SYSTEM VALUE
SELECT $1::bigint + n, name, name, name, 'p' || md5(n::text) || '@bench.example',
    'p' || md5(n::text) || '@bench.example', 'A', 'B', n % 5 = 0, true, now() - n * interval '30 s'
FROM (SELECT n, CASE WHEN n % 2 = 0 THEN 'person' || n
    ELSE ($3::text[])[1 + n % 20] || '.' || ($4::text[])[1 + n / 20 % 20] || n / 400 END AS name
    FROM generate_series(1, $2::int) AS n) AS named"""
# Half of the names are equal, which is the worst case of the trigram search.
_GIVEN = [
    "aisyah", "amir", "azlan", "chong", "devi", "farid", "hafiz", "izzah", "jamilah", "kavitha", "liyana", "mei",
    "nurul", "priya", "qistina", "raj", "siti", "tan", "wahid", "zulaikha",
]  # fmt: skip
_FAMILY = [
    "abdullah", "aziz", "chan", "fernandez", "goh", "hashim", "ibrahim", "joseph", "krishnan", "lim", "menon", "ng",
    "osman", "pereira", "rahman", "salleh", "teoh", "uthman", "wong", "yusof",
]  # fmt: skip
_NAMES = """
INSERT INTO admin.people (user_id, username)
SELECT $1::bigint + n, 'person' || n FROM generate_series(1, $2::int) AS n"""
_CASES = """
INSERT INTO admin.cases (id, kind, subject_id, about_id, state, priority, reported_for, reports, version, opened_at,
    waits_since, decision, reason, decided_by, over_at) OVERRIDING SYSTEM VALUE
SELECT $1::bigint + n, (ARRAY['listing', 'person', 'message', 'review'])[1 + n % 4], n, $1::bigint + n * 7,
    CASE WHEN n * 4 <= $2::int * 3 THEN 'decided' WHEN n % 5 = 0 THEN 'appealed' ELSE 'open' END, n % 3,
    'counterfeit', 3, 2, now() - ($2::int - n) * interval '1 minute', now() - ($2::int - n) * interval '1 minute',
    CASE WHEN n * 4 <= $2::int * 3 THEN 'warn' END, CASE WHEN n * 4 <= $2::int * 3 THEN 'counterfeit' END,
    CASE WHEN n * 4 <= $2::int * 3 THEN 1 + n % 9 END,
    CASE WHEN n * 4 <= $2::int * 3 THEN now() - ($2::int - n) * interval '1 minute' END
FROM generate_series(1, $2::int) AS n"""
_REPORTS = """
INSERT INTO admin.case_reports (case_id, reporter_id, reason, filed_at)
SELECT $1::bigint + 1 + n % $2::int, $1::bigint + n % 5000, 'counterfeit', now() - n * interval '1 s'
FROM generate_series(1, $2::int * 3) AS n"""
_RECORD = """
INSERT INTO admin.audit_log (event_id, type, source, subject, version, happened_at, data)
SELECT 'bench-' || n, (ARRAY['wangi.auth.UserBanned.v1', 'wangi.auction.BidPlaced.v1',
        'wangi.catalog.ListingTakenDown.v1', 'wangi.admin.CaseDecided.v1'])[1 + n % 4],
    (ARRAY['/auth', '/auction', '/catalog', '/admin'])[1 + n % 4], (n % 50000)::text, 1, now() - n * interval '1 s',
    jsonb_build_object('byAdminId', 1 + n % 9, 'reason', 'spam') FROM generate_series(1, $1::int) AS n"""
_LISTINGS = """
INSERT INTO catalog.products (id, seller_id, name, brand, description, price, stock_quantity, category_id,
    remaining_percent, volume_ml, box_condition, listing_type, status, words) OVERRIDING SYSTEM VALUE
SELECT $1::bigint + n, $1::bigint + n % 5000, 'Bench', 'Oud', 'Little used.', 10000, 1, 1, 100, 100, 'Good', 'fixed',
    CASE WHEN n % 1000 = 0 THEN 'pending' WHEN n % 7 = 0 THEN 'removed' ELSE 'active' END,
    ARRAY['bench', 'oud', 'rare' || n] FROM generate_series(1, $2::int) AS n"""
_LISTING_COUNTS = """
INSERT INTO catalog.product_counts (product_id, reports)
SELECT $1::bigint + n, CASE WHEN n % 1000 = 1 THEN 1 ELSE 0 END FROM generate_series(1, $2::int) AS n"""
_DAYS = """
INSERT INTO admin.event_days (name, day, times)
SELECT name, current_date - d, 1000 FROM generate_series(1, 365) AS d,
    unnest(ARRAY['MemberRegistered', 'BidPlaced', 'ListingCreated', 'DealCompleted', 'BoostPaid']) AS name"""


def run() -> Figures:
    """Response times when almost empty and when full."""
    with start_stack() as servers, servers.platform(WANGI_DEMO="0", WANGI_RELAXED_LIMITS="1") as ports:
        return asyncio.run(_measure(servers, ports))


async def _measure(servers: Stack, ports: Ports) -> Figures:
    owner = await asyncpg.connect(servers.admin_url.rsplit("/", 1)[0] + "/wangi")
    async with aiohttp.ClientSession() as http:
        staffer = (await newcomer(http, ports.base_url, ports.url("mail"), "benchstaff"))["user"]["id"]
        await owner.execute("UPDATE auth.users SET is_admin = true WHERE id = $1", staffer)
        token = (await signed_in(http, ports.base_url, "benchstaff"))["token"]
        headers = {"Authorization": f"Bearer {token}"}
        empty = await _ask(http, ports.base_url, headers, staffer, is_full=False)
        await _fill(owner)
        token = (await signed_in(http, ports.base_url, "benchstaff"))["token"]
        headers = {"Authorization": f"Bearer {token}"}
        full = await _ask(http, ports.base_url, headers, staffer, is_full=True)
    await owner.close()
    for name, figures in full.items():
        p50, p99 = figures["p50_ms"], figures["p99_ms"]
        print(f"{name:28} p50 {p50:>8} ms   p99 {p99:>8} ms   empty p99 {empty[name]['p99_ms']} ms")
    return {
        "targets": TARGET,
        "people": PEOPLE,
        "cases": CASES,
        "record": RECORD,
        "listings": LISTINGS,
        "empty": empty,
        "full": full,
    }


async def _fill(owner: "asyncpg.Connection[Any]") -> None:
    # Inserting a million names row by row into the index would take many minutes.
    index = await owner.fetchval("SELECT pg_get_indexdef('auth.ix_users_search'::regclass)")
    await owner.execute("DROP INDEX auth.ix_users_search")
    for statement, most in ((_ACCOUNTS, PEOPLE), (_NAMES, PEOPLE), (_CASES, CASES), (_REPORTS, CASES)):
        names = (_GIVEN, _FAMILY) if statement is _ACCOUNTS else ()
        await owner.execute(statement, FIRST, most, *names)
    for statement in (_LISTINGS, _LISTING_COUNTS):
        await owner.execute(statement, FIRST, LISTINGS)
    await owner.execute(_RECORD, RECORD)
    await owner.execute(_DAYS)
    await owner.execute(index)
    tables = ("auth.users", "admin.people", "admin.cases", "admin.case_reports", "admin.audit_log")
    for table in (*tables, "catalog.products", "catalog.product_counts"):
        await owner.execute(f"VACUUM ANALYZE {table}")
    await owner.execute("CHECKPOINT")


def _name_of(n: int) -> str:
    return f"{_GIVEN[n % 20]}.{_FAMILY[n // 20 % 20]}{n // 400}"


def _address_of(n: int) -> str:
    return f"p{hashlib.md5(str(n).encode(), usedforsecurity=False).hexdigest()}%40bench.example"


def _questions(staffer: int, *, is_full: bool) -> dict[str, list[str]]:
    """Requests vary, so that no row is read twice in a row."""
    person = FIRST if is_full else staffer
    some = [person + n * 7919 % PEOPLE + 1 if is_full else person for n in range(ROUNDS)]
    users, cases = "/api/admin/users?limit=25", "/api/admin/cases"
    listings = "/api/products/all?limit=25"
    return {
        "overview": [f"/api/admin/overview?days={days}" for days in (7, 30, 90)],
        "waiting": [f"{cases}/waiting", "/api/admin/boost/waiting"],
        "count of people": ["/api/admin/users?limit=1", "/api/admin/users?limit=1&role=seller"],
        "people": [users, f"{users}&role=seller"],
        "people by account status": [
            f"{users}&accountStatus={item}" for item in ("banned", "suspended", "verified")
        ]
        + [f"{users}&role=staff"],
        "people by hash": [f"{users}&search=hash:{n:032x}" for n in some],
        "people, far down": [f"{users}&page=400", *(f"{users}&cursor={cursor_of(n)}" for n in some)],
        "people, rare word": [f"{users}&search={_name_of((n - FIRST) | 1)}" for n in some],
        "people, names alike": [f"{users}&search=person{(n - FIRST) & ~1}" for n in some],
        "people, an address": [f"{users}&search={_address_of(n - FIRST)}" for n in some],
        "people, common word": [f"{users}&search={word}" for word in ("person", "bench.example", "p", "er")],
        "a person": [f"/api/admin/users/{n}" for n in some],
        "cases about a person": [f"{cases}/about/{n}" for n in some],
        "queue": [cases, f"{cases}?kind=listing", f"{cases}?kind=message", f"{cases}?mine=true"],
        "queue of one state": [
            f"{cases}?state={item}" for item in ("open", "claimed", "appealed", "decided")
        ],
        "a case": [f"{cases}/{FIRST + 1 + n * 97 % CASES}" for n in range(ROUNDS)] if is_full else [cases],
        "record": ["/api/admin/audit", "/api/admin/audit?byStaff=true"],
        "record of a person": [f"/api/admin/audit?source=auth&subject={n % 50000}" for n in some],
        "record of staff": [f"/api/admin/audit?byAdminId={n}" for n in (1, 5, 9, 77)],
        "record of a kind": [f"/api/admin/audit?kind={item}" for item in ("RuleChanged", "CaseDecided")],
        "record of a service": [f"/api/admin/audit?source={item}" for item in ("boost", "auth", "messaging")],
        "record of some days": [
            f"/api/admin/audit?{days}"
            for days in ("until=2026-01-01", "since=2026-01-01", "since=2999-01-01")
        ],
        "listings": [listings, f"{listings}&status=pending", f"{listings}&status=reported"],
        "listings, rare word": [f"{listings}&search=rare{n - FIRST}" for n in some],
        "listings, common word": [f"{listings}&search={word}" for word in ("bench", "oud", "ou")],
        "listings of a seller": [f"{listings}&seller={n}" for n in some],
        "risk": ["/api/admin/risk", "/api/admin/risk?state=released"],
    }


async def _ask(
    http: aiohttp.ClientSession, gateway: str, headers: dict[str, str], staffer: int, *, is_full: bool
) -> Figures:
    figures: Figures = {}
    for name, paths in _questions(staffer, is_full=is_full).items():
        took, ways = list[float](), cycle(paths)
        for _ in range(ROUNDS):
            path = next(ways)
            began = time.perf_counter()
            async with http.get(gateway + path, headers=headers) as answer:
                text = await answer.text()
                assert answer.status == 200, f"{path}: {answer.status} {text}"
            took.append((time.perf_counter() - began) * 1000)
        took.sort()
        figures[name] = {
            "p50_ms": round(statistics.median(took), 1),
            "p99_ms": round(took[int(ROUNDS * 0.99)], 1),
        }
    return figures


if __name__ == "__main__":
    run()
