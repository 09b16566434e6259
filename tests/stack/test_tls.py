import asyncio
import contextlib
import os
import ssl
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path

import asyncpg
import pytest
from aiokafka import AIOKafkaConsumer
from aiokafka.errors import KafkaError
from redis.asyncio import Redis
from redis.exceptions import RedisError
from sqlalchemy import text

from deploy.local import kafka
from deploy.local.stack import Stack, free_offset
from libs.kit.db.database import Database
from libs.kit.events.broker import client_options, make_producer
from libs.kit.events.topics import apply_topics, check_topics
from tests.support.certificates import a_certificate

pytestmark = pytest.mark.servers
USES_TLS = "SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()"


@dataclass
class Papers:
    cert: Path
    key: Path
    stranger: Path


@pytest.fixture(scope="module")
def papers(tmp_path_factory: pytest.TempPathFactory) -> Papers:
    folder = tmp_path_factory.mktemp("tls")
    cert, key = a_certificate(folder, "server")
    return Papers(cert, key, a_certificate(folder, "stranger")[0])


def _hand_over(papers: Papers, data: Path) -> None:
    owner = data.stat()
    for file, name in ((papers.cert, "tls.pem"), (papers.key, "tls.key")):
        (data / name).write_bytes(file.read_bytes())
        (data / name).chmod(0o600)
        with contextlib.suppress(PermissionError):
            os.chown(data / name, owner.st_uid, owner.st_gid)


@contextlib.asynccontextmanager
async def postgres_with_tls(stack: Stack, papers: Papers) -> AsyncIterator[None]:
    """The server reloads certificates without a restart."""
    admin = await asyncpg.connect(stack.admin_url)
    data = Path(await admin.fetchval("SHOW data_directory"))
    _hand_over(papers, data)
    try:
        await admin.execute("ALTER SYSTEM SET ssl_cert_file = 'tls.pem'")
        await admin.execute("ALTER SYSTEM SET ssl_key_file = 'tls.key'")
        await admin.execute("ALTER SYSTEM SET ssl = on")
        await admin.execute("SELECT pg_reload_conf()")
        yield
    finally:
        for name in ("ssl", "ssl_cert_file", "ssl_key_file"):
            await admin.execute(f"ALTER SYSTEM RESET {name}")
        await admin.execute("SELECT pg_reload_conf()")
        await admin.close()


async def test_postgresql_is_reached_over_tls_by_both_drivers(stack: Stack, papers: Papers) -> None:
    plain = stack.database_urls["auth"].replace("127.0.0.1", "localhost")
    url = f"{plain}?sslmode=verify-full&sslrootcert={papers.cert}"
    async with postgres_with_tls(stack, papers):
        alone = await asyncpg.connect(url)
        assert await alone.fetchval(USES_TLS)
        await alone.close()
        database = Database(url, "auth", pool_size=1)
        try:
            async with database.transaction() as session:
                assert (await session.execute(text(USES_TLS))).scalar_one()
                assert (await session.execute(text("SHOW search_path"))).scalar_one() == "auth"
        finally:
            await database.close()
        wrong = Database(f"{plain}?sslmode=verify-full&sslrootcert={papers.stranger}", "auth", pool_size=1)
        try:
            assert not await wrong.answers()
        finally:
            await wrong.close()


@contextlib.asynccontextmanager
async def behind_tls(port: int, papers: Papers) -> AsyncIterator[int]:
    async def pump(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(OSError):
            while some := await reader.read(65536):
                writer.write(some)
                await writer.drain()
        writer.close()

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        inner = await asyncio.open_connection("127.0.0.1", port)
        await asyncio.gather(pump(reader, inner[1]), pump(inner[0], writer))

    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(papers.cert, papers.key)
    server = await asyncio.start_server(serve, "127.0.0.1", 0, ssl=context)
    try:
        yield server.sockets[0].getsockname()[1]
    finally:
        server.close()


async def test_redis_is_reached_over_tls(stack: Stack, papers: Papers) -> None:
    user = stack.parts["auth"]["REDIS_URL"].partition("://")[2].rpartition("@")[0]
    async with behind_tls(stack.ports.redis, papers) as port:
        for ca, reached in ((papers.cert, True), (papers.stranger, False)):
            client = Redis.from_url(f"rediss://{user}@localhost:{port}/0?ssl_ca_certs={ca}", retry=None)
            try:
                assert await client.ping()
                assert reached
            except (RedisError, OSError):
                assert not reached
            finally:
                await client.aclose()


async def test_new_connections_use_renewed_certificates(stack: Stack, tmp_path: Path) -> None:
    before, after = a_certificate(tmp_path, "before"), a_certificate(tmp_path, "after")
    trusted = tmp_path / "ca.crt"
    trusted.write_bytes(before[0].read_bytes())
    plain = stack.database_urls["auth"].replace("127.0.0.1", "localhost")
    database = Database(f"{plain}?sslmode=verify-full&sslrootcert={trusted}", "auth", pool_size=1)
    user = stack.parts["auth"]["REDIS_URL"].partition("://")[2].rpartition("@")[0]
    kafka_tls = client_options(f"ssl://localhost:9093?ca={trusted}")["ssl_context"]

    async def all_answer(cert: Path, key: Path) -> list[bool]:
        papers = Papers(cert, key, cert)
        async with postgres_with_tls(stack, papers), behind_tls(stack.ports.redis, papers) as port:
            await database.engine.dispose()
            address = f"rediss://{user}@localhost:{port}/0?ssl_ca_certs={trusted}"
            async with Redis.from_url(address, retry=None) as redis:
                answers = [await database.answers(), await _pings(redis)]
            try:
                _, writer = await asyncio.open_connection("localhost", port, ssl=kafka_tls)
                writer.close()
            except ssl.SSLError:
                return [*answers, False]
            return [*answers, True]

    try:
        assert await all_answer(*before) == [True, True, True]
        assert await all_answer(*after) == [False, False, False], "the file does not name it yet"
        trusted.write_bytes(after[0].read_bytes())
        assert await all_answer(*after) == [True, True, True]
        assert await all_answer(*before) == [False, False, False], "what it names no more is not trusted"
    finally:
        await database.close()


async def _pings(redis: Redis) -> bool:
    try:
        return bool(await redis.ping())
    except (RedisError, OSError):
        return False


SECURE = """
listener.security.protocol.map=PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT,OUTSIDE:SASL_SSL
inter.broker.listener.name=PLAINTEXT
sasl.enabled.mechanisms=PLAIN
listener.name.outside.plain.sasl.jaas.config=org.apache.kafka.common.security.plain.PlainLoginModule required \\
  user_wangi="a-password";
listener.name.outside.ssl.keystore.type=PEM
listener.name.outside.ssl.keystore.location={pem}
"""


async def test_kafka_is_reached_with_tls_and_password(
    papers: Papers, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    offset = free_offset()
    inner, outer, controller = 19_092 + offset, 19_093 + offset, 19_094 + offset
    pem = tmp_path / "server.pem"
    pem.write_bytes(papers.key.read_bytes() + papers.cert.read_bytes())
    plain = kafka.properties

    def secured(home: Path, port: int, controller_port: int) -> str:
        configuration = plain(home, port, controller_port)
        configuration = configuration.replace(
            f"PLAINTEXT://127.0.0.1:{port},CONTROLLER",
            f"PLAINTEXT://127.0.0.1:{port},OUTSIDE://127.0.0.1:{outer},CONTROLLER",
        )
        configuration = configuration.replace(
            f"advertised.listeners=PLAINTEXT://127.0.0.1:{port}",
            f"advertised.listeners=PLAINTEXT://127.0.0.1:{port},OUTSIDE://localhost:{outer}",
        )
        return configuration + SECURE.format(pem=pem)

    monkeypatch.setattr(kafka, "properties", secured)
    broker = await kafka.start(tmp_path, inner, controller)
    good = f"sasl_ssl://wangi:a-password@localhost:{outer}?ca={papers.cert}&mechanism=PLAIN"
    try:
        assert len(await apply_topics(good)) > 0
        assert await check_topics(good) == []
        assert "wangi.users has 1 copies, not 2" in await check_topics(good, 2)
        producer = make_producer(good)
        await producer.start()
        try:
            await producer.send_and_wait("wangi.users", b"event", key=b"1")
        finally:
            await producer.stop()
        async with AIOKafkaConsumer(
            "wangi.users", **client_options(good), auto_offset_reset="earliest", group_id=None
        ) as reader:
            async with asyncio.timeout(20):
                assert (await reader.getone()).value == b"event"
        for bad in (
            good.replace("a-password", "another"),
            good.replace(str(papers.cert), str(papers.stranger)),
        ):
            refused = make_producer(bad)
            with pytest.raises(KafkaError):
                await refused.start()
            await refused.stop()
    finally:
        await broker.stop()
