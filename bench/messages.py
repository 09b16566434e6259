"""Durable messages at a fixed rate and at full speed, beside a baseline chat. Then long lists and
conversations."""

import asyncio
import contextlib
import json
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator
from typing import Any

import aiohttp
import asyncpg

from bench.bids import all_is_quiet
from bench.gateway import _free_port
from deploy.local.ports import Ports
from deploy.local.stack import Stack, start_stack
from libs.kit.testing import KEY, token_for
from tests.support.newcomer import newcomer

ROUNDS, SECONDS, PAIRS, A_SECOND = 3, 5.0, 24, 150
CONVERSATIONS, LONG_THREAD, READS = 5_000, 100_000, 300
TARGETS = {"screen_p50_ms": 5, "screen_p99_ms": 20, "times_the_baseline": 5, "list_and_thread_p99_ms": 20}
Figures = dict[str, Any]


def run() -> Figures:
    """A cell counts only if every acknowledged message is stored, and was shown once, in order."""
    with (
        start_stack() as servers,
        servers.platform(WANGI_DEMO="0", WANGI_RELAXED_LIMITS="1") as ports,
        baseline_service(servers) as baseline,
    ):
        return asyncio.run(_measure(servers, ports, baseline))


@contextlib.contextmanager
def baseline_service(servers: Stack) -> Iterator[str]:
    port, url = _free_port(), servers.admin_url.rsplit("/", 1)[0] + "/postgres"
    environment = os.environ | {"DATABASE_URL": url, "PUBLIC_KEY": json.dumps(KEY.as_dict(private=False))}
    command = [sys.executable, "-m", "uvicorn", "bench.baseline.chat:app", "--port", str(port)]
    process = subprocess.Popen([*command, "--log-level", "warning"], env=environment)
    try:
        yield f"http://127.0.0.1:{port}"
    finally:
        process.terminate()
        process.wait()


async def _measure(servers: Stack, ports: Ports, baseline: str) -> Figures:
    async with aiohttp.ClientSession() as http:
        people = [
            await newcomer(http, ports.base_url, ports.url("mail"), f"chat_{n}") for n in range(2 * PAIRS)
        ]
        ids, tokens = [person["user"]["id"] for person in people], [person["token"] for person in people]
        for one, other in zip(ids[::2], range(1, 2 * PAIRS, 2), strict=True):
            form = {"receiverId": one, "content": "hello"}
            bearer = {"Authorization": f"Bearer {tokens[other]}"}
            async with http.post(f"{ports.base_url}/api/messages", json=form, headers=bearer) as answer:
                assert answer.status == 201, await answer.text()
        pairs = list(zip(ids[::2], ids[1::2], strict=True))
        book = [[token_for(a, f"u{a}"), token_for(b, f"u{b}")] for a, b in pairs]
        ours = {"address": ports.base_url, "tokens": list(zip(tokens[::2], tokens[1::2], strict=True))}
        theirs = {"address": baseline, "tokens": book}
        cells = await _rounds({"ours": ours, "baseline": theirs}, pairs)
        await _check_stored(servers, cells.pop("answered"), ids)
        cells["reading"] = await _reading(servers, http, ports, ids[0], tokens[0])
    ratio = cells["as many as go, ours"]["a_second"] / cells["as many as go, baseline"]["a_second"]
    cells["times_the_baseline"] = round(ratio, 2)
    for name, cell in cells.items():
        print(f"{name:32}", cell)
    return cells | {"targets": TARGETS}


async def _rounds(sides: dict[str, Figures], pairs: list[tuple[int, int]]) -> Figures:
    """Interleaved, so that a slow minute affects all."""
    rounds: dict[str, list[Figures]] = {}
    for number in range(ROUNDS):
        for pace, a_second in (("150 a second", A_SECOND), ("as many as go", None)):
            for name, side in sides.items():
                await all_is_quiet()
                task = side | {
                    "pairs": pairs, "a_second": a_second, "seconds": SECONDS, "run": f"r{number}{pace[:1]}",
                }  # fmt: skip
                rounds.setdefault(f"{pace}, {name}", []).append(await _load(task))
                print(pace, name, rounds[f"{pace}, {name}"][-1], file=sys.stderr, flush=True)
    for name, cells in rounds.items():
        for cell in cells:
            assert cell["answered"] == cell["shown"] == cell["sent"], (name, cell)
            assert cell["doubled"] == 0, (name, cell)
            assert cell["out_of_order"] == 0 or "baseline" in name, (name, cell)
    medians: Figures = {
        name: {figure: round(statistics.median(cell[figure] for cell in cells), 2) for figure in cells[0]}
        for name, cells in rounds.items()
    }
    answered = sum(cell["answered"] for name, cells in rounds.items() if "ours" in name for cell in cells)
    return medians | {"answered": answered}


async def _load(task: Figures) -> Figures:
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "bench.messages_load", json.dumps(task)), stdout=asyncio.subprocess.PIPE
    )
    answer, _ = await process.communicate()
    figures: Figures = json.loads(answer)
    return figures


async def _check_stored(servers: Stack, answered: int, ids: list[int]) -> None:
    """Stored once, numbered without a gap, and counted as unread."""
    owner = await asyncpg.connect(servers.admin_url.rsplit("/", 1)[0] + "/wangi")
    try:
        stored = await owner.fetchval(
            "SELECT count(*) FROM messaging.messages WHERE content LIKE '%-of-this-run'"
        )
        assert stored == answered, (stored, answered)
        gaps = await owner.fetchval(
            "SELECT count(*) FROM messaging.conversations AS c WHERE seq <> "
            "(SELECT count(*) FROM messaging.messages WHERE conversation_id = c.id)"
        )
        assert gaps == 0, gaps
        wrong = await owner.fetchval(
            "SELECT count(*) FROM messaging.conversation_sides AS s WHERE received <> (SELECT count(*) "
            "FROM messaging.messages AS m WHERE m.conversation_id = s.conversation_id AND receiver_id = user_id)"
        )
        assert wrong == 0, wrong
    finally:
        await owner.close()


async def _reading(
    servers: Stack, http: aiohttp.ClientSession, ports: Ports, user_id: int, token: str
) -> Figures:
    owner = await asyncpg.connect(servers.admin_url.rsplit("/", 1)[0] + "/wangi")
    try:
        for statement in _FILL:
            await owner.execute(statement.format(me=user_id, most=CONVERSATIONS, long=LONG_THREAD))
        for table in ("conversations", "conversation_sides", "messages", "people"):
            await owner.execute(f"ANALYZE messaging.{table}")
        middle = await owner.fetchval(_MIDDLE, user_id, LONG_THREAD // 2)
    finally:
        await owner.close()
    figures: Figures = {}
    for name, path in (
        ("list", "/api/conversations"),
        ("thread", f"/api/messages/conversation/{9_000_001}?limit=50"),
        (
            "thread_in_the_middle",
            f"/api/messages/conversation/{9_000_001}?limit=50&before={middle}",
        ),
        ("unread_count", "/api/messages/unread-count"),
    ):
        waits = []
        for _ in range(READS):
            began = time.perf_counter()
            headers = {"Authorization": f"Bearer {token}"}
            async with http.get(f"{ports.url('messaging')}{path}", headers=headers) as answer:
                assert answer.status == 200, await answer.text()
                await answer.read()
            waits.append((time.perf_counter() - began) * 1000)
        waits.sort()
        figures |= {f"{name}_p50_ms": round(waits[READS // 2], 2), f"{name}_p99_ms": round(waits[-3], 2)}
    return figures


_MIDDLE = (
    "SELECT m.id FROM messaging.messages AS m JOIN messaging.conversations AS c ON c.id = m.conversation_id "
    "WHERE c.low_id = $1 AND c.high_id = 9000001 AND m.seq = $2"
)
_FILL = (
    "INSERT INTO messaging.people (user_id, username, stale) "
    "SELECT 9000000 + n, 'former' || n, false FROM generate_series(1, {most}) AS n",
    "INSERT INTO messaging.conversations (low_id, high_id, started_by, seq, version, created_at) "
    "SELECT {me}, 9000000 + n, {me}, CASE n WHEN 1 THEN {long} ELSE 1 END, 1, now() "
    "FROM generate_series(1, {most}) AS n",
    "INSERT INTO messaging.messages (conversation_id, seq, changed_seq, place, sender_id, receiver_id, content, "
    "message_type, created_at) SELECT c.id, n, n, n, c.high_id, {me}, 'message ' || n, 'TEXT', "
    "now() - n * interval '1 second' FROM messaging.conversations AS c, generate_series(1, {long}) AS n "
    "WHERE c.low_id = {me} AND c.high_id > 9000000 AND (n = 1 OR c.high_id = 9000001)",
    "INSERT INTO messaging.conversation_sides (conversation_id, user_id, other_id, received, last_message_id, last_at) "
    "SELECT c.id, side.mine, side.theirs, CASE WHEN side.mine = {me} THEN c.seq ELSE 0 END, "
    "(SELECT max(id) FROM messaging.messages WHERE conversation_id = c.id AND seq = c.seq), "
    "now() - c.id * interval '1 minute' FROM messaging.conversations AS c "
    "CROSS JOIN LATERAL (VALUES (c.low_id, c.high_id), (c.high_id, c.low_id)) AS side (mine, theirs) "
    "WHERE c.low_id = {me} AND c.high_id > 9000000",
)
