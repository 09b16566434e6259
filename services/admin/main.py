"""The admin service, put together."""

from libs.kit.process.service import create_service
from services.admin.jobs import keep_sweeping
from services.admin.routes import appeals, audit, cases, internal, platform_rules, risk, settings, visits
from services.admin.settings import AdminSettings
from services.admin.subscribers import subscriptions

ROUTERS = [
    visits.router,
    audit.router,
    cases.router,
    appeals.router,
    settings.router,
    platform_rules.router,
    risk.router,
    internal.router,
]

app = create_service("admin", AdminSettings, ROUTERS, subscriptions, jobs=[keep_sweeping])
