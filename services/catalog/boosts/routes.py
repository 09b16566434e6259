from typing import Annotated

from fastapi import APIRouter, Query
from pydantic import AwareDatetime

from libs.kit.db.database import ReadDep
from libs.kit.errors import Forbidden, NotFound, NotSignedIn
from libs.kit.http.error_responses import refusals
from libs.marketplace.access import SellerUser
from libs.marketplace.errors import Banned, Suspended
from services.catalog.boosts import service
from services.catalog.boosts.rules import LONG_AGO
from services.catalog.boosts.schemas import BoostReportOut

router = APIRouter(tags=["catalog"])


@router.get(
    "/api/seller/boost-report", responses=refusals(NotSignedIn, Banned, Suspended, Forbidden, NotFound)
)
async def boost_report(
    seller: SellerUser,
    session: ReadDep,
    product_id: Annotated[int, Query(alias="productId", ge=1, le=2**63 - 1)],
    since: Annotated[AwareDatetime | None, Query(ge=LONG_AGO)] = None,
    until: Annotated[AwareDatetime | None, Query(ge=LONG_AGO)] = None,
) -> BoostReportOut:
    """Return the daily figures of your listing during a boost and during an equal period before the boost.
    Without `since` and `until`, the last boost is reported."""
    return await service.get_report(session, seller.user_id, product_id, since, until)
