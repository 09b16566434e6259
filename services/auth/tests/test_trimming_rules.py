from datetime import datetime, timedelta
from typing import NamedTuple

import pytest
from sqlalchemy import text

from libs.kit.process import clock
from libs.kit.testing import Service
from services.auth.privacy import trimming
from services.auth.tests.people import a_person

pytestmark = pytest.mark.servers


class TrimmedTable(NamedTuple):
    """A row named by its id, and its retention."""

    table: str
    column: str
    row: str
    span: timedelta = timedelta()


# Not read from the rules, so that a lost rule is noticed.
TRIMMED = {
    "questions": TrimmedTable("challenges", "expires_at", "(:n, 'proof', NULL, :n::bytea, '{}', :at)"),
    "mailed links": TrimmedTable("one_time_links", "expires_at", "(:n, :person, :n, :n::bytea, 0, :at)"),
    "undo links": TrimmedTable("address_undos", "expires_at", "(:n, :person, :n::bytea, :n, :n, :at, :at)"),
    "guesses": TrimmedTable("guess_counts", "ends_at", "(:n, 1, :at)"),
    "ended sessions": TrimmedTable(
        "refresh_families (id, user_id, current_hash, rotated_at, created_at, expires_at, device, place, revoked_at)",
        "revoked_at",
        "(:n, :person, :n::bytea, :at, :at, 'infinity', '', '', :at)",
        timedelta(days=1),
    ),
    "sessions that ran out": TrimmedTable(
        "refresh_families (id, user_id, current_hash, rotated_at, created_at, device, place, expires_at)",
        "expires_at",
        "(:n, :person, :n::bytea, :at, :at, '', '', :at)",
        timedelta(days=1),
    ),
    "browsers": TrimmedTable("known_devices", "seen_at", "(:person, :n::bytea, :at)", timedelta(days=400)),
    "keys that ran out": TrimmedTable(
        "api_keys (user_id, name, scopes, prefix, secret_hash, days, created_at, expires_at)",
        "expires_at",
        "(:person, :n, ARRAY['read'], '', sha256(:n::bytea), 1, :at, :at)",
        timedelta(days=30),
    ),
    "revoked keys": TrimmedTable(
        "api_keys (user_id, name, scopes, prefix, secret_hash, days, created_at, expires_at, revoked_at)",
        "revoked_at",
        "(:person, :n, ARRAY['read'], '', sha256(:n::bytea), 1, :at, 'infinity', :at)",
        timedelta(days=30),
    ),
    "signing keys": TrimmedTable("signing_keys", "gone_at", "(:n, :n::bytea, :at, :at)"),
    "notifications": TrimmedTable(
        "notifications (user_id, kind, about, context, link, created_at)",
        "created_at",
        "(:person, 'test', :n, '{}', '/', :at)",
        timedelta(days=90),
    ),
    "devices that were not opened": TrimmedTable(
        "push_subscriptions (endpoint, user_id, session_id, endpoint_hash, p256dh, secret, created_at, renewed_at)",
        "renewed_at",
        "(:n, :person, (SELECT max(id) FROM refresh_families WHERE user_id = :person), :n::bytea,"
        " decode(repeat('04', 65), 'hex'), decode(repeat('01', 16), 'hex'), :at, :at)",
        timedelta(days=180),
    ),
    "names of listing_titles": TrimmedTable(
        "listing_titles", "kept_at", "(:number, 1, :n, :at)", timedelta(days=90)
    ),
    "sent mails about outbids": TrimmedTable(
        "outbid_mails", "sent_at", "(:number, NULL, :at)", timedelta(minutes=10)
    ),
}


def test_every_retention_rule_is_tested() -> None:
    assert sorted((item.table.partition(" ")[0], item.column) for item in TRIMMED.values()) == sorted(
        (table, old.partition(" ")[0]) for table, old, _ in trimming.RULES
    )


async def put(auth: Service, kept: TrimmedTable, number: int, at: datetime, person: int) -> None:
    row = kept.row.replace(":n::bytea", "convert_to(:n, 'UTF8')")
    values = {"n": f"trim-{number}", "number": number, "at": at, "person": person}
    async with auth.database.transaction() as session:
        used = {name: value for name, value in values.items() if f":{name}" in row}
        await session.execute(text(f"INSERT INTO {kept.table} VALUES {row}"), used)


NAMES = {
    "api_keys": "name",
    "known_devices": "encode(device_hash, 'escape')",
    "notifications": "about",
    "push_subscriptions": "endpoint",
    "guess_counts": "bucket",
    "signing_keys": "kid",
    "listing_titles": "'trim-' || product_id",
    "outbid_mails": "'trim-' || user_id",
}


@pytest.mark.parametrize("what", TRIMMED)
async def test_expired_rows_are_deleted_and_younger_kept(auth: Service, what: str) -> None:
    kept, now, person = TRIMMED[what], clock.about_now(), await a_person(auth)
    await put(auth, kept, 900_001, now - kept.span - timedelta(minutes=1), person.id)
    await put(auth, kept, 900_002, now - kept.span + timedelta(minutes=1), (await a_person(auth)).id)
    await trimming.trim(auth.database, now)
    table = kept.table.partition(" ")[0]
    name = NAMES.get(table, "id")
    left = await auth.rows(
        f"SELECT {name} AS name FROM {table} WHERE {name} IN ('trim-900001', 'trim-900002')"
    )
    assert [row["name"] for row in left] == ["trim-900002"]
    async with auth.database.transaction() as session:
        await session.execute(text(f"DELETE FROM {table} WHERE {name} = 'trim-900002'"))


async def test_due_outbid_mail_is_kept(auth: Service) -> None:
    long_ago = clock.about_now() - timedelta(days=3)
    async with auth.database.transaction() as session:
        await session.execute(text("INSERT INTO outbid_mails VALUES (900003, :at, :at)"), {"at": long_ago})
    await trimming.trim(auth.database, clock.about_now())
    async with auth.database.transaction() as session:
        gone = await session.execute(text("DELETE FROM outbid_mails WHERE user_id = 900003 RETURNING 1"))
    assert len(gone.all()) == 1
