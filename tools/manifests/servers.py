"""Manifests of the shared servers: Kafka's topics and users, and Redis with its users."""

from typing import Any

from deploy.local.redis import RIGHTS, SUBSCRIBE_RIGHTS
from libs.contracts.topics import ANALYSTS, TOPICS, Topic
from libs.kit.events.rights import DESCRIBE, READ, TOPIC, WRITE, Right, rights
from tools.manifests.network import kafka_clients
from tools.manifests.parts import KAFKA, PARTS, REDIS, REDIS_PORT, SECRETS, password_of
from tools.manifests.workloads import POD_SECURITY, account, labels, secret, selector

Doc = dict[str, Any]
_WORDS = {READ: "Read", WRITE: "Write", DESCRIBE: "Describe"}
_EXACTLY = 3


def topic(one: Topic) -> Doc:
    """A topic for Strimzi. Overlays set the number of replicas."""
    return {
        "apiVersion": "kafka.strimzi.io/v1",
        "kind": "KafkaTopic",
        "metadata": {"name": one.name, "labels": {"strimzi.io/cluster": KAFKA}},
        "spec": {"partitions": one.partitions, "replicas": 1, "config": one.config()},
    }


def topics() -> list[Doc]:
    return [topic(item) for item in TOPICS]


def _rule(right: Right) -> Doc:
    kind = "topic" if right.kind == TOPIC else "group"
    pattern = "literal" if right.pattern == _EXACTLY else "prefix"
    return {
        "resource": {"type": kind, "name": right.name, "patternType": pattern},
        "operations": [_WORDS[right.operation]],
        "host": "*",
    }


def _user(name: str, rules: list[Doc] | None, password: str | None) -> Doc:
    authentication: Doc = {"type": "scram-sha-512"}
    if password:
        authentication["password"] = {"valueFrom": {"secretKeyRef": {"name": SECRETS, "key": password}}}
    spec: Doc = {"authentication": authentication}
    if rules is not None:
        spec["authorization"] = {"type": "simple", "acls": rules}
    return {
        "apiVersion": "kafka.strimzi.io/v1",
        "kind": "KafkaUser",
        "metadata": {"name": name, "labels": {"strimzi.io/cluster": KAFKA}},
        "spec": spec,
    }


def users() -> list[Doc]:
    """Kafka users with their rights: services, analysts, the superuser of the setup Job, and the scaler,
    which only reads offsets."""
    given = sorted(rights())
    made = [_user("wangi", None, "WANGI_KAFKA_PASSWORD")]
    for part in (*PARTS, ANALYSTS):
        made.append(_user(part, [_rule(item) for item in given if item.part == part], password_of(part)))
    looks = [Right("keda", DESCRIBE, TOPIC, "wangi.", 4), Right("keda", DESCRIBE, 3, "wangi-", 4)]
    return [*made, _user("keda", [_rule(look) for look in looks], None)]


def listener_peers() -> list[Doc]:
    """The clients that may connect to a listener. By default, Strimzi allows everyone."""
    return [{"op": "replace", "path": "/spec/kafka/listeners/0/networkPolicyPeers", "value": kafka_clients()}]


def _redis_words(image: str) -> Doc:
    users = ["owner", *PARTS]
    words = ["--port", "0", "--tls-port", str(REDIS_PORT), "--tls-auth-clients", "no"]
    for name, file in (("cert", "tls.crt"), ("key", "tls.key"), ("ca-cert", "ca.crt")):
        words += [f"--tls-{name}-file", f"/etc/wangi/tls/{file}"]
    words += ["--save", "", "--appendonly", "no", "--maxmemory", "128mb"]
    words += ["--maxmemory-policy", "allkeys-lru", "--user", "default", "off"]
    for name in users:
        words += [
            "--user",
            name,
            "on",
            f">$(PASSWORD_{name.upper()})",
            *RIGHTS.get(name, SUBSCRIBE_RIGHTS).split(),
        ]
    environment = [secret(name, "WANGI_REDIS_PASSWORD") for name in ("PASSWORD_OWNER", "REDISCLI_AUTH")]
    environment += [secret(f"PASSWORD_{part.upper()}", password_of(part)) for part in PARTS]
    asks = ["valkey-cli", "--tls", "--cacert", "/etc/wangi/tls/ca.crt", "--user", "owner", "ping"]
    probe: Doc = {"exec": {"command": asks}, "periodSeconds": 5, "timeoutSeconds": 3}
    return {
        "name": "redis",
        "image": image,
        "command": ["valkey-server"],
        "args": words,
        "env": environment,
        "ports": [{"name": "redis", "containerPort": REDIS_PORT}],
        "startupProbe": probe | {"periodSeconds": 1, "failureThreshold": 60},
        "readinessProbe": probe,
        "livenessProbe": probe | {"failureThreshold": 6},
        "resources": {
            "requests": {"cpu": "100m", "memory": "160Mi", "ephemeral-storage": "16Mi"},
            "limits": {"memory": "256Mi", "ephemeral-storage": "64Mi"},
        },
        "securityContext": {
            "allowPrivilegeEscalation": False,
            "readOnlyRootFilesystem": True,
            "capabilities": {"drop": ["ALL"]},
        },
        "volumeMounts": [
            {"name": "data", "mountPath": "/data"},
            {"name": "tls", "mountPath": "/etc/wangi/tls", "readOnly": True},
        ],
    }


def redis(image: str) -> list[Doc]:
    """Redis runs as a single pod, because its data may be lost."""
    meta = {"name": REDIS, "labels": labels(REDIS, "server")}
    pod = {
        "serviceAccountName": REDIS,
        "automountServiceAccountToken": False,
        "enableServiceLinks": False,
        "terminationGracePeriodSeconds": 10,
        "securityContext": POD_SECURITY,
        "containers": [_redis_words(image)],
        "volumes": [
            {"name": "data", "emptyDir": {"sizeLimit": "64Mi"}},
            {"name": "tls", "secret": {"secretName": f"{REDIS}-tls", "defaultMode": 0o440}},
        ],
    }
    spec = {
        "serviceName": REDIS,
        "replicas": 1,
        "selector": {"matchLabels": selector(REDIS)},
        "template": {"metadata": {"labels": labels(REDIS, "server")}, "spec": pod},
    }
    service = {
        "selector": selector(REDIS),
        "ports": [{"name": "redis", "port": REDIS_PORT, "targetPort": "redis"}],
    }
    return [
        account(REDIS),
        {"apiVersion": "apps/v1", "kind": "StatefulSet", "metadata": meta, "spec": spec},
        {"apiVersion": "v1", "kind": "Service", "metadata": meta, "spec": service},
    ]
