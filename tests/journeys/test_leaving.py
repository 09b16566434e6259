import asyncio
import io
import json
from pathlib import Path

import aiohttp
import pytest
from aiokafka import AIOKafkaConsumer, TopicPartition
from PIL import Image
from redis.asyncio import Redis

from deploy.local.stack import Stack
from libs.contracts.services import SERVICES
from libs.contracts.topics import TOPICS
from libs.kit.tests.lab import until
from tests.journeys.browser import Browser, at_a_browser, rows_of
from tests.support.newcomer import newcomer

pytestmark = [pytest.mark.servers, pytest.mark.journey, pytest.mark.slow]

ACCOUNT = {
    "username": "canary-cempaka",
    "email": "canary-melati@wangi.example",
    "firstName": "Canarykenanga",
    "lastName": "Canaryteratai",
    "password": "canary-Kemboja-31",
}
PROFILE = {
    "address": "canary-orkid street",
    "shopName": "canary-mawar",
    "location": "canary-raya",
    "bio": "canary-tanjung",
}
LISTING = {
    "name": "Canaryseroja",
    "brand": "Canarydahlia",
    "description": "canary-anggerik, little used",
    "batchCode": "canary-kantan",
}
CANARIES = [*ACCOUNT.values(), *PROFILE.values()]
# A seller's text about a bottle expires with the topics (14 days) and the outbox (a week).
WORDS = list(LISTING.values())


async def test_erased_person_is_in_no_table_topic_file_or_redis_key(platform: Stack, seller: Browser) -> None:
    """P-G2, W7, U38, STAT-02"""
    async with aiohttp.ClientSession(platform.ports.base_url) as http:
        others = set((platform.state / "portraits").glob("*"))
        person = await somebody_full_of_canaries(platform, http, seller)
        assert "tables: auth.users" in await places_with_words(platform, CANARIES), (
            "the search itself must find something"
        )
        written = {
            "tables: catalog.products",
            "tables: catalog.vocabulary",
            "tables: auction.listing_replicas",
        }
        assert written <= set(await kept_places(platform, WORDS))
        portraits = set((platform.state / "portraits").glob("*")) - others
        assert len(portraits) == 2

        body = {"password": ACCOUNT["password"]}
        async with http.delete(f"/api/user/{person.id}", json=body, headers=person.headers) as answer:
            assert answer.status == 200, await answer.text()
        acknowledgements = "SELECT service FROM auth.erasure_acknowledgements WHERE user_id = $1"

        async def all_have_forgotten() -> bool:
            services = {row["service"] for row in await rows_of(platform, acknowledgements, person.id)}
            waiting = await rows_of(platform, "SELECT 1 FROM auth.mails WHERE address = $1", ACCOUNT["email"])
            return services == set(SERVICES) - {"auth"} and not waiting

        async with asyncio.timeout(30):
            await until(all_have_forgotten)
        assert await places_with_words(platform, CANARIES) == []
        assert set(await kept_places(platform, WORDS)) <= {"tables: catalog.outbox"}
        assert not any(portrait.exists() for portrait in portraits)


async def test_leader_of_live_auction_cannot_leave(platform: Stack, seller: Browser, plain: Browser) -> None:
    """U38"""
    auction_id = await seller.list_auction()
    await plain.compare_tables(auction_id)
    assert (await plain.post(f"/api/auctions/{auction_id}/bids", {"amount": 150}))[0] == 201
    for person in (plain, seller):
        path = f"/api/user/{person.id}"
        async with person.http.delete(
            path, json={"password": person.password}, headers=person.headers
        ) as answer:
            body = await answer.json()
        assert (answer.status, body["code"]) == (409, "obligations_open")
        code = "leading_bid" if person is plain else "live_auction"
        assert body["details"]["obligations"] == [{"code": code, "auctionId": auction_id}]


async def somebody_full_of_canaries(platform: Stack, http: aiohttp.ClientSession, seller: Browser) -> Browser:
    account = await newcomer(http, "", platform.ports.url("mail"), **{"name": ACCOUNT["username"], **ACCOUNT})
    person = Browser(http, id=account["user"]["id"], token=account["token"])
    async with http.patch(f"/api/user/{person.id}", json=PROFILE, headers=person.headers) as answer:
        assert answer.status == 200, await answer.text()
    await upload_avatar(http, person)
    await person.list_auction(**LISTING)
    async with at_a_browser(platform) as other:
        path = f"/api/auctions/{await other.compare_tables(await seller.list_auction())}/bids"
        assert (await person.post(path, {"amount": 150}, **{"Idempotency-Key": "one"}))[0] == 201
        assert (await other.post(path, {"amount": 170}))[0] == 201
    return person


async def upload_avatar(http: aiohttp.ClientSession, person: Browser) -> None:
    out, exif = io.BytesIO(), Image.Exif()
    exif[0x010E] = "canary-mawar"
    Image.new("RGB", (400, 400), (90, 60, 20)).save(out, "JPEG", exif=exif)
    form = aiohttp.FormData()
    form.add_field("image", out.getvalue(), filename="canary-raya.jpg", content_type="image/jpeg")
    async with http.post("/api/user/avatar", data=form, headers=person.headers) as answer:
        assert answer.status == 200, await answer.text()


async def places_with_words(platform: Stack, words: list[str]) -> list[str]:
    return [*await kept_places(platform, words), *await in_topics(platform, words)]


async def kept_places(platform: Stack, words: list[str]) -> list[str]:
    return [
        *await in_tables(platform, words),
        *await in_redis(platform, words),
        *await asyncio.to_thread(in_files, platform.state, words),
    ]


async def in_tables(platform: Stack, words: list[str]) -> list[str]:
    tables = await rows_of(
        platform,
        "SELECT format('%I.%I', nspname, relname) AS name FROM pg_class JOIN pg_namespace n ON n.oid = relnamespace "
        "WHERE relkind IN ('r', 'p') AND NOT relispartition AND nspname !~ '^pg_' AND nspname <> 'information_schema'",
    )
    places = []
    for table in tables:
        # Rendered once per row, not once per word.
        query = f"SELECT count(*) AS hits FROM (SELECT lower(t::text) AS line FROM {table['name']} AS t OFFSET 0) AS l "
        where = (
            "WHERE EXISTS (SELECT FROM unnest($1::text[]) AS sought(canary) WHERE strpos(line, lower(canary)) > 0 "
            "OR strpos(line, encode(convert_to(canary, 'UTF8'), 'hex')) > 0)"
        )
        (row,) = await rows_of(platform, query + where, words)
        if row["hits"]:
            places.append(f"tables: {table['name']}")
    return places


async def in_topics(platform: Stack, words: list[str]) -> list[str]:
    kafka = AIOKafkaConsumer(bootstrap_servers=platform.servers.kafka_bootstrap, auto_offset_reset="earliest")
    await kafka.start()
    places = set()
    try:
        partitions = [
            TopicPartition(topic.name, number) for topic in TOPICS for number in range(topic.partitions)
        ]
        kafka.assign(partitions)
        await kafka.seek_to_beginning(*partitions)
        ends = await kafka.end_offsets(partitions)
        while any([await kafka.position(item) < ends[item] for item in partitions]):
            for partition, records in (await kafka.getmany(timeout_ms=200)).items():
                for record in records:
                    if holds_word(bytes(record.value or b"") + bytes(record.key or b""), words):
                        places.add(f"topics: {partition.topic}")
    finally:
        await kafka.stop()
    return sorted(places)


async def in_redis(platform: Stack, words: list[str]) -> list[str]:
    async with Redis.from_url(platform.servers.redis_url) as redis:
        keys = [key async for key in redis.scan_iter(count=1000)]
        dumped = [key + (await redis.dump(key) or b"") for key in keys]
    return [f"redis: {key!r}" for key, whole in zip(keys, dumped, strict=True) if holds_word(whole, words)]


def in_files(state: Path, words: list[str]) -> list[str]:
    """Without the database's own files."""
    places = []
    for path in state.rglob("*"):
        inside = path.relative_to(state).parts[0]
        if (
            path.is_file()
            and inside not in {"postgres", "kafka", "redis"}
            and holds_word(path.read_bytes(), words)
        ):
            places.append(f"files: {path.relative_to(state)}")
    return places


def holds_word(content: bytes, words: list[str]) -> bool:
    lowered = content.lower()
    return any(word.lower().encode() in lowered or word.encode().hex().encode() in lowered for word in words)


def test_control_search_finds_a_planted_word(tmp_path: Path) -> None:
    (tmp_path / "left.json").write_text(json.dumps({"email": ACCOUNT["email"].upper()}))
    assert in_files(tmp_path, CANARIES) == ["files: left.json"]
