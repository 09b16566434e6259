"""A baseline chat: python-socketio and SQLModel, a checked token, a commit per message. No events, no
search."""

import json
import os
from datetime import UTC, datetime
from typing import Any

import socketio
from joserfc import jwt
from joserfc.jwk import KeySet
from sqlalchemy import DateTime
from sqlalchemy.ext.asyncio import async_sessionmaker, create_async_engine
from sqlmodel import Field, SQLModel, col, select
from sqlmodel.ext.asyncio.session import AsyncSession

URL = os.environ["DATABASE_URL"].replace("postgresql://", "postgresql+asyncpg://", 1)
KEYS = KeySet.import_key_set({"keys": [json.loads(os.environ["PUBLIC_KEY"])]})
engine = create_async_engine(URL, pool_size=16, max_overflow=16)
sessions = async_sessionmaker(engine, class_=AsyncSession, expire_on_commit=False)
server = socketio.AsyncServer(async_mode="asgi", transports=["websocket"])


class BookMessage(SQLModel, table=True):
    id: int | None = Field(default=None, primary_key=True)
    sender_id: int = Field(index=True)
    receiver_id: int = Field(index=True)
    client_id: str = Field(unique=True)
    content: str
    created_at: datetime = Field(sa_type=DateTime(timezone=True))


async def _create() -> None:
    async with engine.begin() as connection:
        await connection.run_sync(SQLModel.metadata.create_all)


app = socketio.ASGIApp(server, socketio_path="ws", on_startup=_create)


@server.event  # type: ignore[untyped-decorator]
async def connect(sid: str, environ: dict[str, Any], auth: dict[str, str]) -> None:
    user_id = int(jwt.decode(auth["token"], KEYS, algorithms=["ES256"]).claims["sub"])
    await server.save_session(sid, {"user_id": user_id})
    await server.enter_room(sid, f"user:{user_id}")


@server.event  # type: ignore[untyped-decorator]
async def send_message(sid: str, form: dict[str, Any]) -> dict[str, Any]:
    sender_id = (await server.get_session(sid))["user_id"]
    async with sessions() as db:
        known = select(BookMessage).where(col(BookMessage.client_id) == form["clientId"])
        message = (await db.exec(known)).one_or_none()
        if message is None:
            message = BookMessage(
                sender_id=sender_id,
                receiver_id=int(form["receiverId"]),
                client_id=form["clientId"],
                content=str(form["content"])[:2000],
                created_at=datetime.now(UTC),
            )
            db.add(message)
            await db.commit()
    shown = {"message": json.loads(message.model_dump_json(by_alias=True))}
    shown["message"] |= {"receiverId": message.receiver_id, "senderId": sender_id}
    await server.emit("new_message", shown, room=f"user:{message.receiver_id}")
    return shown
