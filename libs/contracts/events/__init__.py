"""Every fact by its producer, what follows an auction apart; importing this package fills the registry."""

from libs.contracts.events import admin, auction, auth, boost, catalog, messaging, offers, sales, trades

__all__ = ["admin", "auction", "auth", "boost", "catalog", "messaging", "offers", "sales", "trades"]
