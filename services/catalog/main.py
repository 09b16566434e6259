"""The catalog service, put together."""

from libs.contracts.events.catalog import PersonForgotten
from libs.kit.events import forgetting
from libs.kit.process.service import create_service
from services.catalog.jobs.counting import keep_counting
from services.catalog.jobs.loading import load_index
from services.catalog.jobs.looks import keep_taking_looks
from services.catalog.jobs.numbers import keep_naming, keep_weighing
from services.catalog.jobs.pictures import keep_discarding
from services.catalog.jobs.reservations import keep_reservations
from services.catalog.jobs.same_pictures import keep_comparing
from services.catalog.jobs.saved_searches import keep_looking
from services.catalog.jobs.trimming import keep_trimming
from services.catalog.routes import (
    auctions,
    batch_codes,
    boosts,
    browsing,
    bulk,
    dashboard,
    favourites,
    internal,
    link_pictures,
    pictures,
    products,
    sellers,
    staff,
)
from services.catalog.routes.list_middleware import CachedListMiddleware
from services.catalog.service.forgetting import next_piece
from services.catalog.settings import CatalogSettings
from services.catalog.subscribers import subscriptions

# In the order in which they are asked: an address that names a word comes before one that takes an id.
ROUTERS = [
    batch_codes.router,
    browsing.router,
    bulk.router,
    staff.router,
    products.router,
    auctions.router,
    sellers.router,
    pictures.router,
    link_pictures.router,
    favourites.router,
    dashboard.router,
    boosts.router,
    internal.router,
]
JOBS = [
    keep_discarding,
    keep_comparing,
    keep_taking_looks,
    keep_counting,
    keep_naming,
    keep_weighing,
    keep_looking,
    keep_trimming,
    keep_reservations,
    forgetting.job(next_piece, PersonForgotten),
]

app = create_service(
    "catalog",
    CatalogSettings,
    ROUTERS,
    subscriptions,
    jobs=JOBS,
    calls=["auction", "messaging"],
    on_start=load_index,
    staff_path="/api/admin/products",
)
app.add_middleware(CachedListMiddleware, service=app)
