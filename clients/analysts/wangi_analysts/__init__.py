"""Wangi's events for analysts: the exported days as tables, the events as they come."""

from wangi_analysts.events import Event, Reader, open_events

__all__ = ["Event", "Reader", "open_events"]
