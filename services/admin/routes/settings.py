"""HTTP of settings: what is open, for everyone; who paused what, and the pausing itself, for an admin."""

from fastapi import APIRouter

from libs.contracts.events.admin import SettingName
from libs.kit.db.database import ReadDep, SessionDep
from libs.kit.http.access import AdminUser
from libs.kit.http.errors import Forbidden, NotSignedIn, refusals
from services.admin.domain.refusals_settings import SettingMoved
from services.admin.routes.dependencies import SettingsDep
from services.admin.schemas.settings import OpenOut, SettingIn, SettingsOut
from services.admin.service import settings as service

router = APIRouter(tags=["admin"])


@router.get("/api/settings")
async def what_is_open(session: ReadDep, settings: SettingsDep) -> OpenOut:
    """Return what is open to everyone at this moment."""
    return await service.what_is_open(session, settings)


@router.get("/api/admin/settings", responses=refusals(NotSignedIn, Forbidden))
async def list_settings(staffer: AdminUser, session: ReadDep) -> SettingsOut:
    """Return what operators pause, and who changed it when and why."""
    return await service.page(session)


@router.put("/api/admin/settings/{name}", responses=refusals(NotSignedIn, Forbidden, SettingMoved))
async def put_setting(
    name: SettingName, form: SettingIn, staffer: AdminUser, session: SessionDep
) -> SettingsOut:
    """Pause something for the whole platform, or open it again; what is under way goes on."""
    await service.change(session, staffer, name, form)
    await session.flush()
    return await service.page(session)
