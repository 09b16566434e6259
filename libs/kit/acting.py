"""Who may act, asked for many at once and straight on the driver: `people.acting` for a batch."""

from collections.abc import Iterable
from datetime import datetime
from typing import NamedTuple

from libs.kit.errors import DomainError
from libs.kit.people import NEWS, refusal_of
from libs.kit.straight import Straight
from libs.kit.tokens import Identity


class _Held(NamedTuple):
    user_id: int
    standing: str
    suspended_until: datetime | None
    username: str


_HOLD = """
SELECT user_id, standing, suspended_until, username FROM people WHERE user_id = ANY($1::bigint[])
AND ($2 OR username <> '' OR standing = 'erased') ORDER BY user_id FOR SHARE
"""
_MEET = """
INSERT INTO people (user_id, username) SELECT * FROM unnest($1::bigint[], $2::text[])
ON CONFLICT (user_id) DO UPDATE SET username = excluded.username
WHERE people.username = '' AND people.standing <> 'erased'
"""


async def acting_all(connection: Straight, persons: Iterable[Identity]) -> dict[int, DomainError]:
    """All rows are held to the end of the transaction, and whoever may not act is told why."""
    by_id = {person.user_id: person for person in persons}
    known = await _held(connection, by_id)
    # Not held before they are met: two who held a stranger's row and both wanted to write it would wait for each other.
    if strangers := sorted(by_id.keys() - known.keys()):
        await connection.execute(_MEET, strangers, [by_id[one].username for one in strangers])
        connection.info[NEWS] = True
        known |= await _held(connection, strangers, strangers_too=True)
    refusals = {user_id: refusal_of(person, known[user_id]) for user_id, person in by_id.items()}
    return {user_id: refusal for user_id, refusal in refusals.items() if refusal is not None}


async def _held(connection: Straight, ids: Iterable[int], *, strangers_too: bool = False) -> dict[int, _Held]:
    return {row["user_id"]: _Held(*row) for row in await connection.fetch(_HOLD, list(ids), strangers_too)}
