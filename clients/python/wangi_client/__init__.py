"""Wangi from Python: typed calls by an API key, the stream of events, and a check of webhooks."""

from wangi_client.calls import Refused, Unreachable
from wangi_client.routes import Routes as Wangi
from wangi_client.stream import Event
from wangi_client.webhooks import InvalidWebhook, read_webhook

__all__ = ["Event", "InvalidWebhook", "Refused", "Unreachable", "Wangi", "read_webhook"]
