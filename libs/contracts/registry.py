"""Imports every event, so that `FACTS` is complete. Imported by whatever reads events."""

from libs.contracts.events import (  # noqa: F401 - a fact enters `FACTS` when its module is imported
    admin,
    auction,
    auth,
    batches,
    boost,
    catalog,
    credentials,
    evidence,
    exports,
    measures,
    messaging,
    mismatches,
    offers,
    protection,
    sales,
    signals,
    staff,
    trades,
)
from libs.contracts.fact import FACTS

__all__ = ["FACTS"]
