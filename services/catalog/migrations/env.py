"""Alembic's entry for the schema `catalog`."""

from libs.kit.db.migrate import run_environment

run_environment("catalog")
