from sqlalchemy import text

from libs.kit.testing import Service


async def add_person(service: Service, user_id: int, *, username: str) -> None:
    """Stores the person as if auth had returned the name."""
    row = "INSERT INTO people (user_id, username, stale) VALUES (:user_id, :username, false) ON CONFLICT DO NOTHING"
    async with service.database.transaction() as session:
        await session.execute(text(row), {"user_id": user_id, "username": username})
