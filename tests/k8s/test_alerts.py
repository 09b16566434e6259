import importlib
import json
import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Any

import promql_parser
import pytest
import yaml
from prometheus_client import REGISTRY, Histogram
from prometheus_client.metrics import MetricWrapperBase

from deploy.cli import _parser
from gateway import metrics as of_gateway
from gateway.settings import GatewaySettings
from libs.contracts.services import SERVICES
from libs.kit.settings import REVOCATION_PATIENCE
from services.auth.settings import AuthSettings
from tests.k8s.rendered_manifests import K8S, ROOT, named, of_kind, pod_of, rendered

RULES = yaml.safe_load((K8S / "components/monitoring/rules.yaml").read_text())["spec"]["groups"]
ALERTS: list[dict[str, Any]] = [rule for group in RULES for rule in group["rules"]]
BOARD = json.loads((K8S / "components/monitoring/dashboards/wangi.json").read_text())
OPERATIONS = ROOT / "docs/operations"
# Labels added by Prometheus and our PodMonitors.
ADDED = {"namespace", "pod", "instance", "job", "le", "app_kubernetes_io_name"}
ENDINGS = {"counter": ("_total",), "histogram": ("_bucket", "_count", "_sum"), "gauge": ("",)}


@lru_cache
def exported() -> dict[str, set[str]]:
    for name in SERVICES:
        importlib.import_module(f"services.{name}.main")
    found: dict[str, set[str]] = {"up": set(), "process_resident_memory_bytes": set()}
    # From kube-state-metrics.
    found["kube_job_status_failed"] = {"job_name"}
    for registry in (REGISTRY, of_gateway.REGISTRY):
        for collector in registry._collector_to_names:
            if isinstance(collector, MetricWrapperBase):
                base = collector._name
                for ending in ENDINGS[str(collector._type)]:
                    found[base + ending] = set(collector._labelnames)
    return found


def selectors(expression: str) -> Iterator[tuple[str, set[str]]]:
    def walk(node: Any) -> Iterator[tuple[str, set[str]]]:
        if isinstance(node, promql_parser.VectorSelector):
            yield str(node.name), {matcher.name for matcher in node.matchers.matchers}
        elif isinstance(node, promql_parser.MatrixSelector):
            yield from walk(node.vector_selector)
        for inner in ("expr", "lhs", "rhs"):
            if hasattr(node, inner):
                yield from walk(getattr(node, inner))
        for argument in getattr(node, "args", ()):
            yield from walk(argument)

    yield from walk(promql_parser.parse(expression))


def unknown(expression: str) -> list[str]:
    faults = []
    for name, labels in selectors(expression):
        if name not in exported():
            faults.append(name)
        elif more := labels - exported()[name] - ADDED:
            faults.append(f"{name} has no {sorted(more)}")
    return faults


@pytest.mark.parametrize("alert", ALERTS, ids=lambda alert: alert["alert"])
def test_alerts_use_exported_metrics(alert: dict[str, Any]) -> None:
    """AR-D28"""
    assert list(selectors(alert["expr"]))
    assert unknown(alert["expr"]) == []
    assert alert["labels"]["severity"] in {"page", "ticket"}


def test_dashboards_use_exported_metrics() -> None:
    expressions = {panel["title"]: target["expr"] for panel in BOARD["panels"] for target in panel["targets"]}
    assert {
        title: faults for title, expression in expressions.items() if (faults := unknown(expression))
    } == {}


def test_control_missing_metric_is_found() -> None:
    assert unknown("sum(rate(bids_lost_total[5m])) > 0") == ["bids_lost_total"]
    assert unknown('consumer_lag{topic="x"} > 0') == ["consumer_lag has no ['topic']"]
    with pytest.raises(ValueError, match="unclosed"):
        unknown("sum(rate(gateway_requests_total[5m])")


def test_every_metric_is_in_a_dashboard_or_alert() -> None:
    """AR-D28"""
    shown = [target["expr"] for panel in BOARD["panels"] for target in panel["targets"]]
    asked = {name for text in [*shown, *(alert["expr"] for alert in ALERTS)] for name, _ in selectors(text)}
    whole = {re.sub(r"_(bucket|count|sum)$", "", name) for name in exported()}
    unseen = whole - {re.sub(r"_(bucket|count|sum)$", "", name) for name in asked}
    assert unseen == set()


def goals_in(expressions: Iterable[str]) -> set[tuple[str, str]]:
    return set(re.findall(r'(\w+)_bucket\{[^}]*le="([^"]+)"', " ".join(expressions)))


def test_objectives_are_shown_with_their_targets() -> None:
    watched = goals_in(alert["expr"] for alert in ALERTS if "Burn" in alert["alert"])
    shown = goals_in(target["expr"] for panel in BOARD["panels"] for target in panel["targets"])
    assert ("boost_payout_late_seconds", "300.0") in watched
    assert watched - shown == set()


def limits_of(metric: str) -> set[str]:
    for registry in (REGISTRY, of_gateway.REGISTRY):
        collector = registry._names_to_collectors.get(metric)
        if isinstance(collector, Histogram):
            return {str(float(limit)) for limit in collector._upper_bounds}
    return set()


def test_objectives_are_histogram_buckets() -> None:
    exported()
    asked = goals_in(alert["expr"] for alert in ALERTS)
    assert len(asked) > 5
    assert [(name, limit) for name, limit in asked if limit not in limits_of(name)] == []


def sections(page: str) -> dict[str, str]:
    parts = re.split(r"^## (.+)$", (OPERATIONS / page).read_text(), flags=re.MULTILINE)
    return dict(zip(parts[1::2], parts[2::2], strict=True))


def runbooks() -> dict[str, str]:
    found: dict[str, str] = {}
    for group in RULES:
        found |= {
            f"{group['name']}.md#{name}": text for name, text in sections(f"{group['name']}.md").items()
        }
    return found


def test_alerts_and_runbooks_match() -> None:
    wanted = {f"{group['name']}.md#{rule['alert']}" for group in RULES for rule in group["rules"]}
    assert set(runbooks()) == wanted
    for group in RULES:
        for rule in group["rules"]:
            place = f"docs/operations/{group['name']}.md#{rule['alert'].lower()}"
            assert rule["annotations"]["runbook"] == place


def test_every_runbook_has_meaning_diagnosis_and_steps() -> None:
    for name, text in runbooks().items():
        for word in ("**Means.**", "**Look.**", "**Do.**", "**Over when**"):
            assert word in text, f"{name} lacks {word}"


def commands() -> list[list[str]]:
    text = "\n".join(page.read_text() for page in OPERATIONS.glob("*.md"))
    found = re.findall(r"-- wangi ([a-z][^`\n]*)|`wangi ([a-z][^`\n]*)`", text)
    return [re.split(r"\s+#", one or other)[0].split() for one, other in found]


def test_runbook_commands_exist() -> None:
    assert len(commands()) > 5
    for words in commands():
        if words[0] != "account-secret":
            _parser().parse_args(words)


def test_alerts_fire_before_their_limits() -> None:
    limits = {"SocketsNearlyFull": GatewaySettings.model_fields["max_sockets"].default,
              "PasswordsQueued": AuthSettings.model_fields["password_queue"].default,
              "RevocationFeedSilent": REVOCATION_PATIENCE}  # fmt: skip
    for alert in ALERTS:
        if alert["alert"] in limits:
            threshold = float(alert["expr"].rpartition(" ")[2])
            assert limits[alert["alert"]] / 2 <= threshold < limits[alert["alert"]]
    gone = next(alert for alert in ALERTS if alert["alert"] == "ServiceGone")
    assert gone["expr"].endswith(f"< {len(SERVICES)}")


def test_every_service_is_scraped_on_an_internal_port() -> None:
    docs = rendered("production")
    looked = {entry["metadata"]["name"]: entry["spec"] for entry in of_kind(docs, "PodMonitor")}
    assert looked["wangi-gateway"]["podMetricsEndpoints"][0]["port"] == "metrics"
    assert looked["wangi-services"]["podMetricsEndpoints"][0]["port"] == "http"
    for name in (*SERVICES, "gateway"):
        ports = {port["name"] for port in pod_of(named(docs, "Deployment", name))["containers"][0]["ports"]}
        assert "metrics" in ports if name == "gateway" else ports == {"http"}
