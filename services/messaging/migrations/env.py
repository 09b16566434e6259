"""Alembic's entry for the schema `messaging`."""

from libs.kit.db.migrate import run_environment
from services.messaging.models import METADATA

run_environment("messaging", METADATA)
