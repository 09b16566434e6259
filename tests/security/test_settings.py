import importlib
import re
from pathlib import Path
from typing import Any

import pytest
from pydantic import SecretStr, ValidationError

from deploy.secrets import NAMES, lines
from gateway.settings import GatewaySettings
from libs.contracts.services import SERVICES
from libs.contracts.topics import TOPICS
from libs.kit.events.topics import TopicSettings
from libs.kit.security.secrets import LOCAL_SECRET, check_secret
from libs.kit.settings import Settings
from tests.security.makers import STRONG

ROOT = Path(__file__).parents[2]


def settings_of_all() -> list[type[Settings]]:
    found: list[type[Settings]] = [GatewaySettings]
    for service in SERVICES:
        own = vars(importlib.import_module(f"services.{service}.settings"))
        found += [item for item in own.values() if isinstance(item, type) and issubclass(item, Settings)]
    return list(dict.fromkeys(found))


def default_secrets(kind: type[Settings]) -> list[str]:
    defaults = {name: field.default for name, field in kind.model_fields.items()}
    return [
        name
        for name, word in defaults.items()
        if isinstance(word, SecretStr) and word.get_secret_value() == LOCAL_SECRET
    ]


def strong_secrets(kind: type[Settings]) -> dict[str, SecretStr]:
    return {
        name: SecretStr(STRONG[turn:] + STRONG[:turn]) for turn, name in enumerate(default_secrets(kind), 1)
    }


KINDS = pytest.mark.parametrize("kind", settings_of_all(), ids=lambda kind: kind.__name__)


PRODUCTION = {"environment": "production", "base_url": "https://wangi.example"}


BEYOND = {"environment": "local", "host": "0.0.0.0"}


WEAK = {
    "empty": "",
    "blank": "   ",
    "one letter": "x",
    "the default": LOCAL_SECRET,
    "31 bytes": STRONG[:42],
    "no randomness": "ab" * 40,
}


@KINDS
@pytest.mark.parametrize("place", [PRODUCTION, BEYOND], ids=["production", "beyond loopback"])
@pytest.mark.parametrize("weak", WEAK.values(), ids=WEAK)
def test_no_weak_secret_is_accepted_beyond_loopback(
    kind: type[Settings], place: dict[str, Any], weak: str
) -> None:
    """S23"""
    known = default_secrets(kind)
    assert "internal_secret" in known
    good = safe_to_reach(kind) | place | strong_secrets(kind)
    kind(**good)
    for name in [*known, "internal_secret_also"]:
        if not weak and name not in known:
            assert kind(**good | {name: SecretStr(weak)}).internal_secret_also is None, (
                "nothing is being exchanged"
            )
            continue
        with pytest.raises(ValidationError, match=name.upper()):
            kind(**good | {name: SecretStr(weak)})
    with pytest.raises(ValidationError, match="SECRET"):
        kind(**safe_to_reach(kind) | place)


def safe_to_reach(kind: type[Settings]) -> dict[str, Any]:
    addresses = {"database_url": "postgresql://wangi_x:a-password-of-its-own@db/wangi"}
    addresses |= {
        "redis_url": "redis://x:own@redis/0",
        "kafka_bootstrap_servers": "sasl_ssl://x:own@kafka:9093",
    }
    return addresses | ({"trusted_proxy_hops": 1} if "trusted_proxy_hops" in kind.model_fields else {})


@KINDS
def test_empty_secret_is_refused_locally_too(kind: type[Settings]) -> None:
    kind()
    with pytest.raises(ValidationError, match="INTERNAL_SECRET must not be empty"):
        kind(internal_secret=SecretStr(""))


def test_reachable_service_must_name_its_environment() -> None:
    good: dict[str, Any] = safe_to_reach(Settings) | {"host": "::", "internal_secret": SecretStr(STRONG)}
    with pytest.raises(ValidationError, match="ENVIRONMENT"):
        Settings(**good)
    with pytest.raises(ValidationError, match="DATABASE_URL"):
        Settings(**good | {"environment": "local", "database_url": f"postgresql://a:{LOCAL_SECRET}@db/wangi"})
    Settings(**good | {"environment": "local"})


def test_settings_example_has_no_secret() -> None:
    lines = (ROOT / ".env.example").read_text().splitlines()
    assert not [line for line in lines if "SECRET" in line.partition("=")[0] and not line.startswith("#")]


def test_generated_secrets_are_strong() -> None:
    for line in lines():
        name, _, secret = line.partition("=")
        check_secret(name, secret, strict=True)
    assert set(re.findall(r"\$\{(\w+):\?", (ROOT / "docker-compose.yml").read_text())) <= set(NAMES)
    assert ":-local-only" not in (ROOT / "docker-compose.yml").read_text()


@pytest.mark.parametrize("place", [PRODUCTION, BEYOND], ids=["production", "beyond loopback"])
def test_redis_and_kafka_need_credentials_beyond_loopback(place: dict[str, Any]) -> None:
    good: dict[str, Any] = safe_to_reach(Settings) | place | {"internal_secret": SecretStr(STRONG)}
    Settings(**good)
    for name, open_one in (
        ("redis_url", "redis://redis/0"),
        ("kafka_bootstrap_servers", "kafka:9092"),
        ("kafka_bootstrap_servers", "ssl://kafka:9093"),
    ):
        with pytest.raises(ValidationError, match=name.upper()):
            Settings(**good | {name: open_one})
    for malformed in (
        "http://kafka",
        "sasl_ssl://kafka:9093",
        "sasl_ssl://a:b@kafka?x=1",
        "sasl_ssl://a:b@k?mechanism=NONE",
    ):
        with pytest.raises(ValidationError):
            Settings(**good | {"kafka_bootstrap_servers": malformed})


def test_refused_setting_is_not_printed() -> None:
    """S23"""
    with pytest.raises(ValidationError) as refused:
        Settings(**safe_to_reach(Settings) | PRODUCTION | {"internal_secret": SecretStr("canary-x")})
    assert "canary" not in str(refused.value)
    assert ":own@" not in str(refused.value)


def test_production_needs_replicated_topics() -> None:
    def settings_with(**copies: int) -> TopicSettings:
        return TopicSettings.model_validate({"environment": "production"} | copies)

    settings_with(topic_replication=3, topic_min_insync=2)
    for copies in ({}, {"topic_replication": 3}, {"topic_min_insync": 2}):
        with pytest.raises(ValidationError, match="TOPIC_"):
            settings_with(**copies)
    with pytest.raises(ValidationError, match="TOPIC_MIN_INSYNC"):
        settings_with(topic_replication=2, topic_min_insync=3)
    assert {topic.config(2)["min.insync.replicas"] for topic in TOPICS} == {"2"}


def test_production_needs_proxy_count() -> None:
    good = safe_to_reach(GatewaySettings) | PRODUCTION | {"internal_secret": SecretStr(STRONG)}
    GatewaySettings(**good)
    with pytest.raises(ValidationError, match="TRUSTED_PROXY_HOPS"):
        GatewaySettings(**good | {"trusted_proxy_hops": 0})


def test_production_uses_https_cookies_and_links() -> None:
    """S23, S12"""
    fields: dict[str, Any] = safe_to_reach(Settings) | {
        "environment": "production",
        "internal_secret": SecretStr(STRONG),
    }
    with pytest.raises(ValidationError, match="BASE_URL"):
        Settings(**fields, base_url="http://wangi.example")


@KINDS
def test_production_clock_cannot_be_moved(kind: type[Settings]) -> None:
    good = safe_to_reach(kind) | PRODUCTION | strong_secrets(kind)
    assert kind(**good).sandbox_clock is None
    with pytest.raises(ValidationError, match="SANDBOX_CLOCK"):
        kind(**good | {"sandbox_clock": "clock"})


@KINDS
@pytest.mark.parametrize("place", [PRODUCTION, BEYOND], ids=["production", "beyond loopback"])
def test_secrets_must_differ_beyond_loopback(kind: type[Settings], place: dict[str, Any]) -> None:
    good = safe_to_reach(kind) | place | strong_secrets(kind)
    for name in default_secrets(kind):
        kind(**good | {f"{name}_also": good[name]})
        if name != "internal_secret":
            with pytest.raises(ValidationError, match=f"{name.upper()} must differ from INTERNAL_SECRET"):
                kind(**good | {name: good["internal_secret"]})
            with pytest.raises(ValidationError, match="must differ"):
                kind(**good | {"internal_secret_also": good[name]})


@KINDS
@pytest.mark.parametrize("place", [PRODUCTION, BEYOND], ids=["production", "beyond loopback"])
def test_kill_hook_is_refused_beyond_loopback(kind: type[Settings], place: dict[str, Any]) -> None:
    kind(wangi_kill_at="outbox.recorded")
    good = safe_to_reach(kind) | place | strong_secrets(kind)
    with pytest.raises(ValidationError, match="WANGI_KILL_AT"):
        kind(**good | {"wangi_kill_at": "outbox.recorded"})
