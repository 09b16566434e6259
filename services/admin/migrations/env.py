"""Alembic's entry for the schema `admin`."""

from libs.kit.db.migrate import run_environment
from services.admin.models import METADATA

run_environment("admin", METADATA)
