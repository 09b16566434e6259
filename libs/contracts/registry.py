"""Imports every event, so that `EVENTS` is complete. Import this module before parsing events."""

from libs.contracts.event import EVENTS
from libs.contracts.events import (  # noqa: F401 - an event enters `EVENTS` when its module is imported
    admin,
    auction,
    auth,
    batches,
    boost,
    catalog,
    credentials,
    evidence,
    exports,
    messaging,
    mismatches,
    offers,
    protection,
    sales,
    sanctions,
    signals,
    staff,
    trades,
)

__all__ = ["EVENTS"]
