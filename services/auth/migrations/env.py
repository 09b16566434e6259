"""Alembic's entry for the schema `auth`."""

from libs.kit.db.migrate import run_environment
from services.auth.models import (
    accounts,
    erasure,
    guess_counts,
    keys,
    mails,
    notices,
    passkeys,
    providers,
    second_factor,
    sessions,
    staff,
)
from services.auth.models.base import METADATA

# Each declares its tables when it is imported.
TABLES = (
    accounts, erasure, guess_counts, keys, mails, notices, passkeys, providers, second_factor, sessions, staff
)  # fmt: skip
run_environment("auth", METADATA)
