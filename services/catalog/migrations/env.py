"""Alembic's entry for the schema `catalog`."""

from libs.kit.db.migrate import run_environment
from services.catalog.dashboard import models as dashboard
from services.catalog.favourites import models as favourites
from services.catalog.listings import models as listings
from services.catalog.models import METADATA
from services.catalog.moderation import models as moderation
from services.catalog.pictures import models as pictures
from services.catalog.replicas import models as replicas
from services.catalog.reservations import models as reservations
from services.catalog.search import models as search
from services.catalog.views import models as views

# Each declares its tables when it is imported.
TABLES = (
    dashboard,
    favourites,
    listings,
    moderation,
    pictures,
    replicas,
    reservations,
    search,
    views,
)

run_environment("catalog", METADATA)
