import re
from pathlib import Path

import pytest

from deploy.local import environment, redis
from deploy.local.kafka import properties
from libs.contracts.topics import ANALYSTS, SUBSCRIPTIONS, TOPICS
from libs.kit.events.rights import group_of, rights
from libs.kit.settings import Settings
from tests.k8s.rendered_manifests import OVERLAYS, Doc, named, of_kind, pod_of, rendered
from tools.manifests.parts import ALL, CONNECTIONS, KAFKA

WORDS = {"Read": 3, "Write": 4, "Describe": 8}


@pytest.mark.parametrize("overlay", OVERLAYS)
def test_manifest_topics_match_the_table(overlay: str) -> None:
    found = {entry["metadata"]["name"]: entry["spec"] for entry in of_kind(rendered(overlay), "KafkaTopic")}
    assert set(found) == {topic.name for topic in TOPICS}
    for topic in TOPICS:
        spec = found[topic.name]
        assert spec["partitions"] == topic.partitions
        assert spec["config"] == topic.config(int(spec["config"]["min.insync.replicas"]))


def given_rights(docs: list[Doc]) -> set[tuple[str, int, str, str, str]]:
    return {
        (user["metadata"]["name"], WORDS[operation], rule["resource"]["type"], rule["resource"]["name"],
         rule["resource"]["patternType"])
        for user in of_kind(docs, "KafkaUser")
        for rule in user["spec"].get("authorization", {}).get("acls", [])
        for operation in rule["operations"]
    }  # fmt: skip


@pytest.mark.parametrize("overlay", OVERLAYS)
def test_manifest_kafka_rights_match_the_table(overlay: str) -> None:
    """P-G4"""
    wanted = {
        (right.part, right.operation, "topic" if right.kind == 2 else "group", right.name,
         "literal" if right.pattern == 3 else "prefix")
        for right in rights()
    }  # fmt: skip
    found = given_rights(rendered(overlay))
    known = {*SUBSCRIPTIONS, ANALYSTS}
    assert {item for item in found if item[0] in known} == wanted
    assert {item[:3] for item in found if item[0] not in known} == {
        ("keda", 8, "topic"),
        ("keda", 8, "group"),
    }


@pytest.mark.parametrize("overlay", OVERLAYS)
def test_only_the_setup_job_is_kafka_superuser(overlay: str) -> None:
    docs = rendered(overlay)
    assert named(docs, "Kafka", KAFKA)["spec"]["kafka"]["authorization"]["superUsers"] == ["wangi"]
    own = [
        entry["metadata"]["name"]
        for entry in of_kind(docs, "KafkaUser")
        if "authorization" not in entry["spec"]
    ]
    assert own == ["wangi"]


@pytest.mark.parametrize("overlay", OVERLAYS)
def test_manifest_broker_settings_match_local_run(overlay: str) -> None:
    spec = named(rendered(overlay), "Kafka", KAFKA)["spec"]["kafka"]["config"]
    local = dict(line.split("=", 1) for line in properties(Path("x"), 1, 2).splitlines())
    copies = {
        name for name in spec if name.endswith((".replication.factor", "min.isr", "min.insync.replicas"))
    }
    beside = {"unclean.leader.election.enable", "group.initial.rebalance.delay.ms"}
    assert {name: str(value) for name, value in spec.items() if name not in copies | beside} == {
        name: local[name]
        for name in (
            "auto.create.topics.enable",
            "offsets.topic.num.partitions",
            "transaction.state.log.num.partitions",
        )
    }


def test_production_survives_loss_of_a_broker() -> None:
    """P-A1, P-D1"""
    docs = rendered("production")
    assert named(docs, "KafkaNodePool", "broker")["spec"]["replicas"] == 3
    spec = named(docs, "Kafka", KAFKA)["spec"]["kafka"]["config"]
    assert (spec["offsets.topic.replication.factor"], spec["transaction.state.log.min.isr"]) == (3, 2)
    assert spec["unclean.leader.election.enable"] == "false"
    for entry in of_kind(docs, "KafkaTopic"):
        assert (entry["spec"]["replicas"], entry["spec"]["config"]["min.insync.replicas"]) == (3, "2")


def test_production_survives_loss_of_primary_with_restore() -> None:
    """P-A1"""
    docs = rendered("production")
    spec = named(docs, "Cluster", "wangi-postgres")["spec"]
    assert (spec["instances"], spec["affinity"]["podAntiAffinityType"]) == (3, "required")
    assert spec["postgresql"]["synchronous"] == {"method": "any", "number": 1, "dataDurability": "required"}
    assert spec["plugins"][0]["isWALArchiver"] is True
    assert (
        spec["plugins"][0]["parameters"]["barmanObjectName"]
        == of_kind(docs, "ObjectStore")[0]["metadata"]["name"]
    )
    minutes = re.fullmatch(r"(\d)min", spec["postgresql"]["parameters"]["archive_timeout"])
    assert minutes is not None
    assert int(minutes[1]) <= 5
    backup = of_kind(docs, "ScheduledBackup")[0]["spec"]
    assert re.fullmatch(r"0 \d+ \d+ \* \* \*", backup["schedule"])


def cpu_of(quantity: str) -> int:
    return int(quantity.removesuffix("m")) if quantity.endswith("m") else int(quantity) * 1000


def test_the_local_overlay_fits_two_cores() -> None:
    docs = rendered("local")
    pods = [pod_of(entry)["containers"] for entry in of_kind(docs, "Deployment", "StatefulSet", "Job")]
    requests = [container["resources"]["requests"] for pod in pods for container in pod]
    kafka = named(docs, "Kafka", KAFKA)["spec"]["entityOperator"]
    requests += [kafka[operator]["resources"]["requests"] for operator in ("topicOperator", "userOperator")]
    requests += [
        entry["spec"]["resources"]["requests"] for entry in of_kind(docs, "KafkaNodePool", "Cluster")
    ]
    assert sum(cpu_of(request["cpu"]) for request in requests) <= 1300


def most_pods(docs: list[Doc]) -> int:
    """At maximum scale and during an update."""
    count = 0
    for part in ALL:
        if part.name != "gateway":
            scaled = [entry["spec"]["maxReplicaCount"] for entry in of_kind(docs, "ScaledObject")
                      if entry["metadata"]["name"] == part.name]  # fmt: skip
            count += (scaled[0] if scaled else named(docs, "Deployment", part.name)["spec"]["replicas"]) + 1
    return count


@pytest.mark.parametrize("overlay", OVERLAYS)
def test_postgresql_has_connections_for_every_pool(overlay: str) -> None:
    """AR-D10"""
    docs = rendered(overlay)
    assert 2 * Settings.model_fields["database_pool_size"].default + 4 <= CONNECTIONS
    spec = named(docs, "Cluster", "wangi-postgres")["spec"]["postgresql"]["parameters"]
    assert int(spec["max_connections"]) >= most_pods(docs) * CONNECTIONS + 20


@pytest.mark.parametrize("overlay", OVERLAYS)
def test_manifest_redis_rights_match_local_run(overlay: str) -> None:
    container = pod_of(named(rendered(overlay), "StatefulSet", "wangi-redis"))["containers"][0]
    words = " ".join(container["args"])
    assert words.startswith("--port 0 --tls-port 6379")
    lines = words.split(" --user ")[1:]
    given = {line.split()[0]: line.split()[1:] for line in lines}
    assert given.pop("default") == ["off"]
    assert set(given) == {"owner", *environment.PARTS}
    for name, (state, password, *rights_of_part) in given.items():
        assert (state, password) == ("on", f">$(PASSWORD_{name.upper()})")
        assert " ".join(rights_of_part) == redis.RIGHTS.get(name, redis.SUBSCRIBE_RIGHTS)


def test_replicas_do_not_exceed_partitions() -> None:
    docs = rendered("production")
    partitions = {topic.name: topic.partitions for topic in TOPICS}
    for entry in of_kind(docs, "ScaledObject"):
        name, spec = entry["metadata"]["name"], entry["spec"]
        assert spec["maxReplicaCount"] <= max(partitions[topic] for topic in SUBSCRIPTIONS[name])
        assert spec["minReplicaCount"] >= 2
        lag, cpu = spec["triggers"]
        assert (lag["type"], lag["metadata"]["consumerGroup"], cpu["type"]) == (
            "kafka",
            group_of(name),
            "cpu",
        )
        assert (lag["metadata"]["sasl"], lag["metadata"]["tls"]) == ("scram_sha512", "enable")
    scaled = {entry["metadata"]["name"] for entry in of_kind(docs, "ScaledObject", "HorizontalPodAutoscaler")}
    assert scaled == set(environment.PARTS)


def test_apply_keeps_the_autoscalers_replicas() -> None:
    assert [entry["metadata"]["name"] for entry in of_kind(rendered("production"), "Deployment")
            if "replicas" in entry["spec"]] == []  # fmt: skip


def test_ingress_leads_to_gateway_and_keeps_sockets() -> None:
    docs = rendered("production")
    route = named(docs, "HTTPRoute", "wangi")["spec"]
    backend = route["rules"][0]["backendRefs"][0]
    assert named(docs, "Service", backend["name"])["spec"]["ports"][0]["port"] == backend["port"]
    assert route["rules"][0]["timeouts"] == {"request": "0s", "backendRequest": "0s"}
    listeners = {
        listener["name"]: listener for listener in named(docs, "Gateway", "wangi")["spec"]["listeners"]
    }
    assert listeners["https"]["hostname"] == route["hostnames"][0] == "wangi.example"
    redirect = named(docs, "HTTPRoute", "to-https")["spec"]
    assert redirect["parentRefs"] == [{"name": "wangi", "sectionName": "http"}]
