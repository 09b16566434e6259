"""HTTP of settings: what is open, for everyone; who paused what, and the pausing itself, for an admin."""

from fastapi import APIRouter

from libs.contracts.events.admin import SettingName
from libs.contracts.rules import RuleName
from libs.kit.db.database import ReadDep, SessionDep
from libs.kit.http.access import AdminUser
from libs.kit.http.errors import Forbidden, NotSignedIn, refusals
from services.admin.dependencies import SettingsDep
from services.admin.operator_settings import service
from services.admin.operator_settings.rules import SettingMoved
from services.admin.operator_settings.schemas import OpenOut, RuleIn, RulesOut, SettingIn, SettingsOut

router = APIRouter(tags=["admin"])


@router.get("/api/settings")
async def what_is_open(session: ReadDep, settings: SettingsDep) -> OpenOut:
    """Return what is open to everyone at this moment."""
    return await service.what_is_open(session, settings)


@router.get("/api/admin/settings", responses=refusals(NotSignedIn, Forbidden))
async def list_settings(staffer: AdminUser, session: ReadDep) -> SettingsOut:
    """Return what operators pause, and who changed it when and why."""
    return await service.list_settings_page(session)


@router.put("/api/admin/settings/{name}", responses=refusals(NotSignedIn, Forbidden, SettingMoved))
async def put_setting(
    name: SettingName, form: SettingIn, staffer: AdminUser, session: SessionDep
) -> SettingsOut:
    """Pause something for the whole platform, or open it again; what is under way goes on."""
    await service.change_setting(session, staffer, name, form)
    await session.flush()
    return await service.list_settings_page(session)


@router.get("/api/admin/rules", responses=refusals(NotSignedIn, Forbidden))
async def list_rules(staffer: AdminUser, session: ReadDep, settings: SettingsDep) -> RulesOut:
    """Return the rules that operators move, their bounds, and who moved them when and why."""
    return await service.list_rules_page(session, settings)


@router.put("/api/admin/rules/{name}", responses=refusals(NotSignedIn, Forbidden, SettingMoved))
async def put_rule(
    name: RuleName, form: RuleIn, staffer: AdminUser, session: SessionDep, settings: SettingsDep
) -> RulesOut:
    """Move a rule for the whole platform, within its bounds; what has begun goes on as it began."""
    await service.change_rule(session, settings, staffer, name, form)
    return await service.list_rules_page(session, settings)
