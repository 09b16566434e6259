import json
import re
from pathlib import Path
from typing import Any

import yaml

from deploy.local.environment import PARTS
from deploy.local.ports import Ports

ROOT = Path(__file__).parents[2]
EXTRAS = ROOT / "deploy/compose/extras.yaml"
COMPOSE = yaml.safe_load((ROOT / "docker-compose.yml").read_text())
ASIDE = yaml.safe_load(EXTRAS.read_text())
SERVICES: dict[str, Any] = COMPOSE["services"] | ASIDE["services"]


def config_of(name: str) -> Any:
    return yaml.safe_load((ROOT / "deploy/compose" / name).read_text())


def test_marketplace_needs_no_compose_profile() -> None:
    kinds = {name: service.get("profiles", ["core"]) for name, service in SERVICES.items()}
    assert {tuple(kind) for kind in kinds.values()} == {("core",), ("obs",), ("tools",)}
    assert {kinds[name][0] for name in ASIDE["services"]} == {"obs", "tools"}
    assert [ROOT / item for item in COMPOSE["include"]] == [EXTRAS]
    assert all(kinds[part] == ["core"] for part in (*PARTS, "postgres", "redis", "kafka", "mail", "setup"))
    core = {name for name, kind in kinds.items() if kind == ["core"]}
    assert all(set(SERVICES[name].get("depends_on", ())) <= core for name in SERVICES)


def test_prometheus_scrapes_every_service() -> None:
    (job,) = config_of("prometheus.yaml")["scrape_configs"]
    (targets,) = job["static_configs"]
    ports = vars(Ports())
    port_of = {part: ports["gateway_metrics" if part == "gateway" else part] for part in PARTS}
    assert set(targets["targets"]) == {f"{part}:{port}" for part, port in port_of.items()}
    assert targets["labels"] == {"namespace": "wangi"}, "the alerts ask for it"


def test_spans_reach_collector_and_jaeger() -> None:
    assert {SERVICES[part]["environment"]["OTEL_EXPORTER_OTLP_ENDPOINT"] for part in PARTS} == {
        "${WANGI_OTLP:-}"
    }
    collector = config_of("collector.yaml")
    port = re.search(r"WANGI_OTLP=http://otel-collector:(\d+)", (ROOT / "docker-compose.yml").read_text())
    assert port is not None
    assert collector["receivers"]["otlp"]["protocols"]["http"]["endpoint"] == f"0.0.0.0:{port[1]}"
    assert collector["exporters"]["otlp"]["endpoint"].partition(":")[0] in SERVICES
    used = collector["service"]["pipelines"]["traces"]
    for kind in ("receivers", "processors", "exporters"):
        assert set(used[kind]) == set(collector[kind])


def test_dashboard_files_and_data_source_exist() -> None:
    board = json.loads((ROOT / "k8s/components/monitoring/dashboards/wangi.json").read_text())
    kinds = {source["type"] for source in config_of("grafana/sources.yaml")["datasources"]}
    assert {panel["datasource"]["type"] for panel in board["panels"]} == kinds
    mounts = [
        mount.split(":") for service in ASIDE["services"].values() for mount in service.get("volumes", ())
    ]
    assert [
        source for source, *_ in mounts if source[0] == "." and not (EXTRAS.parent / source).exists()
    ] == []
    assert {source for source, *_ in mounts if source[0] != "."} == set(ASIDE["volumes"])
    path = config_of("grafana/boards.yaml")["providers"][0]["options"]["path"]
    assert path in {target for _, target, *_ in mounts}


def test_stream_viewer_is_read_only() -> None:
    stream = SERVICES["stream"]["environment"]
    assert stream["KAFKA_CLUSTERS_0_READONLY"] == "true"
    assert set(re.findall(r"WANGI_PASSWORD_\w+", str(stream))) == {"WANGI_PASSWORD_ANALYSTS"}
