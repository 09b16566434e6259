"""Alembic's entry for the schema `messaging`."""

from libs.kit.db.migrate import run_environment

run_environment("messaging")
