from fastapi import APIRouter

from libs.contracts.events.staff import ListingDataRead
from libs.kit.db.database import ReadDep
from libs.kit.errors import Forbidden, NotFound, NotSignedIn
from libs.kit.http.access import CurrentUser
from libs.kit.http.error_responses import refusals
from libs.marketplace.access import ModeratorUser
from libs.marketplace.access_log import private_read
from services.catalog.dependencies import DealId
from services.catalog.reservations.bought_listings import get_bought_listing
from services.catalog.reservations.schemas import BoughtListingOut

router = APIRouter(tags=["catalog"])


@router.get("/api/orders/{deal_id}/listing", responses=refusals(NotSignedIn, NotFound))
async def read_bought_listing(deal_id: DealId, user: CurrentUser, session: ReadDep) -> BoughtListingOut:
    """Return the listing as it was bought, for the buyer and the seller. Later changes are not included."""
    return BoughtListingOut.from_row(await get_bought_listing(session, deal_id, user))


@router.get(
    "/api/admin/orders/{deal_id}/listing",
    dependencies=[private_read(ListingDataRead, "bought_listing")],
    responses=refusals(NotSignedIn, Forbidden, NotFound),
)
async def read_bought_listing_as_staff(
    deal_id: DealId, staffer: ModeratorUser, session: ReadDep
) -> BoughtListingOut:
    """Return the listing as it was bought, to decide a dispute. Access is logged."""
    return BoughtListingOut.from_row(await get_bought_listing(session, deal_id))
