"""Wangi from Python: typed calls by an API key, and a check of webhooks."""

from wangi_client.calls import Refused, Unreachable
from wangi_client.routes import Routes as Wangi
from wangi_client.webhooks import InvalidWebhook, read_webhook

__all__ = ["InvalidWebhook", "Refused", "Unreachable", "Wangi", "read_webhook"]
