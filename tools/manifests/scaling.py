"""How many of each part run: by their lag behind Kafka and their processor time, never fewer than two."""

from typing import Any

from libs.kit.events.rights import group_of
from tools.manifests.parts import ALL, KAFKA, KAFKA_PORT, NAMESPACE, Part
from tools.manifests.workloads import labels

Doc = dict[str, Any]
LEAST = 2
BUSY_PERCENT = "70"
# Facts that one replica may have before it; one handles thousands a second (docs/benchmarks.md).
LAG, NOTICED_LAG = "2000", "500"
# A burst is answered at once, a pause believed after ten minutes: who leaves hands partitions over.
_BEHAVIOUR: Doc = {
    "scaleUp": {"policies": [{"type": "Pods", "value": 2, "periodSeconds": 30}]},
    "scaleDown": {
        "stabilizationWindowSeconds": 600,
        "policies": [{"type": "Pods", "value": 1, "periodSeconds": 120}],
    },
}


def of_consumer(part: Part) -> Doc:
    """Return a service: KEDA makes its HPA, from the lag of its group and its processor time."""
    lag = {
        "bootstrapServers": f"{KAFKA}-kafka-bootstrap.{NAMESPACE}:{KAFKA_PORT}",
        "consumerGroup": group_of(part.name),
        "lagThreshold": LAG,
        "activationLagThreshold": NOTICED_LAG,
        "offsetResetPolicy": "earliest",
        # A key that is parked holds its place: more replicas would not move it.
        "excludePersistentLag": "true",
        "sasl": "scram_sha512",
        "tls": "enable",
    }
    triggers = [
        {"type": "kafka", "metadata": lag, "authenticationRef": {"name": "kafka-lag"}},
        {"type": "cpu", "metricType": "Utilization", "metadata": {"value": BUSY_PERCENT}},
    ]
    return {
        "apiVersion": "keda.sh/v1alpha1",
        "kind": "ScaledObject",
        "metadata": {"name": part.name, "labels": labels(part.name)},
        "spec": {
            "scaleTargetRef": {"name": part.name},
            "minReplicaCount": LEAST,
            "maxReplicaCount": part.most,
            "pollingInterval": 15,
            "advanced": {"horizontalPodAutoscalerConfig": {"behavior": _BEHAVIOUR}},
            "triggers": triggers,
        },
    }


def of_gateway(part: Part) -> Doc:
    """Return the gateway's scaler. It belongs to no group: each replica hears everything, so only its
    processor time counts."""
    busy = {"type": "Utilization", "averageUtilization": int(BUSY_PERCENT)}
    return {
        "apiVersion": "autoscaling/v2",
        "kind": "HorizontalPodAutoscaler",
        "metadata": {"name": part.name, "labels": labels(part.name)},
        "spec": {
            "scaleTargetRef": {"apiVersion": "apps/v1", "kind": "Deployment", "name": part.name},
            "minReplicas": LEAST,
            "maxReplicas": part.most,
            "metrics": [{"type": "Resource", "resource": {"name": "cpu", "target": busy}}],
            "behavior": _BEHAVIOUR,
        },
    }


def scalers() -> list[Doc]:
    authentication: Doc = {
        "apiVersion": "keda.sh/v1alpha1",
        "kind": "TriggerAuthentication",
        "metadata": {"name": "kafka-lag"},
        "spec": {
            "configMapTargetRef": [{"parameter": "username", "name": "kafka-lag", "key": "username"}],
            "secretTargetRef": [
                {"parameter": "password", "name": "keda", "key": "password"},
                {"parameter": "ca", "name": f"{KAFKA}-cluster-ca-cert", "key": "ca.crt"},
            ],
        },
    }
    name: Doc = {
        "apiVersion": "v1",
        "kind": "ConfigMap",
        "metadata": {"name": "kafka-lag"},
        "data": {"username": "keda"},
    }
    made = [of_gateway(part) if part.name == "gateway" else of_consumer(part) for part in ALL]
    return [name, authentication, *made]
