"""Generates the manifests. A test compares the committed files."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import yaml

from tools.manifests import jobs, kept_secrets, network, scaling, servers, workloads
from tools.manifests.parts import PARTS, SHARED

ROOT = Path(__file__).resolve().parents[2]
_HEAD = "# Written by `wangi k8s` from the code (tools/manifests); change it there.\n"


class _Plain(yaml.SafeDumper):
    """Indents lists under their key and disables anchors."""

    def increase_indent(self, flow: bool = False, indentless: bool = False) -> None:
        super().increase_indent(flow, False)

    def ignore_aliases(self, data: Any) -> bool:
        return True


def _text(docs: list[Any]) -> str:
    written = yaml.dump_all(docs, Dumper=_Plain, sort_keys=False, width=110, explicit_start=len(docs) > 1)
    return _HEAD + written


def redis_image() -> str:
    compose = yaml.safe_load((ROOT / "docker-compose.yml").read_text())
    return str(compose["services"]["redis"]["image"])


def rules() -> Any:
    """The alerts in Prometheus's own format, for Docker Compose."""
    return yaml.safe_load((ROOT / "k8s/components/monitoring/rules.yaml").read_text())["spec"]


def files() -> Mapping[str, str]:
    shared = "".join(f"{name}={value}\n" for name, value in SHARED.items())
    return {
        **{f"k8s/base/parts/{name}.yaml": _text(workloads.of_part(name)) for name in PARTS},
        "k8s/base/setup.yaml": _text(jobs.setup()),
        "k8s/base/settings.env": _HEAD + shared,
        "k8s/base/network.yaml": _text(network.policies()),
        "k8s/components/kafka/topics.yaml": _text(servers.topics()),
        "k8s/components/kafka/users.yaml": _text(servers.users()),
        "k8s/components/kafka/peers.yaml": _text([servers.listener_peers()]),
        "k8s/components/redis/redis.yaml": _text(servers.redis(redis_image())),
        "k8s/components/autoscaling/scalers.yaml": _text(scaling.scalers()),
        "k8s/components/external-secrets/secrets.yaml": _text(kept_secrets.external()),
        "deploy/compose/rules.yaml": _text([rules()]),
    }


def write() -> list[str]:
    """Returns the paths of the written files."""
    for name, text in files().items():
        path = ROOT / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return list(files())
