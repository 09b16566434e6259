"""Creates a Deployment per service, with its Service, account and disruption budget."""

from typing import Any

from tools.manifests.parts import (
    BY_NAME,
    DATA,
    DRAIN_SECONDS,
    GRACE_SECONDS,
    KAFKA,
    KAFKA_PORT,
    POSTGRES,
    POSTGRES_PORT,
    REDIS,
    REDIS_PORT,
    SECRETS,
    TRUST,
    Part,
    password_of,
)

Doc = dict[str, Any]
PASSWORD = "WANGI_PASSWORD"  # noqa: S105 - the name of a variable
# Certificate authorities of the servers, by the Secret that the server's operator creates.
AUTHORITIES = {"postgres": f"{POSTGRES}-ca", "kafka": f"{KAFKA}-cluster-ca-cert", "redis": f"{REDIS}-tls"}
SECONDS_TO_LEAVE = DRAIN_SECONDS + 2 * GRACE_SECONDS + 9
_TLS = f"sslmode=verify-full&sslrootcert={TRUST}/postgres/ca.crt"
NO_RIGHTS = {
    "allowPrivilegeEscalation": False,
    "readOnlyRootFilesystem": True,
    "capabilities": {"drop": ["ALL"]},
}
POD_SECURITY = {
    "runAsNonRoot": True,
    "runAsUser": 10001,
    "runAsGroup": 10001,
    "fsGroup": 10001,
    "fsGroupChangePolicy": "OnRootMismatch",
    "seccompProfile": {"type": "RuntimeDefault"},
}


def labels(name: str, component: str = "part") -> dict[str, str]:
    return {
        "app.kubernetes.io/name": name,
        "app.kubernetes.io/part-of": "wangi",
        "app.kubernetes.io/component": component,
    }


def selector(name: str) -> dict[str, str]:
    return {"app.kubernetes.io/name": name}


def database_url(role: str, password: str = PASSWORD, database: str = "wangi") -> str:
    return f"postgresql://{role}:$({password})@{POSTGRES}-rw:{POSTGRES_PORT}/{database}?{_TLS}"


def kafka_address(user: str, password: str = PASSWORD) -> str:
    place = f"{KAFKA}-kafka-bootstrap:{KAFKA_PORT}"
    return f"sasl_ssl://{user}:$({password})@{place}?ca={TRUST}/kafka/ca.crt&mechanism=SCRAM-SHA-512"


def secret(name: str, key: str, *, of: str = SECRETS, optional: bool = False) -> Doc:
    reference: Doc = {"name": of, "key": key} | ({"optional": True} if optional else {})
    return {"name": name, "valueFrom": {"secretKeyRef": reference}}


def variables(part: Part) -> list[Doc]:
    """The environment of the service. The password comes first, because URLs refer to it."""
    environment = [secret(PASSWORD, password_of(part.name))]
    for name in ("INTERNAL_SECRET", *part.secrets):
        environment += [
            secret(name, f"WANGI_{name}"),
            secret(f"{name}_ALSO", f"WANGI_{name}_ALSO", optional=True),
        ]
    place = f"{REDIS}:{REDIS_PORT}/0?ssl_ca_certs={TRUST}/redis/ca.crt"
    plain = {
        "PORT": str(part.port),
        "REDIS_URL": f"rediss://{part.name}:$({PASSWORD})@{place}",
        "KAFKA_BOOTSTRAP_SERVERS": kafka_address(part.name),
    }
    if part.name != "gateway":
        plain["DATABASE_URL"] = database_url(f"wangi_{part.name}")
    return environment + [{"name": name, "value": value} for name, value in (plain | part.settings).items()]


def _probe(path: str, period: int, failures: int, seconds: int = 3) -> Doc:
    return {
        "httpGet": {"path": path, "port": "http"},
        "periodSeconds": period,
        "timeoutSeconds": seconds,
        "failureThreshold": failures,
    }


def _container(part: Part) -> Doc:
    ports = [{"name": "http", "containerPort": part.port}]
    if part.metrics_port != part.port:
        ports.append({"name": "metrics", "containerPort": part.metrics_port})
    mounts = [{"name": "tmp", "mountPath": "/tmp"}, *trust_mounts()]
    if part.keeps_pictures:
        mounts.append({"name": "data", "mountPath": DATA})
    return {
        "name": part.name,
        "image": f"wangi-{part.name}",
        "ports": ports,
        "envFrom": [{"configMapRef": {"name": "settings"}}],
        "env": variables(part),
        # Catalog reads all listings before it is ready. A million listings take about 62 s.
        "startupProbe": _probe("/healthz", period=2, failures=150),
        "readinessProbe": _probe("/readyz", period=2, failures=2),
        "livenessProbe": _probe("/healthz", period=10, failures=3, seconds=5),
        "resources": {
            "requests": {"cpu": part.cpu, "memory": part.memory[0], "ephemeral-storage": "64Mi"},
            "limits": {"memory": part.memory[1], "ephemeral-storage": "1Gi"},
        },
        "securityContext": NO_RIGHTS,
        "volumeMounts": mounts,
    }


def _waits(part: Part) -> Doc:
    """Waits until the setup Job has migrated the schema to the version of this image."""
    return {
        "name": "schema",
        "image": f"wangi-{part.name}",
        "command": ["python", "-m", "deploy.docker.start", "schema"],
        "env": [variable for variable in variables(part) if variable["name"] in (PASSWORD, "DATABASE_URL")],
        "resources": {"requests": {"cpu": "50m", "memory": "96Mi"}, "limits": {"memory": "192Mi"}},
        "securityContext": NO_RIGHTS,
        "volumeMounts": [{"name": "tmp", "mountPath": "/tmp"}, *trust_mounts(("postgres",))],
    }


def trust_mounts(servers: tuple[str, ...] = tuple(AUTHORITIES)) -> list[Doc]:
    return [
        {"name": f"trust-{server}", "mountPath": f"{TRUST}/{server}", "readOnly": True} for server in servers
    ]


def volumes(keeps_pictures: bool, servers: tuple[str, ...] = tuple(AUTHORITIES)) -> list[Doc]:
    found: list[Doc] = [{"name": "tmp", "emptyDir": {"sizeLimit": "256Mi"}}]
    for server in servers:
        items = [{"key": "ca.crt", "path": "ca.crt"}]
        found.append(
            {"name": f"trust-{server}", "secret": {"secretName": AUTHORITIES[server], "items": items}}
        )
    if keeps_pictures:
        found.append({"name": "data", "emptyDir": {"sizeLimit": "512Mi"}})
    return found


def _spread(name: str) -> list[Doc]:
    """Spreads pods, so that losing a node or zone cannot stop all pods of a service."""
    return [
        {
            "maxSkew": 1,
            "topologyKey": key,
            "whenUnsatisfiable": unsatisfiable,
            "labelSelector": {"matchLabels": selector(name)},
            "matchLabelKeys": ["pod-template-hash"],
        }
        for key, unsatisfiable in (
            ("kubernetes.io/hostname", "DoNotSchedule"),
            ("topology.kubernetes.io/zone", "ScheduleAnyway"),
        )
    ]


def deployment(part: Part) -> Doc:
    pod: Doc = {
        "serviceAccountName": part.name,
        "automountServiceAccountToken": False,
        "enableServiceLinks": False,
        "terminationGracePeriodSeconds": SECONDS_TO_LEAVE,
        "securityContext": POD_SECURITY,
        "topologySpreadConstraints": _spread(part.name),
        "containers": [_container(part)],
        "volumes": volumes(part.keeps_pictures),
    }
    if part.name != "gateway":
        pod["initContainers"] = [_waits(part)]
    return {
        "apiVersion": "apps/v1",
        "kind": "Deployment",
        "metadata": {"name": part.name, "labels": labels(part.name)},
        "spec": {
            "replicas": 2,
            "revisionHistoryLimit": 3,
            "selector": {"matchLabels": selector(part.name)},
            "strategy": {"type": "RollingUpdate", "rollingUpdate": {"maxUnavailable": 0, "maxSurge": 1}},
            "template": {"metadata": {"labels": labels(part.name)}, "spec": pod},
        },
    }


def account(name: str) -> Doc:
    """A service account without rights. Each service has its own account."""
    return {
        "apiVersion": "v1",
        "kind": "ServiceAccount",
        "metadata": {"name": name, "labels": labels(name)},
        "automountServiceAccountToken": False,
    }


def of_part(name: str) -> list[Doc]:
    part = BY_NAME[name]
    meta = {"name": name, "labels": labels(name)}
    service: Doc = {
        "selector": selector(name),
        "ports": [{"name": "http", "port": part.port, "targetPort": "http", "appProtocol": "http"}],
    }
    budget: Doc = {"maxUnavailable": 1, "selector": {"matchLabels": selector(name)}}
    return [
        account(name),
        deployment(part),
        {"apiVersion": "v1", "kind": "Service", "metadata": meta, "spec": service},
        {"apiVersion": "policy/v1", "kind": "PodDisruptionBudget", "metadata": meta, "spec": budget},
    ]
