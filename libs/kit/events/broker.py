"""Kafka URLs have the form `host:port,host:port`. With credentials and TLS, the form is
`sasl_ssl://name:password@host:port,host:port?ca=/path/to/ca.pem&mechanism=SCRAM-SHA-512`."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import lru_cache
from typing import Any, cast
from urllib.parse import SplitResult, parse_qs, unquote, urlsplit

from aiokafka import AIOKafkaProducer
from aiokafka.admin import AIOKafkaAdminClient
from aiokafka.errors import KafkaError
from aiokafka.partitioner import DefaultPartitioner

from libs.kit.events.certificates import CertificateFiles

SCHEMES = ("plaintext", "ssl", "sasl_plaintext", "sasl_ssl")
MECHANISMS = ("PLAIN", "SCRAM-SHA-256", "SCRAM-SHA-512")
_WORDS = {"ca", "cert", "key", "mechanism"}


def check_address(address: str) -> None:
    """Raises ValueError if the URL has an unsupported part."""
    if "://" not in address:
        return
    scheme, parts = _parts(address)
    options = parse_qs(parts.query)
    if scheme not in SCHEMES or not set(options) <= _WORDS:
        raise ValueError(f"an address of Kafka begins with one of {SCHEMES} and may say {sorted(_WORDS)}")
    if scheme.startswith("sasl") and not (parts.username and parts.password):
        raise ValueError("a name and a password are missing in the address of Kafka")
    if options.get("mechanism", ["PLAIN"])[0] not in MECHANISMS:
        raise ValueError(f"the mechanism is one of {MECHANISMS}")


def is_guarded(address: str) -> bool:
    """True if the client authenticates with a password or a certificate."""
    if "://" not in address:
        return False
    scheme, parts = _parts(address)
    return bool(parts.password) if scheme.startswith("sasl") else "cert" in parse_qs(parts.query)


def _parts(address: str) -> tuple[str, SplitResult]:
    """Replaces the scheme, because `urlsplit` does not accept underscores in a scheme."""
    scheme, _, rest = address.partition("://")
    return scheme, urlsplit(f"kafka://{rest}")


@lru_cache(maxsize=16)
def client_options(address: str) -> dict[str, Any]:
    if "://" not in address:
        return {"bootstrap_servers": address}
    check_address(address)
    scheme, parts = _parts(address)
    query = {name: values[0] for name, values in parse_qs(parts.query).items()}
    options: dict[str, Any] = {
        "bootstrap_servers": parts.netloc.rpartition("@")[2],
        "security_protocol": scheme.upper(),
    }
    if scheme.endswith("ssl"):
        options["ssl_context"] = CertificateFiles.from_paths(
            query.get("ca"), query.get("cert"), query.get("key")
        )
    if scheme.startswith("sasl"):
        options["sasl_mechanism"] = query.get("mechanism", "SCRAM-SHA-512")
        options["sasl_plain_username"] = unquote(parts.username or "")
        options["sasl_plain_password"] = unquote(parts.password or "")
    return options


@asynccontextmanager
async def open_admin(address: str) -> AsyncIterator[AIOKafkaAdminClient]:
    """Retries for ten seconds while a broker starts."""
    admin = await _started(address)
    try:
        yield admin
    finally:
        await admin.close()


async def _started(address: str) -> AIOKafkaAdminClient:
    for attempt in range(50):
        admin = AIOKafkaAdminClient(**client_options(address))
        try:
            await admin.start()
            return admin
        except KafkaError:
            await admin.close()
            if attempt == 49:
                raise
            await asyncio.sleep(0.2)
    raise AssertionError("unreachable")


def partition_of(key: str, partitions: set[int]) -> int:
    """Uses murmur2, like every Kafka client."""
    ordered = sorted(partitions)
    return cast(int, DefaultPartitioner()(key.encode(), ordered, ordered))


def make_producer(bootstrap: str) -> AIOKafkaProducer:
    """Creates an idempotent producer. All in-sync replicas must acknowledge a message."""
    return AIOKafkaProducer(
        **client_options(bootstrap),
        acks="all",
        enable_idempotence=True,
        linger_ms=0,
        max_batch_size=256 * 1024,
        max_request_size=1024 * 1024,
        request_timeout_ms=10_000,
        retry_backoff_ms=50,
    )
