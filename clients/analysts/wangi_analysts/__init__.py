"""Wangi's facts for analysts: the exported days as tables, the events as they come."""

from wangi_analysts.events import Event, Reader
from wangi_analysts.facts import open_facts

__all__ = ["Event", "Reader", "open_facts"]
