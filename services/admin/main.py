from fastapi import FastAPI

import services.admin.analytics.routes
import services.admin.audit.routes
import services.admin.audit.stream_routes
import services.admin.cases.appeal_routes
import services.admin.cases.payment_routes
import services.admin.cases.routes
import services.admin.internal
import services.admin.operator_settings.routes
import services.admin.risk.link_routes
import services.admin.risk.routes
from libs.marketplace.dealings import OWNERS
from libs.marketplace.service import create_service
from services.admin.audit.stream import Tail
from services.admin.audit.stream_places import StreamPlaces
from services.admin.jobs import keep_looking, keep_places, keep_reading, keep_sweeping
from services.admin.settings import AdminSettings
from services.admin.subscribers import subscriptions

# Fixed paths must come before paths with an id.
ROUTERS = [
    services.admin.analytics.routes.router,
    services.admin.audit.routes.router,
    services.admin.cases.payment_routes.router,
    services.admin.cases.routes.router,
    services.admin.cases.appeal_routes.router,
    services.admin.operator_settings.routes.router,
    services.admin.risk.link_routes.router,
    services.admin.risk.routes.router,
    services.admin.audit.stream_routes.router,
    services.admin.internal.router,
]


async def set_up(app: FastAPI) -> None:
    app.state.tail = Tail(app.state.database, StreamPlaces(app.state.redis))


app = create_service(
    "admin",
    AdminSettings,
    ROUTERS,
    subscriptions,
    jobs=[keep_sweeping, keep_reading, keep_places, keep_looking],
    calls=OWNERS,
    on_start=set_up,
    staff_path="/api/admin",
)
