"""FastAPI and SQLModel by the book: a pool, `FOR UPDATE`, one commit, a checked token. No events, no
replays."""

import json
import os
from collections.abc import AsyncIterator
from datetime import UTC, datetime
from typing import Annotated

from fastapi import Depends, FastAPI, Header, HTTPException
from joserfc import jwt
from joserfc.jwk import KeySet
from pydantic import BaseModel
from sqlalchemy import DateTime
from sqlalchemy.ext.asyncio import async_sessionmaker, create_async_engine
from sqlmodel import Field, SQLModel, col, select
from sqlmodel.ext.asyncio.session import AsyncSession

URL = os.environ["DATABASE_URL"].replace("postgresql://", "postgresql+asyncpg://", 1)
KEYS = KeySet.import_key_set({"keys": [json.loads(os.environ["PUBLIC_KEY"])]})
engine = create_async_engine(URL, pool_size=16, max_overflow=16)
sessions = async_sessionmaker(engine, class_=AsyncSession, expire_on_commit=False)
app = FastAPI()


class BookAuction(SQLModel, table=True):
    id: int = Field(default=None, primary_key=True)
    seller_id: int
    current_bid: int
    increment: int = 100
    ends_at: datetime = Field(sa_type=DateTime(timezone=True))


class BookBid(SQLModel, table=True):
    id: int = Field(default=None, primary_key=True)
    auction_id: int = Field(foreign_key="bookauction.id", index=True)
    bidder_id: int
    amount: int
    placed_at: datetime = Field(sa_type=DateTime(timezone=True))


class BidIn(BaseModel):
    amount: float


class BidOut(BaseModel):
    id: int
    amount: float
    current_bid: float


async def session() -> AsyncIterator[AsyncSession]:
    async with sessions() as opened:
        yield opened


def user_id(authorization: Annotated[str, Header()]) -> int:
    token = jwt.decode(authorization.removeprefix("Bearer "), KEYS, algorithms=["ES256"])
    return int(token.claims["sub"])


@app.post("/auctions/{auction_id}/bids", status_code=201)
async def place_bid(
    auction_id: int,
    bid: BidIn,
    bidder: Annotated[int, Depends(user_id)],
    db: Annotated[AsyncSession, Depends(session, scope="function")],
) -> BidOut:
    query = select(BookAuction).where(col(BookAuction.id) == auction_id).with_for_update()
    auction = (await db.exec(query)).one_or_none()
    if auction is None:
        raise HTTPException(404)
    amount = round(bid.amount * 100)
    now = datetime.now(UTC)
    if bidder == auction.seller_id or now >= auction.ends_at:
        raise HTTPException(403)
    if amount < auction.current_bid + auction.increment:
        raise HTTPException(409, "too low")
    auction.current_bid = amount
    placed = BookBid(auction_id=auction_id, bidder_id=bidder, amount=amount, placed_at=now)
    db.add(placed)
    await db.commit()
    return BidOut(id=placed.id, amount=amount / 100, current_bid=amount / 100)


@app.get("/healthz")
async def healthz() -> str:
    return "up"


@app.post("/prepare")
async def prepare() -> int:
    async with engine.begin() as connection:
        await connection.run_sync(SQLModel.metadata.create_all)
    async with sessions() as db:
        auction = BookAuction(seller_id=1, current_bid=1000, ends_at=datetime(2099, 1, 1, tzinfo=UTC))
        db.add(auction)
        await db.commit()
        return auction.id
