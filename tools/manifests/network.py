"""Network policies that deny everything except the edges in docs/architecture.md."""

import importlib
from typing import Any

from libs.contracts.services import SERVICES
from tools.manifests.parts import (
    ALL,
    KAFKA,
    KAFKA_PORT,
    PARTS,
    PORTS,
    POSTGRES,
    POSTGRES_PORT,
    REDIS,
    REDIS_PORT,
    Part,
)
from tools.manifests.workloads import selector

Doc = dict[str, Any]
Edge = tuple[str, str]
# Namespaces of the cluster's tools. Overlays can rename them.
MONITORING, SCALER, ENTRY, DNS = "monitoring", "keda", "envoy-gateway-system", "kube-system"
KAFKA_PODS = {"strimzi.io/cluster": KAFKA}
POSTGRES_PODS = {"cnpg.io/cluster": POSTGRES}
# Private and cloud metadata IP ranges. Host names from users must not reach them.
PRIVATE = ["10.0.0.0/8", "100.64.0.0/10", "169.254.0.0/16", "172.16.0.0/12", "192.168.0.0/16"]


def edges() -> set[Edge]:
    """Which service calls which. The gateway calls every service, and each service lists the services that it
    calls."""
    found = {("gateway", name) for name in SERVICES}
    for name in SERVICES:
        app = importlib.import_module(f"services.{name}.main").app
        found |= {(name, called) for called in app.state.called}
    return found


def pods(labels: dict[str, str]) -> Doc:
    return {"podSelector": {"matchLabels": labels}}


def namespace(name: str) -> Doc:
    return {"namespaceSelector": {"matchLabels": {"kubernetes.io/metadata.name": name}}}


def at(*ports: int, protocol: str = "TCP") -> list[Doc]:
    return [{"protocol": protocol, "port": port} for port in ports]


def policy(name: str, about: Doc, ingress: list[Doc] | None = None, egress: list[Doc] | None = None) -> Doc:
    """A network policy. An empty list denies all traffic in a direction, None leaves the direction open."""
    spec: Doc = {"podSelector": about, "policyTypes": []}
    for direction, rules in (("Ingress", ingress), ("Egress", egress)):
        if rules is not None:
            spec["policyTypes"].append(direction)
            if rules:
                spec[direction.lower()] = rules
    return {
        "apiVersion": "networking.k8s.io/v1",
        "kind": "NetworkPolicy",
        "metadata": {"name": name, "labels": {"app.kubernetes.io/part-of": "wangi"}},
        "spec": spec,
    }


def _servers(part: str) -> list[Doc]:
    found = [
        {"to": [pods(KAFKA_PODS)], "ports": at(KAFKA_PORT)},
        {"to": [pods(selector(REDIS))], "ports": at(REDIS_PORT)},
    ]
    if part != "gateway":
        found.append({"to": [pods(POSTGRES_PODS)], "ports": at(POSTGRES_PORT)})
    return found


def _of_part(part: Part, all_edges: set[Edge]) -> Doc:
    callers = sorted(caller for caller, called in all_edges if called == part.name)
    ingress = (
        [{"from": [pods(selector(item)) for item in callers], "ports": at(part.port)}] if callers else []
    )
    if part.name == "gateway":
        ingress.append({"from": [namespace(ENTRY)], "ports": at(part.port)})
    ingress.append({"from": [namespace(MONITORING)], "ports": at(part.metrics_port)})
    egress = [
        {"to": [pods(selector(called))], "ports": at(int(getattr(PORTS, called)))}
        for caller, called in sorted(all_edges)
        if caller == part.name
    ] + _servers(part.name)
    if part.outside:
        egress.append(
            {"to": [{"ipBlock": {"cidr": "0.0.0.0/0", "except": PRIVATE}}], "ports": at(*part.outside)}
        )
    return policy(part.name, {"matchLabels": selector(part.name)}, ingress, egress)


def policies() -> list[Doc]:
    """Deny everything, then allow each service what it needs."""
    all_edges = edges()
    setup = [
        {"to": [pods(POSTGRES_PODS)], "ports": at(POSTGRES_PORT)},
        {"to": [pods(KAFKA_PODS)], "ports": at(KAFKA_PORT)},
    ]
    names = {"to": [namespace(DNS)], "ports": at(53, protocol="UDP") + at(53)}
    to_redis = [{"from": [pods(selector(item)) for item in PARTS], "ports": at(REDIS_PORT)}]
    return [
        policy("default-deny", {}, [], []),
        policy("names", {}, egress=[names]),
        *(_of_part(part, all_edges) for part in ALL),
        policy("setup", {"matchLabels": selector("setup")}, [], setup),
        policy(REDIS, {"matchLabels": selector(REDIS)}, to_redis, []),
        *_of_operators(),
    ]


def _of_operators() -> list[Doc]:
    """Policies of PostgreSQL and Kafka: their clients, each other, and their operators."""
    anywhere_tls = {"ports": at(443, 6443)}  # The cluster's API, which has no label, and the backup archive.
    clients = [pods(selector(item)) for item in (*SERVICES, "setup")]
    postgres = [
        {"from": clients, "ports": at(POSTGRES_PORT)},
        {"from": [pods(POSTGRES_PODS)], "ports": at(POSTGRES_PORT, 8000)},
        {"from": [namespace("cnpg-system")], "ports": at(POSTGRES_PORT, 8000)},
        {"from": [namespace(MONITORING)], "ports": at(9187)},
    ]
    among = [{"to": [pods(POSTGRES_PODS)], "ports": at(POSTGRES_PORT, 8000)}, anywhere_tls]
    inside = at(8443, 9090, 9091, KAFKA_PORT)
    kafka = [
        {"from": kafka_clients(), "ports": at(KAFKA_PORT)},
        {"from": [pods(KAFKA_PODS), namespace("strimzi")], "ports": inside},
    ]
    return [
        policy(POSTGRES, {"matchLabels": POSTGRES_PODS}, postgres, among),
        policy(
            f"{KAFKA}-kafka",
            {"matchLabels": KAFKA_PODS},
            kafka,
            [{"to": [pods(KAFKA_PODS)], "ports": inside}, anywhere_tls],
        ),
    ]


def kafka_clients() -> list[Doc]:
    """All pods that may connect to Kafka: the services, the setup Job, and the scaler, which reads the
    lag."""
    return [pods(selector(item)) for item in (*PARTS, "setup")] + [namespace(SCALER)]
