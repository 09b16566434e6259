from libs.contracts.events.catalog import PersonForgotten
from libs.marketplace import erasure
from libs.marketplace.service import create_service
from services.catalog import internal
from services.catalog.batch_codes import routes as batch_codes_routes
from services.catalog.boosts import routes as boosts_routes
from services.catalog.dashboard import routes as dashboard_routes
from services.catalog.favourites import routes as favourites_routes
from services.catalog.favourites.jobs import keep_looking
from services.catalog.jobs import keep_trimming
from services.catalog.listings import routes as listings_routes
from services.catalog.moderation import bulk_routes
from services.catalog.moderation import routes as moderation_routes
from services.catalog.pictures import link_routes
from services.catalog.pictures import routes as pictures_routes
from services.catalog.pictures.jobs import keep_comparing, keep_discarding, keep_taking_looks
from services.catalog.privacy.service import next_piece
from services.catalog.reservations.jobs import keep_reservations
from services.catalog.search import routes as search_routes
from services.catalog.search.jobs import keep_counting, keep_naming, keep_weighing, load_index
from services.catalog.search.middleware import CachedListMiddleware
from services.catalog.sellers import routes as sellers_routes
from services.catalog.settings import CatalogSettings
from services.catalog.subscribers import subscriptions

# Fixed paths come before paths with an id.
ROUTERS = [
    batch_codes_routes.router,
    search_routes.router,
    bulk_routes.router,
    moderation_routes.router,
    listings_routes.router,
    sellers_routes.router,
    pictures_routes.router,
    link_routes.router,
    favourites_routes.router,
    dashboard_routes.router,
    boosts_routes.router,
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
    erasure.job(next_piece, PersonForgotten),
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
