import asyncio
from collections.abc import AsyncIterator, Sequence

import pytest
from sqlalchemy import text

from deploy.local.stack import Stack
from libs.kit.db.database import Database
from libs.kit.db.direct import DirectConnection, KeptConnection
from libs.kit.security.tokens import Identity
from libs.marketplace import actors
from libs.marketplace.actors import PersonRow

pytestmark = pytest.mark.servers
FIRST, MANY, ROUNDS = 7_000_000, 400, 4


def persons(of_round: int, base: int) -> list[Identity]:
    ids = range(base + of_round * MANY, base + (of_round + 1) * MANY)
    return [
        Identity(
            user_id=item_id, username=f"p{item_id}", roles=frozenset(), epoch=0, token_id="", expires_at=0
        )
        for item_id in ids
    ]


@pytest.fixture
async def database(stack: Stack) -> AsyncIterator[Database]:
    database = Database(stack.database_urls["auction"], "auction")
    yield database
    await database.close()


async def all_act(line: KeptConnection, batch: Sequence[Identity]) -> int:
    async with line.statements() as connection:
        known = await person_rows(connection, batch)
        if await actors.store_names(connection, batch, known):
            known = await person_rows(connection, batch)
        return len(actors.refusals(batch, known))


async def person_rows(connection: DirectConnection, batch: Sequence[Identity]) -> dict[int, PersonRow]:
    rows = await connection.fetchval(
        f"SELECT ARRAY({actors.PERSON_ROWS.format('$1')})", [item.user_id for item in batch]
    )
    return {row[0]: PersonRow(*row) for row in rows}


async def test_new_people_are_inserted_in_one_order(
    database: Database,
) -> None:
    lines = [KeptConnection(database), KeptConnection(database)]
    for n in range(ROUNDS):
        batch = persons(n, FIRST)
        refused = await asyncio.gather(all_act(lines[0], batch), all_act(lines[1], batch[::-1]))
        assert list(refused) == [0, 0]


async def test_person_known_from_event_is_named_before_locking(
    database: Database,
) -> None:
    lines = [KeptConnection(database), KeptConnection(database)]
    for n in range(ROUNDS):
        batch = persons(n, 2 * FIRST)
        async with database.transaction() as session:
            statement = "INSERT INTO people (user_id) SELECT * FROM unnest(CAST(:ids AS bigint[]))"
            await session.execute(text(statement), {"ids": [item.user_id for item in batch]})
        assert list(await asyncio.gather(*(all_act(line, batch) for line in lines))) == [0, 0]
        async with database.reading() as session:
            named = "SELECT count(*) FROM people WHERE user_id = ANY(:ids) AND username <> ''"
            known = (
                await session.execute(text(named), {"ids": [item.user_id for item in batch]})
            ).scalar_one()
        assert known == MANY
