from fastapi import APIRouter

from libs.kit.db.database import ReadDep
from libs.kit.errors import NotFound
from libs.kit.http.error_responses import refusals
from services.messaging.dependencies import Id
from services.messaging.verification import service
from services.messaging.verification.schemas import VerificationOut

router = APIRouter(tags=["messaging"])


@router.get("/api/sellers/{user_id}/verification", responses=refusals(NotFound))
async def get_verification(user_id: Id, session: ReadDep) -> VerificationOut:
    """Return whether a seller is verified, and each criterion with its current value."""
    return await service.published_criteria(session, user_id)
