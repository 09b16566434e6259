"""HTTP of verified sellers."""

from fastapi import APIRouter

from libs.kit.db.database import ReadDep
from libs.kit.http.errors import NotFound, refusals
from services.messaging.routes.dependencies import Id
from services.messaging.schemas.verification import VerificationOut
from services.messaging.service import verification

router = APIRouter(tags=["messaging"])


@router.get("/api/sellers/{user_id}/verification", responses=refusals(NotFound))
async def get_verification(user_id: Id, session: ReadDep) -> VerificationOut:
    """Return whether a seller is verified, and each criterion with its current number."""
    return await verification.published_criteria(session, user_id)
