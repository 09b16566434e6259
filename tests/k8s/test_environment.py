import re
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from deploy.local import environment
from deploy.local.passwords import Passwords
from deploy.local.ports import Ports
from deploy.local.servers import Servers
from deploy.prepare import passwords_of
from deploy.secrets import NAMES, lines
from libs.contracts.services import SERVICES
from libs.kit.db.migrate import ROOT as HOME
from libs.kit.events import broker
from libs.kit.events.topics import TopicSettings
from tests.k8s.rendered_manifests import (
    OVERLAYS,
    containers,
    environment_of,
    named,
    of_kind,
    pod_of,
    rendered,
)
from tools.manifests.kept_secrets import GENERATED

LOCAL = environment.of_parts(
    Path("state"), Ports(), Servers("postgresql://a:b@h:1/x", "redis://r", "k:1"), Passwords()
)
PARTS = environment.PARTS
# Read outside of the settings classes: passwords in addresses, and the object store's account.
BESIDE = {"WANGI_PASSWORD", "AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY", "AWS_REGION"}
# Payment stand-ins of the local run.
OF_STAND_INS = {"SANDBOX_URL", "SANDBOX_CALLBACK_URL", "WANGI_PAYMENT_STAND_IN"}
OF_PROVIDERS = {"WANGI_TOYYIBPAY_KEY", "WANGI_TOYYIBPAY_CATEGORY_CODE"} | {
    f"WANGI_BILLPLZ_{name}"
    for name in ("API_KEY", "X_SIGNATURE_KEY", "COLLECTION_ID", "PAYOUT_COLLECTION_ID")
}
MADE = dict(line.split("=", 1) for line in lines())


def settings_of(part: str) -> Any:
    kind = "GatewaySettings" if part == "gateway" else f"{part.title()}Settings"
    return getattr(
        import_module("gateway.settings" if part == "gateway" else f"services.{part}.settings"), kind
    )


def filled(given: dict[str, Any]) -> dict[str, str]:
    values = {
        name: MADE.get(value["key"], "" if value.get("optional") else f"kept-{value['key'].lower()}-0123456789abcdef")
        if isinstance(value, dict) else value
        for name, value in given.items()
    }  # fmt: skip
    return {
        name: re.sub(r"\$\((\w+)\)", lambda found: values[found[1]], value) for name, value in values.items()
    }


@pytest.mark.parametrize("overlay", OVERLAYS)
@pytest.mark.parametrize("part", PARTS)
def test_pod_environment_matches_local_run(part: str, overlay: str) -> None:
    left_out = OF_PROVIDERS | (OF_STAND_INS if overlay == "production" else set())
    assert set(LOCAL[part]) - left_out <= set(environment_of(rendered(overlay), part))


@pytest.mark.parametrize("overlay", OVERLAYS)
@pytest.mark.parametrize("part", PARTS)
def test_pod_has_only_known_settings(part: str, overlay: str) -> None:
    fields = {name.upper() for name in settings_of(part).model_fields}
    assert set(environment_of(rendered(overlay), part)) - BESIDE <= fields


@pytest.mark.parametrize("overlay", OVERLAYS)
@pytest.mark.parametrize("part", PARTS)
def test_pod_starts_with_its_secrets_only(part: str, overlay: str) -> None:
    given = {name.lower(): value for name, value in filled(environment_of(rendered(overlay), part)).items()}
    settings = settings_of(part)(**given)
    assert settings.reachable
    assert settings.production == (overlay == "production")
    for spoilt in ({"internal_secret": "local-only"}, {"redis_url": "redis://wangi-redis:6379/0"}):
        with pytest.raises(ValueError, match=r"INTERNAL_SECRET|REDIS_URL"):
            settings_of(part)(**given | spoilt)


@pytest.mark.parametrize("part", PARTS)
def test_production_settings_are_strict(part: str) -> None:
    given = {
        name.lower(): value for name, value in filled(environment_of(rendered("production"), part)).items()
    }
    with pytest.raises(ValueError, match="BASE_URL"):
        settings_of(part)(**given | {"base_url": "http://wangi.example"})
    if part == "gateway":
        with pytest.raises(ValueError, match="TRUSTED_PROXY_HOPS"):
            settings_of(part)(**given | {"trusted_proxy_hops": "0"})


@pytest.mark.parametrize("overlay", OVERLAYS)
@pytest.mark.parametrize("part", PARTS)
def test_manifest_ports_and_addresses_match_local_run(part: str, overlay: str) -> None:
    docs, ports = rendered(overlay), Ports()
    given = environment_of(docs, part)
    assert given["PORT"] == str(getattr(ports, part))
    for name in SERVICES:
        assert given[f"{name.upper()}_URL"] == f"http://{name}:{getattr(ports, name)}"
        assert named(docs, "Service", name)["spec"]["ports"][0]["port"] == getattr(ports, name)
    opened = {
        port["name"]: port["containerPort"]
        for port in pod_of(named(docs, "Deployment", part))["containers"][0]["ports"]
    }
    assert opened == {"http": getattr(ports, part)} | (
        {"metrics": ports.gateway_metrics} if part == "gateway" else {}
    )


@pytest.mark.parametrize("overlay", OVERLAYS)
@pytest.mark.parametrize("part", PARTS)
def test_pod_has_only_its_own_server_credentials(part: str, overlay: str) -> None:
    """P-G4"""
    docs = rendered(overlay)
    given = environment_of(docs, part)
    assert given["REDIS_URL"].startswith(f"rediss://{part}:$(WANGI_PASSWORD)@")
    assert given["KAFKA_BOOTSTRAP_SERVERS"].startswith(f"sasl_ssl://{part}:$(WANGI_PASSWORD)@")
    broker.check_address(given["KAFKA_BOOTSTRAP_SERVERS"])
    if part == "gateway":
        assert "DATABASE_URL" not in given
    else:
        assert given["DATABASE_URL"].startswith(f"postgresql://wangi_{part}:$(WANGI_PASSWORD)@")
    known = {value["key"] for value in given.values() if isinstance(value, dict)}
    assert {name for name in known if name.startswith("WANGI_PASSWORD")} == {f"WANGI_PASSWORD_{part.upper()}"}
    assert known & {"WANGI_DB_PASSWORD", "WANGI_REDIS_PASSWORD", "WANGI_KAFKA_PASSWORD"} == set()


@pytest.mark.parametrize("overlay", OVERLAYS)
def test_setup_job_prepares_with_its_environment(overlay: str) -> None:
    given = environment_of(rendered(overlay), "setup", "Job")
    asked = set(re.findall(r'environment\["(\w+)"\]', (HOME / "deploy/prepare.py").read_text()))
    assert asked <= set(given)
    assert set(passwords_of(given["ROLE_PASSWORDS"])) == {*SERVICES, "migrator"}
    copies = TopicSettings(
        **{name: given[name.upper()] for name in ("environment", "topic_replication", "topic_min_insync")}
    )
    topics = of_kind(rendered(overlay), "KafkaTopic")
    assert {topic["spec"]["replicas"] for topic in topics} == {copies.topic_replication}
    assert {topic["spec"]["config"]["min.insync.replicas"] for topic in topics} == {
        str(copies.topic_min_insync)
    }


@pytest.mark.parametrize("overlay", OVERLAYS)
def test_every_named_secret_is_created(overlay: str) -> None:
    docs = rendered(overlay)
    made = {
        "wangi-secrets": {*NAMES} - {"WANGI_DB_PASSWORD"},
        "wangi-postgres-superuser": {"password", "username"},
    }
    for item in of_kind(docs, "ExternalSecret"):
        made[item["spec"]["target"]["name"]] = {entry["secretKey"] for entry in item["spec"]["data"]}
    for place, container in containers(docs):
        for variable in container.get("env", []):
            if reference := variable.get("valueFrom", {}).get("secretKeyRef"):
                fits = reference["key"] in made[reference["name"]]
                assert fits or (reference.get("optional") and reference["key"].endswith("_ALSO")), place


def test_external_store_has_every_secret() -> None:
    fetched = named(rendered("production"), "ExternalSecret", "wangi-secrets")["spec"]["data"]
    assert {item["secretKey"] for item in fetched} == set(GENERATED)
    assert set(MADE) - set(GENERATED) == {"WANGI_DB_PASSWORD"}


@pytest.mark.parametrize("part", [part for part in PARTS if "MEDIA_DIR" in LOCAL[part]])
def test_replicas_share_their_pictures(part: str) -> None:
    assert environment_of(rendered("production"), part)["MEDIA_URL"].startswith("s3://")
    alone = named(rendered("local"), "Deployment", part)["spec"]
    assert (alone["replicas"], alone["strategy"]) == (1, {"type": "Recreate"})
    volumes = {volume["name"]: volume for volume in alone["template"]["spec"]["volumes"]}
    assert volumes["data"] == {"name": "data", "persistentVolumeClaim": {"claimName": f"{part}-pictures"}}
