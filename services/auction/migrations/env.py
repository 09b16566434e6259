"""Alembic's entry for the schema `auction`."""

from libs.kit.db.migrate import run_environment
from services.auction.main import app as app  # imports every table
from services.auction.models import METADATA

run_environment("auction", METADATA)
