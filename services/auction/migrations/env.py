"""Alembic's entry for the schema `auction`."""

from libs.kit.db.migrate import run_environment

run_environment("auction")
