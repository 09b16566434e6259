"""The catalog service, put together."""

from libs.kit.service import create_service
from services.catalog.jobs import keep_discarding
from services.catalog.routes import router
from services.catalog.settings import CatalogSettings
from services.catalog.subscribers import subscriptions

app = create_service("catalog", CatalogSettings(), [router], subscriptions, jobs=[keep_discarding], calls=["auction"])
