"""The services in a cluster, with replicas, resources and settings."""

from dataclasses import dataclass, field

from deploy.local.ports import Ports
from libs.contracts.services import SERVICES

NAMESPACE = "wangi"
SECRETS = "wangi-secrets"
PORTS = Ports()
PARTS = (*SERVICES, "gateway")
TRUST = "/etc/wangi/trust"
DATA = "/var/lib/wangi"
POSTGRES, KAFKA, REDIS = "wangi-postgres", "wangi", "wangi-redis"
POSTGRES_PORT, KAFKA_PORT, REDIS_PORT = 5432, 9093, 6379
DRAIN_SECONDS, GRACE_SECONDS = 5, 8
# PostgreSQL connections per pod: twice the pool, the relay's, and the permanent ones.
CONNECTIONS = 2 * 8 + 4


@dataclass(frozen=True)
class Part:
    """A Deployment. `memory` contains the request and the limit."""

    name: str
    cpu: str
    memory: tuple[str, str]
    most: int = 4
    keeps_pictures: bool = False
    settings: dict[str, str] = field(default_factory=dict)
    # Secrets besides the service's password and the shared secret.
    secrets: tuple[str, ...] = ()
    # Ports outside of the cluster to which the service connects.
    outside: tuple[int, ...] = ()

    @property
    def port(self) -> int:
        return int(getattr(PORTS, self.name))

    @property
    def metrics_port(self) -> int:
        return PORTS.gateway_metrics if self.name == "gateway" else self.port


# Two picture workers may take 390 MB each. A million listings take 618 MB (docs/benchmarks.md).
ALL = (
    Part("auth", "250m", ("384Mi", "1Gi"), keeps_pictures=True, secrets=("ACCOUNT_SECRET",),
         settings={"MEDIA_DIR": f"{DATA}/portraits"}, outside=(443, 587, 8443)),
    Part("catalog", "500m", ("768Mi", "2Gi"), keeps_pictures=True,
         settings={"MEDIA_DIR": f"{DATA}/media"}, outside=(443,)),
    Part("auction", "500m", ("256Mi", "512Mi")),
    Part("messaging", "250m", ("384Mi", "1Gi"), keeps_pictures=True,
         settings={"MEDIA_DIR": f"{DATA}/attachments"}, outside=(443,)),
    Part("boost", "250m", ("384Mi", "1Gi"), keeps_pictures=True, secrets=("PAYOUT_SECRET",),
         settings={"MEDIA_DIR": f"{DATA}/evidence", "WANGI_PAYMENT_PROVIDER": "billplz",
               "WANGI_PROTECTED_PURCHASE": "false"}, outside=(443,)),
    Part("admin", "100m", ("192Mi", "512Mi")),
    # 20,000 sockets take 16 KB each.
    Part("gateway", "500m", ("384Mi", "1Gi"), most=8,
         settings={"METRICS_PORT": str(PORTS.gateway_metrics), "WEB_DIR": "/app/web"}),
)  # fmt: skip
BY_NAME = {part.name: part for part in ALL}

# Settings of all services. Overlays replace some of them.
SHARED = {
    "ENVIRONMENT": "local",
    "HOST": "0.0.0.0",
    "BASE_URL": "http://localhost:8080",
    "DRAIN_SECONDS": str(DRAIN_SECONDS),
    "GRACE_SECONDS": str(GRACE_SECONDS),
    **{f"{name.upper()}_URL": f"http://{name}:{getattr(PORTS, name)}" for name in SERVICES},
}


def password_of(part: str) -> str:
    return f"WANGI_PASSWORD_{part.upper()}"
