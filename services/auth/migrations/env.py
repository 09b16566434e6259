"""Alembic's entry for the schema `auth`."""

from libs.kit.db.migrate import run_environment

run_environment("auth")
