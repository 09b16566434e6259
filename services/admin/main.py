"""The admin service, put together."""

from libs.kit.process.service import create_service
from services.admin.jobs import keep_sweeping
from services.admin.routes import appeals, audit, bulk, cases, internal, payments, risk, settings, visits
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
    risk.router,
    internal.router,
]

app = create_service("admin", AdminSettings, ROUTERS, subscriptions, jobs=[keep_sweeping])
