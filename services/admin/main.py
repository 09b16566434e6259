from fastapi import FastAPI

from libs.marketplace.service import create_service
from services.admin import internal
from services.admin.analytics import routes as analytics_routes
from services.admin.audit import routes as audit_routes
from services.admin.audit import stream_routes as audit_stream_routes
from services.admin.audit.stream import Tail
from services.admin.audit.stream_places import StreamPlaces
from services.admin.cases import appeal_routes as cases_appeal_routes
from services.admin.cases import payment_routes as cases_payment_routes
from services.admin.cases import routes as cases_routes
from services.admin.jobs import keep_looking, keep_places, keep_reading, keep_sweeping
from services.admin.operator_settings import routes as operator_settings_routes
from services.admin.risk import link_routes as risk_link_routes
from services.admin.risk import routes as risk_routes
from services.admin.settings import AdminSettings
from services.admin.subscribers import subscriptions

# Fixed paths come before paths with an id.
ROUTERS = [
    analytics_routes.router,
    audit_routes.router,
    cases_payment_routes.router,
    cases_routes.router,
    cases_appeal_routes.router,
    operator_settings_routes.router,
    risk_link_routes.router,
    risk_routes.router,
    audit_stream_routes.router,
    internal.router,
]


async def set_up(app: FastAPI) -> None:
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
