import services.catalog.batch_codes.routes
import services.catalog.boosts.routes
import services.catalog.dashboard.routes
import services.catalog.favourites.routes
import services.catalog.internal
import services.catalog.listings.routes
import services.catalog.moderation.bulk_routes
import services.catalog.moderation.routes
import services.catalog.pictures.link_routes
import services.catalog.pictures.routes
import services.catalog.reservations.routes
import services.catalog.search.routes
import services.catalog.sellers.routes
from libs.contracts.events.catalog import PersonForgotten
from libs.marketplace import erasure
from libs.marketplace.service import create_service
from services.catalog.favourites.jobs import keep_looking
from services.catalog.jobs import keep_trimming
from services.catalog.pictures.jobs import keep_comparing, keep_discarding, keep_taking_looks
from services.catalog.privacy.service import next_piece
from services.catalog.reservations.jobs import keep_reservations
from services.catalog.search.jobs import keep_counting, keep_naming, keep_weighing, load_index
from services.catalog.search.middleware import CachedListMiddleware
from services.catalog.settings import CatalogSettings
from services.catalog.subscribers import subscriptions

# Fixed paths come before paths with an id.
ROUTERS = [
    services.catalog.batch_codes.routes.router,
    services.catalog.search.routes.router,
    services.catalog.moderation.bulk_routes.router,
    services.catalog.moderation.routes.router,
    services.catalog.listings.routes.router,
    services.catalog.sellers.routes.router,
    services.catalog.reservations.routes.router,
    services.catalog.pictures.routes.router,
    services.catalog.pictures.link_routes.router,
    services.catalog.favourites.routes.router,
    services.catalog.dashboard.routes.router,
    services.catalog.boosts.routes.router,
    services.catalog.internal.router,
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
    erasure.erasure_job(next_piece, PersonForgotten),
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
