"""The admin service, put together."""

from libs.kit.process.service import create_service
from services.admin.jobs import keep_sweeping
from services.admin.routes import router
from services.admin.settings import AdminSettings
from services.admin.subscribers import subscriptions

app = create_service("admin", AdminSettings, [router], subscriptions, jobs=[keep_sweeping])
