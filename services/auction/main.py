import services.auction.auctions.routes
import services.auction.internal
import services.auction.sales.routes
import services.auction.staff
from libs.marketplace.service import create_service
from services.auction.bidding.middleware import BidMiddleware
from services.auction.jobs import (
    check_bids,
    close,
    notify,
    process_sales,
    remove_accounts,
    start_sequencer,
    sweep_drafts,
)
from services.auction.settings import AuctionSettings
from services.auction.subscribers import subscriptions

# Fixed paths must come before paths with an id.
ROUTERS = [
    services.auction.auctions.routes.router,
    services.auction.sales.routes.router,
    services.auction.staff.router,
    services.auction.internal.router,
]
JOBS = [check_bids, close, remove_accounts, process_sales, notify, sweep_drafts]

app = create_service(
    "auction",
    AuctionSettings,
    ROUTERS,
    subscriptions,
    jobs=JOBS,
    calls=["catalog"],
    on_start=start_sequencer,
    staff_path="/api/admin/auctions",
)
app.add_middleware(BidMiddleware, service=app)
