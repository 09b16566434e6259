"""Alembic's entry for the schema `boost`."""

from libs.kit.db.migrate import run_environment
from services.boost.main import app as app  # imports every table
from services.boost.models import METADATA

run_environment("boost", METADATA)
