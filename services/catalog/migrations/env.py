"""Alembic's entry for the schema `catalog`."""

from libs.kit.db.migrate import run_environment
from services.catalog.models import METADATA

run_environment("catalog", METADATA)
