from typing import Annotated

from fastapi import Depends, Path, Request

from services.admin.settings import AdminSettings

Id = Annotated[int, Path(ge=1, le=2**63 - 1)]


async def _settings(request: Request) -> AdminSettings:
    settings: AdminSettings = request.app.state.settings
    return settings


SettingsDep = Annotated[AdminSettings, Depends(_settings)]
