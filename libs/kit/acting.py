"""Who may act, asked for many at once and straight on the driver: `people.acting` for a batch."""

from collections.abc import Iterable
from datetime import datetime
from typing import NamedTuple

from libs.kit.errors import DomainError
from libs.kit.people import NEWS, is_stranger, refusal_of
from libs.kit.straight import Straight
from libs.kit.tokens import Identity


class _Held(NamedTuple):
    user_id: int
    standing: str
    suspended_until: datetime | None
    username: str


_HOLD = """
SELECT user_id, standing, suspended_until, username FROM people WHERE user_id = ANY($1::bigint[])
ORDER BY user_id FOR SHARE
"""
_MEET = """
INSERT INTO people (user_id, username) SELECT * FROM unnest($1::bigint[], $2::text[])
ON CONFLICT (user_id) DO UPDATE SET username = excluded.username
WHERE people.username = '' AND people.standing <> 'erased'
"""


async def acting_all(connection: Straight, persons: Iterable[Identity]) -> dict[int, DomainError]:
    """All rows are held to the end of the transaction, and whoever may not act is told why."""
    by_id = {person.user_id: person for person in persons}
    known = await _all_held_still(connection, by_id)
    if strangers := sorted(one for one in by_id if one not in known or is_stranger(known[one])):
        await connection.execute(_MEET, strangers, [by_id[one].username for one in strangers])
        connection.info[NEWS] = True
        known |= await _all_held_still(connection, strangers)
    refusals = {user_id: refusal_of(person, known[user_id]) for user_id, person in by_id.items()}
    return {user_id: refusal for user_id, refusal in refusals.items() if refusal is not None}


async def _all_held_still(connection: Straight, ids: Iterable[int]) -> dict[int, _Held]:
    return {row["user_id"]: _Held(*row) for row in await connection.fetch(_HOLD, list(ids))}
