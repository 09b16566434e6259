"""Autoscaling by Kafka lag and CPU, with at least two replicas."""

from typing import Any

from libs.kit.events.rights import group_of
from tools.manifests.parts import ALL, KAFKA, KAFKA_PORT, NAMESPACE, Part
from tools.manifests.workloads import labels

Doc = dict[str, Any]
LEAST = 2
BUSY_PERCENT = "70"
# Lag per replica. A replica handles thousands of events a second (docs/benchmarks.md).
LAG, NOTICED_LAG = "2000", "500"
# Scale up immediately, but down only after ten minutes, because each change moves partitions.
_BEHAVIOUR: Doc = {
    "scaleUp": {"policies": [{"type": "Pods", "value": 2, "periodSeconds": 30}]},
    "scaleDown": {
        "stabilizationWindowSeconds": 600,
        "policies": [{"type": "Pods", "value": 1, "periodSeconds": 120}],
    },
}


def of_consumer(part: Part) -> Doc:
    """Scales a service by the lag of its consumer group and by CPU, with KEDA."""
    lag = {
        "bootstrapServers": f"{KAFKA}-kafka-bootstrap.{NAMESPACE}:{KAFKA_PORT}",
        "consumerGroup": group_of(part.name),
        "lagThreshold": LAG,
        "activationLagThreshold": NOTICED_LAG,
        "offsetResetPolicy": "earliest",
        # The lag of a parked key would not shrink with more replicas.
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
    """Scales by CPU only, because each gateway consumes every event."""
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
