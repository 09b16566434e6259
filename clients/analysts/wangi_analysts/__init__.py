"""Wangi's events for analysts: exported days as tables, and the live stream."""

from wangi_analysts.events import Event, Reader
from wangi_analysts.tables import open_events

__all__ = ["Event", "Reader", "open_events"]
