"""The catalog service, put together."""

from libs.kit.process.service import create_service
from services.catalog.jobs import JOBS, open_shop
from services.catalog.routes import ROUTERS
from services.catalog.routes.ready import ReadyLists
from services.catalog.settings import CatalogSettings
from services.catalog.subscribers import subscriptions

app = create_service(
    "catalog", CatalogSettings(), ROUTERS, subscriptions, jobs=JOBS, calls=["auction"], on_start=open_shop
)
app.add_middleware(ReadyLists, service=app)
