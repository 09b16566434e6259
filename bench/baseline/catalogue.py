"""A tuned baseline: FastAPI and SQLModel, ILIKE with trigram indexes, an index for every order."""

import os
from collections.abc import AsyncIterator
from datetime import datetime
from typing import Annotated, Any

from fastapi import Depends, FastAPI, HTTPException, Query, Response
from sqlalchemy import DateTime, func, or_
from sqlalchemy.ext.asyncio import async_sessionmaker, create_async_engine
from sqlmodel import Field, SQLModel, col, select
from sqlmodel.ext.asyncio.session import AsyncSession

URL = os.environ.get("DATABASE_URL", "postgresql://nowhere").replace(
    "postgresql://", "postgresql+asyncpg://", 1
)
engine = create_async_engine(URL, pool_size=16, max_overflow=16)
sessions = async_sessionmaker(engine, class_=AsyncSession, expire_on_commit=False)
app = FastAPI()
TUNED = (
    "CREATE EXTENSION IF NOT EXISTS pg_trgm",
    "CREATE INDEX ON bookproduct (category_id, created_at DESC, id DESC)",
    "CREATE INDEX ON bookproduct (created_at DESC, id DESC)",
    "CREATE INDEX ON bookproduct (price, id DESC)",
    "CREATE INDEX ON bookproduct (brand)",
    *(f"CREATE INDEX ON bookproduct USING gin ({name} gin_trgm_ops)" for name in ("name", "brand", "notes")),
    "CREATE INDEX ON bookproduct USING gin (description gin_trgm_ops)",
    "ANALYZE bookproduct",
)


class BookProduct(SQLModel, table=True):
    """All fields of the card, so that no join is needed."""

    id: int = Field(primary_key=True)
    seller_id: int
    seller_name: str
    name: str
    brand: str
    description: str
    notes: str | None
    concentration: str | None
    state: str | None
    price: int
    category_id: int
    remaining_percent: int
    volume_ml: int
    purchase_year: int | None
    box_condition: str
    listing_type: str
    image_url: str
    popularity: int
    created_at: datetime = Field(sa_type=DateTime(timezone=True))


async def session() -> AsyncIterator[AsyncSession]:
    async with sessions() as opened:
        yield opened


Db = Annotated[AsyncSession, Depends(session)]


@app.get("/products", response_model=list[BookProduct])
async def products(
    db: Db,
    response: Response,
    search: str | None = None,
    category: int | None = None,
    brand: Annotated[list[str], Query()] = [],  # noqa: B006
    min_price: Annotated[int | None, Query(alias="minPrice")] = None,
    max_price: Annotated[int | None, Query(alias="maxPrice")] = None,
    sort: str = "newest",
    page: int = 1,
    limit: int = 24,
) -> Any:
    query = select(BookProduct)
    if category is not None:
        query = query.where(BookProduct.category_id == category)
    if brand:
        query = query.where(col(BookProduct.brand).in_(brand))
    if min_price is not None:
        query = query.where(BookProduct.price >= min_price * 100)
    if max_price is not None:
        query = query.where(BookProduct.price <= max_price * 100)
    for word in (search or "").split():
        like = f"%{word}%"
        fields = (BookProduct.name, BookProduct.brand, BookProduct.notes, BookProduct.description)
        query = query.where(or_(*(col(field).ilike(like) for field in fields)))
    total = (await db.exec(select(func.count()).select_from(query.subquery()))).one()
    orders: dict[str, list[Any]] = {
        "newest": [col(BookProduct.created_at).desc(), col(BookProduct.id).desc()],
        "low": [col(BookProduct.price), col(BookProduct.id).desc()],
    }
    response.headers["X-Total-Count"] = str(total)
    return (await db.exec(query.order_by(*orders[sort]).offset((page - 1) * limit).limit(limit))).all()


@app.get("/products/{product_id}", response_model=BookProduct)
async def product(product_id: int, db: Db) -> Any:
    found = await db.get(BookProduct, product_id)
    if found is None:
        raise HTTPException(404)
    return found


@app.get("/healthz")
async def healthz() -> str:
    return "up"
