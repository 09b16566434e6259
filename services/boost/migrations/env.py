"""Alembic's entry for the schema `boost`."""

from libs.kit.db.migrate import run_environment
from services.boost.models import boosts, orders, packages, payments, products, wallet
from services.boost.models.base import METADATA

# Each declares its tables when it is imported.
TABLES = (boosts, orders, packages, payments, products, wallet)
run_environment("boost", METADATA)
