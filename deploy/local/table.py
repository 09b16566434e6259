from pathlib import Path

from deploy.local.ports import Ports
from deploy.local.servers import Servers

PASSWORD = "Wangi-demo-1"  # noqa: S105 - the published password of the demo accounts
ACCOUNTS = (
    "demo_buyer, demo_buyer2, demo_seller, demo_seller2 … demo_seller7, demo_admin, demo_moderator, "
    "demo_moderator2, demo_finance, demo_support"
)


def ready_table(state: Path, ports: Ports, servers: Servers, *, has_demo: bool) -> str:
    rows = [
        ("Wangi", ports.base_url),
        ("Developers", f"{ports.base_url}/developers (guides, API, events)"),
        ("Mail catcher", f"http://localhost:{ports.mail} (SMTP {ports.smtp})"),
        ("Payment sandbox", f"http://localhost:{ports.sandbox}"),
        ("Demo logins", f"{ACCOUNTS}; password {PASSWORD}" if has_demo else "none loaded"),
        ("PostgreSQL", _without_secret(servers.admin_url)),
        ("Redis, Kafka", f"{_without_secret(servers.redis_url)}, {servers.kafka_bootstrap}"),
        ("Services", f"auth {ports.auth} ... admin {ports.admin}; gateway metrics {ports.gateway_metrics}"),
        ("Logs, data", f"{state / 'logs'}, {state}"),
    ]
    if "nginx" in servers.children:
        what = (
            "three brokers, postgres_1 and postgres_2 (`make failover`), two of each part; nginx before them"
        )
        rows.insert(1, ("Cluster", what))
    width = max(len(name) for name, _ in rows)
    line = "-" * (width + 2 + max(len(text) for _, text in rows))
    return "\n".join([line, *(f"{name:<{width}}  {text}" for name, text in rows), line])


def _without_secret(url: str) -> str:
    scheme, _, rest = url.partition("://")
    return f"{scheme}://{rest.rpartition('@')[2]}"
