"""The auction service, put together."""

from libs.kit.process.service import create_service
from services.auction.jobs import close, depart, look_after, open_desk, sweep_drafts, tell
from services.auction.routes import ROUTERS, BidDoor
from services.auction.settings import AuctionSettings
from services.auction.subscribers import subscriptions

app = create_service(
    "auction",
    AuctionSettings(),
    ROUTERS,
    subscriptions,
    jobs=[close, depart, look_after, tell, sweep_drafts],
    calls=["catalog"],
    on_start=open_desk,
)
app.add_middleware(BidDoor, service=app)
