"""HTTP of the rules of the platform, for an admin: what they are, who moved them, and the moving itself."""

from fastapi import APIRouter

from libs.contracts.rules import RuleName
from libs.kit.db.database import ReadDep, SessionDep
from libs.kit.http.access import AdminUser
from libs.kit.http.errors import Forbidden, NotSignedIn, refusals
from services.admin.domain.refusals_settings import SettingMoved
from services.admin.routes.dependencies import SettingsDep
from services.admin.schemas.platform_rules import RuleIn, RulesOut
from services.admin.service import platform_rules as service

router = APIRouter(tags=["admin"])


@router.get("/api/admin/rules", responses=refusals(NotSignedIn, Forbidden))
async def list_rules(staffer: AdminUser, session: ReadDep, settings: SettingsDep) -> RulesOut:
    """Return the rules that operators move, their bounds, and who moved them when and why."""
    return await service.page(session, settings)


@router.put("/api/admin/rules/{name}", responses=refusals(NotSignedIn, Forbidden, SettingMoved))
async def put_rule(
    name: RuleName, form: RuleIn, staffer: AdminUser, session: SessionDep, settings: SettingsDep
) -> RulesOut:
    """Move a rule for the whole platform, within its bounds; what has begun goes on as it began."""
    await service.change(session, settings, staffer, name, form)
    return await service.page(session, settings)
