"""Messaging's memory after 200 attachments, and the delay of purchase cards of a sold-out listing."""

import asyncio
import io
import json
import os
from pathlib import Path
from typing import Any

import aiohttp
import asyncpg
from PIL import Image

from deploy.local.ports import Ports
from deploy.local.running import Running
from deploy.local.stack import Stack, start_stack
from tests.support.newcomer import newcomer

UPLOADS, WARM_UP, CARDS = 200, 20, 1_000
TARGETS = {"grown_mb": 5}
PATIENCE_SECONDS = 120
LISTING = 9_500_001
Figures = dict[str, Any]


def run() -> Figures:
    """Shared pages count by their share."""
    with start_stack() as servers, servers.platform(WANGI_DEMO="0", WANGI_RELAXED_LIMITS="1") as ports:
        return asyncio.run(_measure(servers, ports))


async def _measure(servers: Stack, ports: Ports) -> Figures:
    async with aiohttp.ClientSession() as http:
        people = [
            await newcomer(http, ports.base_url, ports.url("mail"), f"sender_{number}") for number in range(2)
        ]
        figures = await _attachments(servers, http, ports, people)
    figures |= await _cards(servers)
    print(json.dumps(figures, indent=2))
    return figures | {"targets": TARGETS}


async def _attachments(
    servers: Stack, http: aiohttp.ClientSession, ports: Ports, people: list[Figures]
) -> Figures:
    running = Running.read(servers.state)
    assert running is not None
    service = running.children["messaging"]
    receiver, bearer = people[1]["user"]["id"], {"Authorization": f"Bearer {people[0]['token']}"}
    memory: list[float] = []
    began = 0.0
    for number in range(WARM_UP + UPLOADS):
        if number == WARM_UP:
            memory.append(_pss(service))
            began = asyncio.get_running_loop().time()
        form = aiohttp.FormData({"receiverId": str(receiver)})
        form.add_field("file", _picture(number), filename="bottle.jpg", content_type="image/jpeg")
        async with http.post(
            f"{ports.base_url}/api/messages/upload-file", data=form, headers=bearer
        ) as answer:
            assert answer.status == 201, await answer.text()
        if number == WARM_UP + UPLOADS // 2:
            memory.append(_pss(service))
    seconds = asyncio.get_running_loop().time() - began
    memory.append(_pss(service))
    return {
        "uploads": UPLOADS,
        "pss_before_mb": memory[0],
        "pss_half_way_mb": memory[1],
        "pss_after_mb": memory[2],
        "grown_mb": round(memory[2] - memory[0], 1),
        "uploads_a_second": round(UPLOADS / seconds, 1),
    }


def _picture(number: int) -> bytes:
    image = Image.radial_gradient("L").resize((4000, 3000)).convert("RGB")
    image.paste((number % 256, 90, 40), (0, 0, 1000, 1000))
    out = io.BytesIO()
    image.save(out, "JPEG", quality=80)
    return out.getvalue()


def _pss(service: int) -> float:
    kilobytes = 0
    for pid in (service, *_children(service)):
        lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
        kilobytes += next(int(line.split()[1]) for line in lines if line.startswith("Pss:"))
    return round(kilobytes / 1024, 1)


def _children(parent: int) -> list[int]:
    found: list[int] = []
    for entry in os.listdir("/proc"):
        if entry.isdigit() and _parent_of(int(entry)) == parent:
            found += [int(entry), *_children(int(entry))]
    return found


def _parent_of(pid: int) -> int:
    try:
        return int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[1])
    except FileNotFoundError:
        return 0


async def _cards(servers: Stack) -> Figures:
    """From the first unavailable card to the last."""
    owner = await asyncpg.connect(servers.admin_url.rsplit("/", 1)[0] + "/wangi")
    try:
        for statement in _FILL:
            await owner.execute(statement.format(listing=LISTING, most=CARDS))
        left = CARDS
        async with asyncio.timeout(PATIENCE_SECONDS):
            while left:
                await asyncio.sleep(0.2)
                left = await owner.fetchval(
                    "SELECT count(*) FROM messaging.deals WHERE product_id = $1 AND state = 'offered'",
                    LISTING,
                )
        seconds = await owner.fetchval(
            "SELECT extract(epoch FROM max(state_since) - min(state_since))::float8 FROM messaging.deals "
            "WHERE product_id = $1 AND state = 'unavailable'",
            LISTING,
        )
    finally:
        await owner.close()
    return {"cards": CARDS, "cards_a_second": round(CARDS / seconds)}


_FILL = (
    "INSERT INTO messaging.people (user_id, username, stale) "
    "SELECT {listing} + n, 'buyer' || n, false FROM generate_series(0, {most}) AS n",
    "INSERT INTO messaging.conversations (low_id, high_id, started_by, seq, version, created_at) "
    "SELECT {listing}, {listing} + n, {listing}, 1, 1, now() FROM generate_series(1, {most}) AS n",
    "INSERT INTO messaging.conversation_sides (conversation_id, user_id, other_id, received, last_at) "
    "SELECT c.id, side.mine, side.theirs, 0, now() FROM messaging.conversations AS c "
    "CROSS JOIN LATERAL (VALUES (c.low_id, c.high_id), (c.high_id, c.low_id)) AS side (mine, theirs) "
    "WHERE c.low_id = {listing}",
    "INSERT INTO messaging.deals (conversation_id, product_id, seller_id, buyer_id, amount, first_amount, "
    "sold_by, state, product_name, created_at, updated_at, state_since) "
    "SELECT id, {listing}, low_id, high_id, 5000, 5000, 'fixed', 'offered', 'Oud', now(), now(), now() "
    "FROM messaging.conversations WHERE low_id = {listing}",
    "INSERT INTO messaging.messages (conversation_id, seq, changed_seq, place, sender_id, receiver_id, content, "
    "product_id, message_type, action_type, actor_id, deal_id, created_at) SELECT conversation_id, 1, 1, 1, "
    "seller_id, buyer_id, '', product_id, 'ACTION', 'INITIATE', buyer_id, id, now() FROM messaging.deals "
    "WHERE product_id = {listing}",
    "INSERT INTO messaging.product_replicas (product_id, seller_id, name, price, status, listing_type, free, "
    "cards_due) VALUES ({listing}, {listing}, 'Oud', 5000, 'active', 'fixed', 0, clock_timestamp())",
)
