"""The admin service, put together."""

from fastapi import FastAPI

from libs.kit.process.service import create_service
from services.admin.jobs import keep_looking, keep_places, keep_reading, keep_sweeping
from services.admin.routes import (
    appeals,
    audit,
    bulk,
    cases,
    internal,
    payments,
    platform_rules,
    risk,
    settings,
    signals,
    tail,
    visits,
)
from services.admin.service.stream_places import StreamPlaces
from services.admin.service.tail import Tail
from services.admin.settings import AdminSettings
from services.admin.subscribers import subscriptions

# An address that names a word comes before one that takes an id.
ROUTERS = [
    visits.router,
    audit.router,
    bulk.router,
    payments.router,
    cases.router,
    appeals.router,
    settings.router,
    platform_rules.router,
    signals.router,
    risk.router,
    tail.router,
    internal.router,
]


async def set_up(app: FastAPI) -> None:
    """Make what lives as long as the service."""
    app.state.tail = Tail(app.state.database, StreamPlaces(app.state.redis))


app = create_service(
    "admin",
    AdminSettings,
    ROUTERS,
    subscriptions,
    jobs=[keep_sweeping, keep_reading, keep_places, keep_looking],
    on_start=set_up,
    staff_path="/api/admin",
)
