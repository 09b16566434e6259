"""HTTP of a seller's figures."""

from fastapi import APIRouter

from libs.kit.db.database import ReadDep
from services.messaging.domain.figures import NEWEST
from services.messaging.queries import figures as figure_queries
from services.messaging.routes.dependencies import Id
from services.messaging.schemas.figures import FiguresOut

router = APIRouter(tags=["messaging"])


@router.get("/api/sellers/{user_id}/figures")
async def get_figures(user_id: Id, session: ReadDep) -> FiguresOut:
    """Return how content a seller's buyers are, and how soon parcels arrive."""
    found = await figure_queries.deliveries(session, user_id, NEWEST)
    return FiguresOut(satisfaction=found.satisfaction, shipping_days=found.shipping_days)
