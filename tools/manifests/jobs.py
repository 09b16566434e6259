"""The setup Job and the nightly CronJobs."""

from tools.manifests.parts import POSTGRES, password_of
from tools.manifests.workloads import (
    NO_RIGHTS,
    POD_SECURITY,
    Doc,
    account,
    database_url,
    kafka_address,
    labels,
    secret,
    trust_mounts,
    volumes,
)

SETTINGS_OF_RECONCILE = {
    "WANGI_PASSWORD_MIGRATOR",
    "KAFKA_PASSWORD",
    "KAFKA_BOOTSTRAP_SERVERS",
    "DATABASE_URL",
}


def setup() -> list[Doc]:
    """The idempotent setup Job, the suspended CronJob to run after a restore, and the nightly comparison."""
    from libs.contracts.services import SERVICES

    roles = (*SERVICES, "migrator")
    environment = [
        secret("OWNER_PASSWORD", "password", of=f"{POSTGRES}-superuser"),
        secret("KAFKA_PASSWORD", "WANGI_KAFKA_PASSWORD"),
        *(secret(password_of(name), password_of(name)) for name in roles),
    ]
    plain = {
        "KAFKA_BOOTSTRAP_SERVERS": kafka_address("wangi", "KAFKA_PASSWORD"),
        "OWNER_DATABASE_URL": database_url("postgres", "OWNER_PASSWORD", "postgres"),
        "DATABASE_URL": database_url("wangi_migrator", password_of("migrator")),
        "ROLE_PASSWORDS": ",".join(f"{name}=$({password_of(name)})" for name in roles),
        "TOPIC_REPLICATION": "1",
        "TOPIC_MIN_INSYNC": "1",
    }
    container = _container(environment + [{"name": name, "value": value} for name, value in plain.items()])
    pod = _pod(container)
    restore = pod | {
        "serviceAccountName": "after-restore",
        "containers": [container | {"command": ["wangi", "after-restore"]}],
    }
    by_hand = {"schedule": "0 0 1 1 *", "suspend": True, "jobTemplate": {"spec": _job(restore)}}
    nightly = {
        # 03:30 in Malaysia.
        "schedule": "30 19 * * *",
        "concurrencyPolicy": "Forbid",
        "successfulJobsHistoryLimit": 1,
        "failedJobsHistoryLimit": 3,
        "jobTemplate": {"spec": _job(_reconciling(pod, container)) | {"backoffLimit": 1}},
    }
    return [
        account("setup"),
        account("after-restore"),
        account("reconcile"),
        {"apiVersion": "batch/v1", "kind": "Job", "metadata": _meta("setup"), "spec": _job(pod)},
        {"apiVersion": "batch/v1", "kind": "CronJob", "metadata": _meta("after-restore"), "spec": by_hand},
        {"apiVersion": "batch/v1", "kind": "CronJob", "metadata": _meta("reconcile"), "spec": nightly},
    ]


def _container(environment: list[Doc]) -> Doc:
    return {
        "name": "setup",
        "image": "wangi-setup",
        "envFrom": [{"configMapRef": {"name": "settings"}}],
        "env": environment,
        "resources": {
            "requests": {"cpu": "100m", "memory": "192Mi", "ephemeral-storage": "64Mi"},
            "limits": {"memory": "512Mi", "ephemeral-storage": "256Mi"},
        },
        "securityContext": NO_RIGHTS,
        "volumeMounts": [
            {"name": "tmp", "mountPath": "/tmp"},
            *trust_mounts(("postgres", "kafka")),
        ],
    }


def _pod(container: Doc) -> Doc:
    return {
        "restartPolicy": "OnFailure",
        "serviceAccountName": "setup",
        "automountServiceAccountToken": False,
        "enableServiceLinks": False,
        "securityContext": POD_SECURITY,
        "containers": [container],
        "volumes": volumes(False, ("postgres", "kafka")),
    }


def _reconciling(pod: Doc, container: Doc) -> Doc:
    """The nightly comparison of events with tables. It does not create roles or poll the provider."""
    environment = [item for item in container["env"] if item["name"] in SETTINGS_OF_RECONCILE]
    # Keeps a few figures per key of a topic: a million listings take about 1.5 GB.
    resources = {
        "requests": {"cpu": "100m", "memory": "256Mi", "ephemeral-storage": "64Mi"},
        "limits": {"memory": "2Gi", "ephemeral-storage": "256Mi"},
    }
    command = {"command": ["wangi", "reconcile", "--stored"], "env": environment, "resources": resources}
    return pod | {
        "restartPolicy": "Never",
        "serviceAccountName": "reconcile",
        "containers": [container | command],
    }


def _job(pod: Doc) -> Doc:
    return {
        "backoffLimit": 20,
        "activeDeadlineSeconds": 3600,
        "template": {"metadata": {"labels": labels("setup", "setup")}, "spec": pod},
    }


def _meta(name: str) -> Doc:
    return {"name": name, "labels": labels("setup", "setup")}
