"""Alembic's entry for the schema `admin`."""

from libs.kit.db.migrate import run_environment

run_environment("admin")
