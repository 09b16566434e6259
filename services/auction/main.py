"""The auction service, put together."""

from libs.kit.service import create_service
from services.auction.routes import router
from services.auction.settings import AuctionSettings
from services.auction.subscribers import subscriptions

app = create_service("auction", AuctionSettings(), [router], subscriptions, calls=["catalog"])
