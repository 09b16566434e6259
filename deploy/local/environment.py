"""The environment of each process. The local run, Compose and Kubernetes use the same names."""

import json
import os
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

from deploy.local.passwords import Passwords
from deploy.local.places import ROOT
from deploy.local.ports import LOOPBACK, Ports
from deploy.local.servers import Servers
from deploy.postgres.provision import MIGRATOR, address_of
from libs.contracts.services import SERVICES

PARTS = (*SERVICES, "gateway")
Environment = dict[str, str]
# The operator's account at the payment provider. Without an account, boost uses the payment sandbox.
ACCOUNTS = (
    "WANGI_BILLPLZ_API_KEY", "WANGI_BILLPLZ_X_SIGNATURE_KEY", "WANGI_BILLPLZ_COLLECTION_ID",
    "WANGI_BILLPLZ_PAYOUT_COLLECTION_ID", "WANGI_TOYYIBPAY_KEY", "WANGI_TOYYIBPAY_CATEGORY_CODE",
)  # fmt: skip


def shared(ports: Ports, servers: Servers, passwords: Passwords, environment: str = "local") -> Environment:
    return {
        "ENVIRONMENT": environment,
        "HOST": LOOPBACK,
        "REDIS_URL": servers.redis_url,
        "KAFKA_BOOTSTRAP_SERVERS": servers.kafka_bootstrap,
        "BASE_URL": ports.base_url,
        "INTERNAL_SECRET": passwords.internal,
        **{f"{name.upper()}_URL": ports.url(name) for name in SERVICES},
    }


def database_urls(servers: Servers, passwords: Passwords) -> dict[str, str]:
    return {name: address_of(servers.admin_url, name, password) for name, password in passwords.roles.items()}


def redis_url(servers: Servers, passwords: Passwords, part: str) -> str:
    """Uses the service's own user if this run started Redis, otherwise the configured URL."""
    if "redis" not in servers.children:
        return servers.redis_url
    there = urlsplit(servers.redis_url)
    place = f"{part}:{passwords.redis[part]}@{there.hostname}:{there.port}"
    return urlunsplit(there._replace(netloc=place))


def of_parts(state: Path, ports: Ports, servers: Servers, passwords: Passwords) -> dict[str, Environment]:
    common = shared(ports, servers, passwords)
    urls = database_urls(servers, passwords)
    environments = {
        name: common | {"PORT": str(getattr(ports, name)), "DATABASE_URL": urls[name]} for name in SERVICES
    }
    for name, own in environments.items():
        own["REDIS_URL"] = redis_url(servers, passwords, name)
    environments["auth"] |= {
        "ACCOUNT_SECRET": passwords.account,
        "MEDIA_DIR": str(state / "portraits"),
        "SMTP_HOST": LOOPBACK,
        "SMTP_PORT": str(ports.smtp),
    }
    environments["boost"] |= {name: os.environ.get(name, "") for name in ACCOUNTS}
    environments["boost"] |= {
        "WANGI_PAYMENT_PROVIDER": os.environ.get("WANGI_PAYMENT_PROVIDER", "billplz"),
        "WANGI_PAYMENT_STAND_IN": "true",
        "PAYOUT_SECRET": passwords.payout,
        "MEDIA_DIR": str(state / "evidence"),
        "WANGI_PROTECTED_PURCHASE": os.environ.get("WANGI_PROTECTED_PURCHASE", "true"),
    }
    environments["boost"] |= {"SANDBOX_URL": ports.url("sandbox"), "SANDBOX_CALLBACK_URL": ""}
    environments["catalog"]["MEDIA_DIR"] = str(state / "media")
    environments["messaging"]["MEDIA_DIR"] = str(state / "attachments")
    environments["gateway"] = common | {
        "REDIS_URL": redis_url(servers, passwords, "gateway"),
        "PORT": str(ports.gateway),
        "METRICS_PORT": str(ports.gateway_metrics),
        "WEB_DIR": str(ROOT / "frontend" / "dist"),
    }
    return environments


def of_setup(state: Path, ports: Ports, servers: Servers, passwords: Passwords) -> Environment:
    """Returns the environment for the set-up step and the demo. It contains the migrator's database URL, and
    the owner's URL for creating roles."""
    urls = database_urls(servers, passwords)
    return shared(ports, servers, passwords) | {
        "DATABASE_URL": urls[MIGRATOR],
        "OWNER_DATABASE_URL": servers.admin_url,
        "MEDIA_DIR": str(state / "media"),
        "SANDBOX_URL": ports.url("sandbox"),
        **{f"{name.upper()}_DATABASE_URL": urls[name] for name in SERVICES},
        "ROLE_PASSWORDS": ",".join(f"{name}={password}" for name, password in passwords.roles.items()),
    }


def keep(state: Path, environments: dict[str, Environment]) -> None:
    """Stores the environments for operators' commands, readable only by their owner."""
    descriptor = os.open(state / "environments.json", os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(descriptor, "w") as file:
        json.dump(environments, file)


def environment_of_part(state: Path, part: str) -> Environment:
    """Returns the last environment of a service in the local run, or an empty dict if there is none."""
    file = state / "environments.json"
    environments: dict[str, Environment] = json.loads(file.read_text()) if file.exists() else {}
    return environments.get(part, {})
