"""HTTP of auction: each route is a sentence; the usual bid has a door of its own before them."""

from services.auction.routes import auctions, internal
from services.auction.routes.door import BidDoor

__all__ = ["ROUTERS", "BidDoor"]

ROUTERS = [auctions.router, internal.router]
