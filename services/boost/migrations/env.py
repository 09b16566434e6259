"""Alembic's entry for the schema `boost`."""

from libs.kit.db.migrate import run_environment

run_environment("boost")
