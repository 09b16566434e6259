"""Every fact of the house, one module per producer; importing this package fills the registry."""

from libs.contracts.events import admin, auction, auth, boost, catalog, messaging

__all__ = ["admin", "auction", "auth", "boost", "catalog", "messaging"]
