from fastapi import APIRouter

from libs.kit.db.database import SessionDep
from libs.kit.errors import Forbidden, NotSignedIn
from libs.kit.http.error_responses import refusals
from libs.marketplace.access import ModeratorUser
from services.admin.cases.rules import OwnCase
from services.admin.dependencies import Id
from services.admin.risk import projections
from services.admin.risk.schemas import LinkedAccountsOut

router = APIRouter(prefix="/api/admin/risk/links", tags=["admin"])


@router.get("/{user_id}", responses=refusals(NotSignedIn, Forbidden, OwnCase))
async def list_links(user_id: Id, staffer: ModeratorUser, session: SessionDep) -> LinkedAccountsOut:
    """List the accounts that share a signal with this account. Your own account is left out. Each access is
    recorded."""
    OwnCase.refuse_party(staffer.user_id, (user_id,))
    return await projections.links_out(session, staffer, user_id)
