"""The secrets of a cluster: names only, and where an external store has their values."""

from typing import Any

from deploy.secrets import NAMES
from tools.manifests.parts import SECRETS

Doc = dict[str, Any]
# Made by `wangi secrets`, except for PostgreSQL's owner, which CloudNativePG creates.
GENERATED = tuple(name for name in NAMES if name != "WANGI_DB_PASSWORD")
# Accounts of the operator: payment provider, mail server, object store.
ACCOUNTS = {
    "wangi-payments": ("WANGI_BILLPLZ_API_KEY", "WANGI_BILLPLZ_X_SIGNATURE_KEY", "WANGI_BILLPLZ_COLLECTION_ID",
                       "WANGI_BILLPLZ_PAYOUT_COLLECTION_ID"),
    "wangi-mail": ("SMTP_USER", "SMTP_PASSWORD"),
    "wangi-object-store": ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"),
}  # fmt: skip


def _external_secret(name: str, keys: tuple[str, ...]) -> Doc:
    return {
        "apiVersion": "external-secrets.io/v1",
        "kind": "ExternalSecret",
        "metadata": {"name": name},
        "spec": {
            "refreshInterval": "1h",
            "secretStoreRef": {"kind": "ClusterSecretStore", "name": "wangi"},
            "target": {"name": name, "creationPolicy": "Owner"},
            "data": [{"secretKey": key, "remoteRef": {"key": name, "property": key}} for key in keys],
        },
    }


def external() -> list[Doc]:
    return [
        _external_secret(SECRETS, GENERATED),
        *(_external_secret(name, keys) for name, keys in ACCOUNTS.items()),
    ]
