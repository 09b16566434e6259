"""Every fact by its producer, what follows an auction or a payment apart; importing it fills the registry."""

from libs.contracts.events import (
    admin,
    auction,
    auth,
    boost,
    catalog,
    messaging,
    offers,
    protection,
    sales,
    trades,
)

__all__ = [
    "admin",
    "auction",
    "auth",
    "boost",
    "catalog",
    "messaging",
    "offers",
    "protection",
    "sales",
    "trades",
]
