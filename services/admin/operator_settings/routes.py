from fastapi import APIRouter

from libs.contracts.events.admin import SettingName
from libs.contracts.rules import RuleName
from libs.kit.db.database import ReadDep, SessionDep
from libs.kit.errors import Forbidden, NotSignedIn
from libs.kit.http.error_responses import refusals
from libs.marketplace.access import AdminUser
from services.admin.dependencies import SettingsDep
from services.admin.operator_settings import service
from services.admin.operator_settings.rules import SettingMoved
from services.admin.operator_settings.schemas import OpenOut, RuleIn, RulesOut, SettingIn, SettingsOut

router = APIRouter(tags=["admin"])


@router.get("/api/settings")
async def what_is_open(session: ReadDep, settings: SettingsDep) -> OpenOut:
    """Read which features are open to everyone now."""
    return await service.what_is_open(session, settings)


@router.get("/api/admin/settings", responses=refusals(NotSignedIn, Forbidden))
async def list_settings(staffer: AdminUser, session: ReadDep) -> SettingsOut:
    """List the settings that operators can pause, with their history."""
    return await service.list_settings_page(session)


@router.put("/api/admin/settings/{name}", responses=refusals(NotSignedIn, Forbidden, SettingMoved))
async def put_setting(
    name: SettingName, form: SettingIn, staffer: AdminUser, session: SessionDep
) -> SettingsOut:
    """Pause or resume a feature for the whole platform. Operations that have started continue."""
    await service.change_setting(session, staffer, name, form)
    await session.flush()
    return await service.list_settings_page(session)


@router.get("/api/admin/rules", responses=refusals(NotSignedIn, Forbidden))
async def list_rules(staffer: AdminUser, session: ReadDep, settings: SettingsDep) -> RulesOut:
    """List the rules that operators can change, with their limits and history."""
    return await service.list_rules_page(session, settings)


@router.put("/api/admin/rules/{name}", responses=refusals(NotSignedIn, Forbidden, SettingMoved))
async def put_rule(
    name: RuleName, form: RuleIn, staffer: AdminUser, session: SessionDep, settings: SettingsDep
) -> RulesOut:
    """Change a rule for the whole platform within its limits. Operations that have started keep the old
    rule."""
    await service.change_rule(session, settings, staffer, name, form)
    return await service.list_rules_page(session, settings)
