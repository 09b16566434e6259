"""Every test of auth begins with no guess counted, and no question asked in a future that another test went
to."""

import pytest
from sqlalchemy import text


@pytest.fixture(autouse=True)
async def nothing_counted_yet(request: pytest.FixtureRequest) -> None:
    """The counts of the test before are not this one's."""
    if "auth" in request.fixturenames:
        auth = request.getfixturevalue("auth")
        async with auth.database.transaction() as session:
            await session.execute(text("DELETE FROM guess_counts"))
            await session.execute(text("DELETE FROM challenges"))
