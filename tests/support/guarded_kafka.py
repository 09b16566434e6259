"""Kafka on this machine with passwords and ACLs."""

import re
from collections.abc import Mapping
from pathlib import Path

import yaml

COMPOSE = yaml.safe_load((Path(__file__).parents[2] / "docker-compose.yml").read_text())["services"]
NOT_SETTINGS = ("KAFKA_HEAP_OPTS",)


def compose_properties(home: Path, port: int, controller_port: int, secrets: Mapping[str, str]) -> str:
    settings = {
        name: str(value)
        for name, value in COMPOSE["kafka"]["environment"].items()
        if name not in NOT_SETTINGS
    }
    place = f"127.0.0.1:{port}"
    settings |= {
        "KAFKA_LISTENERS": f"INSIDE://{place},CONTROLLER://127.0.0.1:{controller_port}",
        "KAFKA_ADVERTISED_LISTENERS": f"INSIDE://{place}",
        "KAFKA_CONTROLLER_QUORUM_VOTERS": f"1@127.0.0.1:{controller_port}",
        "KAFKA_LOG_DIRS": str(home / "data"),
    }
    lines = [
        f"{name.removeprefix('KAFKA_').lower().replace('_', '.')}={value}" for name, value in settings.items()
    ]
    filled = (re.sub(r"\$\{(\w+):\?[^}]*\}", lambda one: secrets[one.group(1)], line) for line in lines)
    return "\n".join(filled) + "\n"
