"""Alembic's entry for the schema `messaging`."""

from libs.kit.db.migrate import run_environment
from services.messaging.models import conversations, copies, deals, offers, reviews
from services.messaging.models.base import METADATA

# Each declares its tables when it is imported.
TABLES = (conversations, copies, deals, offers, reviews)
run_environment("messaging", METADATA)
