"""Each overlay, rendered once by kubectl's kustomize."""

import pickle
import shutil
import subprocess
import sys
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any

import yaml

ROOT = Path(__file__).parents[2]
K8S = ROOT / "k8s"
OVERLAYS = ("local", "production")
Doc = dict[str, Any]
CUSTOM = ("strimzi.io", "cnpg.io", "keda.sh", "cert-manager.io", "external-secrets.io", "gateway.networking.k8s.io",
          "monitoring.coreos.com")  # fmt: skip


def kubectl() -> str:
    own = Path(sys.executable).with_name("kubectl")
    found = str(own) if own.exists() else shutil.which("kubectl")
    if found is None:
        raise RuntimeError("kubectl is missing: `make setup` installs it on Linux")
    return found


@lru_cache
def _rendered(overlay: str) -> bytes:
    command = [kubectl(), "kustomize", str(K8S / "overlays" / overlay)]
    result = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    assert result.returncode == 0, result.stderr
    assert result.stderr == ""
    return pickle.dumps(list(yaml.load_all(result.stdout, Loader=yaml.CSafeLoader)))


def rendered(overlay: str) -> list[Doc]:
    docs: list[Doc] = pickle.loads(_rendered(overlay))  # noqa: S301 - what we wrote a moment ago
    return docs


def of_kind(docs: list[Doc], *kinds: str) -> list[Doc]:
    return [doc for doc in docs if doc["kind"] in kinds]


def named(docs: list[Doc], kind: str, name: str) -> Doc:
    found = [doc for doc in of_kind(docs, kind) if doc["metadata"]["name"] == name]
    assert len(found) == 1, f"{len(found)} of {kind} {name}"
    return found[0]


def workloads(docs: list[Doc]) -> list[Doc]:
    return of_kind(docs, "Deployment", "StatefulSet", "Job", "CronJob")


def pod_of(workload: Doc) -> Doc:
    spec = workload["spec"].get("jobTemplate", workload)["spec"]
    pod: Doc = spec["template"]["spec"]
    return pod


def containers(docs: list[Doc]) -> Iterator[tuple[str, Doc]]:
    """With init containers and their place."""
    for workload in workloads(docs):
        pod = pod_of(workload)
        for container in [*pod.get("initContainers", []), *pod["containers"]]:
            yield f"{workload['metadata']['name']}/{container['name']}", container


def environment_of(docs: list[Doc], part: str, kind: str = "Deployment") -> Doc:
    return environment_of_container(docs, pod_of(named(docs, kind, part))["containers"][0])


def environment_of_container(docs: list[Doc], container: Doc) -> Doc:
    found: Doc = {}
    for source in container.get("envFrom", []):
        found |= named(docs, "ConfigMap", source["configMapRef"]["name"])["data"]
    for variable in container.get("env", []):
        reference = variable.get("valueFrom", {}).get("secretKeyRef")
        found[variable["name"]] = variable["value"] if reference is None else reference
    return found
