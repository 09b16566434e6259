"""Batch version of `people.lock_actor`. The queries are parts of larger statements, so that a batch needs a
single round trip. A row with the same `xmin` is unchanged."""

from collections.abc import Collection, Iterable, Mapping
from datetime import datetime
from typing import NamedTuple

from libs.kit.db.direct import DirectConnection
from libs.kit.errors import DomainError
from libs.kit.security.tokens import Identity
from libs.marketplace.people import NEWS, is_stranger, refusal_of


class PersonRow(NamedTuple):
    user_id: int
    xmin: int
    account_status: str
    suspended_until: datetime | None
    username: str


PERSON_ROWS = f"SELECT ROW ({', '.join(PersonRow._fields)}) FROM people WHERE user_id = ANY({{}}::bigint[])"  # noqa: S608 - our names
# Locks unchanged rows until the end of the transaction, so that a ban happens entirely before or after.
UNCHANGED = """
SELECT people.user_id FROM people JOIN unnest({}::bigint[], {}::xid[]) AS seen (user_id, mark) USING (user_id)
WHERE people.xmin = mark ORDER BY user_id FOR SHARE OF people
"""
# Rows of unknown people are not locked, because two transactions that store the same name would deadlock.
_LOCK = """
SELECT FROM people WHERE user_id = ANY($1::bigint[]) AND (username <> '' OR account_status = 'erased')
ORDER BY user_id FOR SHARE
"""
_MEET = """
INSERT INTO people (user_id, username) SELECT * FROM unnest($1::bigint[], $2::text[])
ON CONFLICT (user_id) DO UPDATE SET username = excluded.username
WHERE people.username = '' AND people.account_status <> 'erased'
"""


async def lock_people(connection: DirectConnection, ids: Collection[int]) -> None:
    """Lock known people until the end of the transaction. Call before taking any other lock."""
    await connection.execute(_LOCK, list(ids))


async def store_names(
    connection: DirectConnection, persons: Iterable[Identity], known: Mapping[int, PersonRow]
) -> bool:
    """Store unknown names from the tokens. Returns True if any name was stored."""
    strangers = {person.user_id: person.username for person in persons if _is_new(known.get(person.user_id))}
    if not strangers:
        return False
    ordered = sorted(strangers)
    await connection.execute(_MEET, ordered, [strangers[item] for item in ordered])
    connection.info[NEWS] = True
    return True


def _is_new(row: PersonRow | None) -> bool:
    return row is None or is_stranger(row)


def refusals(persons: Iterable[Identity], known: Mapping[int, PersonRow]) -> dict[int, DomainError]:
    """The people who may not act, with the reason."""
    reasons = {person.user_id: refusal_of(person, known[person.user_id]) for person in persons}
    return {user_id: refusal for user_id, refusal in reasons.items() if refusal is not None}
