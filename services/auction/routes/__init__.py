"""HTTP of auction: each route is a sentence; the usual bid has a door of its own before them."""

from services.auction.routes import auctions, internal, mine, sales, staff
from services.auction.routes.door import BidDoor

__all__ = ["ROUTERS", "BidDoor"]

ROUTERS = [mine.router, auctions.router, sales.router, staff.router, internal.router]
