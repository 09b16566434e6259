"""Alembic's entry for the schema `auth`."""

from libs.kit.db.migrate import run_environment
from services.auth.models import METADATA

run_environment("auth", METADATA)
