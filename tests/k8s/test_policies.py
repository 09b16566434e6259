from collections.abc import Callable

import pytest

from tests.k8s import policies
from tests.k8s.policies import Rule
from tests.k8s.rendered_manifests import OVERLAYS, Doc, named, of_kind, pod_of, rendered

Break = Callable[[list[Doc]], object]


@pytest.mark.parametrize("overlay", OVERLAYS)
@pytest.mark.parametrize("rule", policies.ALL, ids=lambda rule: rule.__name__)
def test_manifests_follow_the_policies(rule: Rule, overlay: str) -> None:
    """P-H5, P-G1, AR-D23, AR-D24"""
    assert rule(rendered(overlay)) == []


def pod(docs: list[Doc], name: str = "auction") -> Doc:
    return pod_of(named(docs, "Deployment", name))


def first(docs: list[Doc], name: str = "auction") -> Doc:
    found: Doc = pod(docs, name)["containers"][0]
    return found


def spoil_it(docs: list[Doc], name: str, value: str) -> None:
    variables = first(docs)["env"]
    variables[:] = [variable for variable in variables if variable["name"] != name] + [
        {"name": name, "value": value}
    ]


def without(docs: list[Doc], kind: str, name: str) -> None:
    docs[:] = [doc for doc in docs if (doc["kind"], doc["metadata"]["name"]) != (kind, name)]


def shared(docs: list[Doc]) -> Doc:
    found: Doc = next(entry["data"] for entry in of_kind(docs, "ConfigMap") if "BASE_URL" in entry["data"])
    return found


def listener(docs: list[Doc]) -> Doc:
    found: Doc = named(docs, "Kafka", "wangi")["spec"]["kafka"]["listeners"][0]
    return found


def rolling(docs: list[Doc]) -> Doc:
    found: Doc = named(docs, "Deployment", "auction")["spec"]["strategy"]["rollingUpdate"]
    return found


def gateway_scaler(docs: list[Doc]) -> Doc:
    found: Doc = named(docs, "HorizontalPodAutoscaler", "gateway")["spec"]
    return found


BROKEN: list[tuple[Rule, Break]] = [
    (policies.no_privileges, lambda docs: pod(docs)["securityContext"].update(runAsNonRoot=False)),
    (policies.no_privileges, lambda docs: pod(docs)["securityContext"].update(runAsUser=0)),
    (policies.no_privileges, lambda docs: pod(docs)["securityContext"].pop("seccompProfile")),
    (policies.no_privileges, lambda docs: first(docs)["securityContext"].update(privileged=True)),
    (policies.no_privileges, lambda docs: first(docs)["securityContext"].pop("readOnlyRootFilesystem")),
    (policies.no_privileges, lambda docs: first(docs)["securityContext"]["capabilities"].update(add=["NET_RAW"])),
    (policies.no_privileges, lambda docs: pod(docs)["initContainers"][0].pop("securityContext")),
    (policies.nothing_of_the_node, lambda docs: pod(docs).update(hostNetwork=True)),
    (policies.nothing_of_the_node, lambda docs: pod(docs)["volumes"].append({"name": "x", "hostPath": {}})),
    (policies.nothing_of_the_node, lambda docs: pod(docs).pop("automountServiceAccountToken")),
    (policies.nothing_of_the_node, lambda docs: pod(docs).update(serviceAccountName="default")),
    (policies.nothing_of_the_node, lambda docs: pod(docs).pop("enableServiceLinks")),
    (policies.a_restricted_namespace,
     lambda docs: named(docs, "Namespace", "wangi")["metadata"]["labels"].update({policies.RESTRICTED: "baseline"})),
    (policies.a_restricted_namespace, lambda docs: without(docs, "Namespace", "wangi")),
    (policies.a_restricted_namespace, lambda docs: named(docs, "Service", "auth")["metadata"].pop("namespace")),
    (policies.pinned_images, lambda docs: first(docs).update(image="wangi/auction:latest")),
    (policies.pinned_images, lambda docs: first(docs).update(image="wangi/auction")),
    (policies.resources_set, lambda docs: first(docs)["resources"]["limits"].pop("memory")),
    (policies.resources_set, lambda docs: first(docs)["resources"]["requests"].pop("cpu")),
    (policies.resources_set, lambda docs: pod(docs)["volumes"].append({"name": "x", "emptyDir": {}})),
    (policies.meaningful_probes, lambda docs: first(docs).pop("startupProbe")),
    (policies.meaningful_probes, lambda docs: first(docs)["livenessProbe"]["httpGet"].update(path="/readyz")),
    (policies.one_may_go, lambda docs: without(docs, "PodDisruptionBudget", "auction")),
    (policies.one_may_go, lambda docs: pod(docs)["topologySpreadConstraints"].pop()),
    (policies.one_may_go, lambda docs: rolling(docs).update(maxUnavailable=1)),
    (policies.calm_scaling, lambda docs: without(docs, "HorizontalPodAutoscaler", "gateway")),
    (policies.calm_scaling, lambda docs: gateway_scaler(docs).update(minReplicas=1)),
    (policies.calm_scaling, lambda docs: gateway_scaler(docs).update(maxReplicas=40)),
    (policies.calm_scaling, lambda docs: gateway_scaler(docs).pop("behavior")),
    (policies.calm_scaling, lambda docs: gateway_scaler(docs)["behavior"]["scaleDown"].pop("policies")),
    (policies.calm_scaling,
     lambda docs: gateway_scaler(docs)["behavior"]["scaleDown"].update(stabilizationWindowSeconds=60)),
    (policies.calm_scaling, lambda docs: gateway_scaler(docs)["metrics"].clear()),
    (policies.time_to_leave, lambda docs: pod(docs).update(terminationGracePeriodSeconds=20)),
    (policies.time_to_leave, lambda docs: shared(docs).update(DRAIN_SECONDS="0")),
    (policies.no_new_code_on_an_old_schema, lambda docs: pod(docs).pop("initContainers")),
    (policies.no_new_code_on_an_old_schema, lambda docs: pod(docs)["initContainers"][0].update(image="wangi/x:1")),
    (policies.no_secret_values,
     lambda docs: docs.append({"kind": "Secret", "metadata": {"name": "x", "namespace": "wangi"}})),
    (policies.no_secret_values, lambda docs: spoil_it(docs, "INTERNAL_SECRET", "guessed")),
    (policies.no_secret_values, lambda docs: spoil_it(docs, "DATABASE_URL", "postgresql://a:guessed@b/c")),
    (policies.no_secret_values, lambda docs: shared(docs).update(INTERNAL_SECRET="guessed")),
    (policies.guarded_clients, lambda docs: spoil_it(docs, "REDIS_URL", "redis://auction:$(X)@wangi-redis:6379/0")),
    (policies.guarded_clients, lambda docs: spoil_it(docs, "DATABASE_URL", "postgresql://a:$(X)@b/c?sslmode=require")),
    (policies.guarded_clients, lambda docs: spoil_it(docs, "KAFKA_BOOTSTRAP_SERVERS", "wangi-kafka-bootstrap:9092")),
    (policies.guarded_clients, lambda docs: first(docs)["volumeMounts"].clear()),
    (policies.guarded_servers, lambda docs: listener(docs).update(tls=False)),
    (policies.guarded_servers, lambda docs: listener(docs).pop("networkPolicyPeers")),
    (policies.guarded_servers,
     lambda docs: named(docs, "Cluster", "wangi-postgres")["spec"]["postgresql"]["pg_hba"].clear()),
]  # fmt: skip


@pytest.mark.parametrize(("rule", "spoil"), BROKEN, ids=lambda one: getattr(one, "__name__", "").strip("<>"))
def test_violating_manifest_is_refused(rule: Rule, spoil: Break) -> None:
    docs = rendered("production")
    spoil(docs)
    assert rule(docs)


def test_every_policy_has_a_violation() -> None:
    assert {rule for rule, _ in BROKEN} == set(policies.ALL)
