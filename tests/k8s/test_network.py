import re
from collections.abc import Iterator
from typing import Any

import pytest

from deploy.local.ports import Ports
from libs.contracts.services import SERVICES
from tests.k8s.rendered_manifests import OVERLAYS, ROOT, Doc, of_kind, rendered
from tools.manifests.network import edges
from tools.manifests.parts import BY_NAME, PARTS

Edge = tuple[str, str]
ARCHITECTURE = (ROOT / "docs/architecture.md").read_text()
THE_FIVE = tuple(name for name in SERVICES if name != "auth")
# Stand-ins for payments, callbacks and mail.
STAND_INS = {("boost", "billplz"), ("billplz", "gateway"), ("auth", "mail")}


def _parts(cell: str) -> tuple[str, ...]:
    return {"all": PARTS, "the five": THE_FIVE}.get(cell, tuple(re.split(r", ", cell)))


def drawn_edges() -> set[Edge]:
    """The gateway's edges from the drawing, all others from the table of calls."""
    found = {("gateway", name) for name in re.findall(r"[┌├└]── (\w+)", ARCHITECTURE) if name != "live"}
    table = ARCHITECTURE.split("| From | To | Call")[1].split("\n\n")[0]
    for line in table.splitlines()[2:]:
        callers, called = line.split("|")[1].strip(), line.split("|")[2].strip()
        found |= {(part, other) for part in _parts(callers) for other in _parts(called)}
    return {(one, other) for one, other in found if one != other}


def _names(rules: list[Doc], direction: str) -> Iterator[tuple[str, int]]:
    for rule in rules:
        for place in rule.get(direction, [{}]):
            labels = place.get("podSelector", {}).get("matchLabels", {})
            name = labels.get("app.kubernetes.io/name") or next(iter(labels.values()), None)
            for port in rule.get("ports", []):
                if name is not None:
                    yield name, port["port"]


def _about(policy: Doc) -> str:
    return str(next(iter(policy["spec"]["podSelector"].get("matchLabels", {"": "all"}).values())))


def allowed(docs: list[Doc]) -> set[tuple[str, str, int]]:
    """An edge is open if egress and ingress both allow it."""
    out, into = set(), set()
    for policy in of_kind(docs, "NetworkPolicy"):
        out |= {(_about(policy), to, port) for to, port in _names(policy["spec"].get("egress", []), "to")}
        into |= {
            (who, _about(policy), port) for who, port in _names(policy["spec"].get("ingress", []), "from")
        }
    return out & into


def between_parts(docs: list[Doc]) -> set[Edge]:
    known = {*PARTS, "billplz", "mail"}
    return {(one, other) for one, other, _ in allowed(docs) if one in known and other in known}


def test_code_calls_match_the_documented_edges() -> None:
    assert edges() == drawn_edges()


@pytest.mark.parametrize("overlay", OVERLAYS)
def test_network_policies_match_the_documented_edges(overlay: str) -> None:
    more = STAND_INS if overlay == "local" else set()
    assert between_parts(rendered(overlay)) == drawn_edges() | more


@pytest.mark.parametrize("overlay", OVERLAYS)
def test_services_are_reachable_only_at_their_ports(overlay: str) -> None:
    ports = vars(Ports()) | {"billplz": 8026, "mail": 1025}
    for _, other, port in allowed(rendered(overlay)):
        if other in ports and other in {*PARTS, "billplz", "mail"}:
            assert port == ports[other]


@pytest.mark.parametrize("overlay", OVERLAYS)
def test_servers_are_reachable_by_their_users_only(overlay: str) -> None:
    """P-G4"""
    reached = allowed(rendered(overlay))
    users = {
        "wangi-postgres": ({*SERVICES, "setup", "wangi-postgres"}, 5432),
        "wangi-redis": (set(PARTS), 6379),
        "wangi": ({*PARTS, "setup", "wangi"}, 9093),
    }
    for server, (who, port) in users.items():
        assert {one for one, other, there in reached if (other, there) == (server, port)} == who


@pytest.mark.parametrize("overlay", OVERLAYS)
def test_everything_else_is_closed(overlay: str) -> None:
    closed = [policy["spec"] for policy in of_kind(rendered(overlay), "NetworkPolicy")
              if policy["metadata"]["name"] == "default-deny"]  # fmt: skip
    assert closed == [{"podSelector": {}, "policyTypes": ["Ingress", "Egress"]}]


def outside(docs: list[Doc]) -> dict[str, Any]:
    found = {}
    for policy in of_kind(docs, "NetworkPolicy"):
        for rule in policy["spec"].get("egress", []):
            for place in rule.get("to", []):
                if "ipBlock" in place:
                    found[_about(policy)] = (
                        {port["port"] for port in rule["ports"]},
                        place["ipBlock"]["except"],
                    )
    return found


@pytest.mark.parametrize("overlay", OVERLAYS)
def test_egress_is_limited_and_excludes_cloud_metadata(overlay: str) -> None:
    leaves = outside(rendered(overlay))
    assert {name: ports for name, (ports, _) in leaves.items()} == {
        part.name: set(part.outside) for part in BY_NAME.values() if part.outside
    }
    for _, never in leaves.values():
        assert {"10.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12", "192.168.0.0/16"} <= set(never)


def test_control_extra_or_missing_edge_is_found() -> None:
    docs = rendered("production")
    policies = {entry["metadata"]["name"]: entry["spec"] for entry in of_kind(docs, "NetworkPolicy")}
    admin = {"podSelector": {"matchLabels": {"app.kubernetes.io/name": "admin"}}}
    catalog = {"podSelector": {"matchLabels": {"app.kubernetes.io/name": "catalog"}}}
    policies["admin"]["egress"].append({"to": [catalog], "ports": [{"port": 8102}]})
    assert between_parts(docs) == drawn_edges()
    policies["catalog"]["ingress"].append({"from": [admin], "ports": [{"port": 8102}]})
    assert between_parts(docs) - drawn_edges() == {("admin", "catalog")}
    policies["catalog"]["egress"].clear()
    assert drawn_edges() - between_parts(docs) == {
        ("catalog", "auction"),
        ("catalog", "auth"),
        ("catalog", "messaging"),
    }
