"""The ports of the local run. Each port can be set, and an offset moves all ports."""

import os
from collections.abc import Mapping
from dataclasses import dataclass

from libs.contracts.services import SERVICES

LOOPBACK = "127.0.0.1"
# Ports that browsers refuse: the "bad ports" of the Fetch standard from 1024 up.
CLOSED_TO_BROWSERS = frozenset(
    {1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, *range(6665, 6670), 6679, 6697, 10080}
)


@dataclass(frozen=True)
class Ports:
    gateway: int = 8080
    gateway_metrics: int = 8100
    auth: int = 8101
    catalog: int = 8102
    auction: int = 8103
    messaging: int = 8104
    boost: int = 8105
    admin: int = 8106
    mail: int = 8025
    smtp: int = 1025
    sandbox: int = 8026
    postgres: int = 15432
    redis: int = 16379
    kafka: int = 19092
    kafka_controller: int = 19093

    @property
    def base_url(self) -> str:
        return f"http://localhost:{self.gateway}"

    def url(self, part: str) -> str:
        return f"http://{LOOPBACK}:{getattr(self, part)}"


# The ports of replicas in `make up CLUSTER=1`. Their last two digits are unique, because the offsets of runs
# are multiples of 100.
SEVERAL = {
    **{f"{name}_1": 8111 + place for place, name in enumerate(SERVICES)},
    **{f"{name}_2": 8141 + place for place, name in enumerate(SERVICES)},
    "gateway_1": 8151,
    "gateway_2": 8152,
    "gateway_1_metrics": 8153,
    "gateway_2_metrics": 8154,
    "postgres_1": 15455,
    "postgres_2": 15456,
    "kafka_2": 19094,
    "kafka_2_controller": 19095,
    "kafka_3": 19096,
    "kafka_3_controller": 19097,
}

NAMED = {
    "gateway": "WANGI_PORT",
    "mail": "WANGI_MAIL_PORT",
    "smtp": "WANGI_SMTP_PORT",
    "sandbox": "WANGI_SANDBOX_PORT",
    "postgres": "WANGI_POSTGRES_PORT",
    "redis": "WANGI_REDIS_PORT",
    "kafka": "WANGI_KAFKA_PORT",
}


def moved(offset: int) -> Ports:
    return Ports(**{name: port + offset for name, port in vars(Ports()).items()})


def several(ports: Ports, offset: int) -> dict[str, int]:
    """Returns the ports of the replicas, moved by the offset. The first broker uses the ports of a single
    broker."""
    first = {"kafka_1": ports.kafka, "kafka_1_controller": ports.kafka_controller}
    return {name: port + offset for name, port in SEVERAL.items()} | first


def offset_from_environment(environment: Mapping[str, str] = os.environ) -> int:
    return int(environment.get("WANGI_PORT_OFFSET") or 0)


def from_environment(environment: Mapping[str, str] = os.environ) -> Ports:
    """Returns the default ports moved by WANGI_PORT_OFFSET, except for ports that are set explicitly."""
    usual = vars(moved(offset_from_environment(environment)))
    named = {part: int(environment[name]) for part, name in NAMED.items() if environment.get(name)}
    return Ports(**{**usual, **named})
