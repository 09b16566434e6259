import asyncio
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pydantic import ValidationError
from sqlalchemy.ext.asyncio import AsyncSession

from libs.kit.db.database import Database
from libs.kit.errors import DomainError, InvalidInput
from libs.kit.money import ringgit
from libs.kit.security.tokens import Identity
from libs.marketplace import people
from services.catalog.dashboard import csv_file, queries
from services.catalog.dashboard.csv_file import COLUMNS, Row
from services.catalog.dashboard.schemas import FaultOut, ImportOut, RowOut
from services.catalog.listings import checks
from services.catalog.listings.queries import ListingDetails, list_categories
from services.catalog.listings.rules import Allowance
from services.catalog.listings.schemas import ProductIn
from services.catalog.listings.service import put_up_listing

# CPU time limit for a file. A file with 500 rows needs a tenth of a second.
JUDGE_SECONDS = 5.0


_THREADS = asyncio.Semaphore(2)


MISSING = {
    "name": "Name must be at least 3 characters",
    "brand": "Brand must be at least 2 characters",
    "description": "Description must be at least 10 characters",
    "price": "Price must be greater than 0",
    "categoryId": "Please select a category",
    "volume": "Please enter a valid volume (e.g. 50ml, 100ml)",
}


EXAMPLE = {
    "name": "Blanc Matin", "brand": "Verrane", "description": "Bought at the counter in KLCC, box included.",
    "price": "390.00", "category": "Niche", "volume": "100", "remaining": "85", "stock": "1", "type": "negotiable",
    "box": "Good", "year": "2023", "new": "no", "concentration": "EDP", "notes": "bergamot, pear; white tea; musk",
    "state": "Selangor",
}  # fmt: skip


@dataclass(frozen=True)
class Judged:
    row: Row
    form: ProductIn | None
    faults: list[FaultOut]


async def judge_file(database: Database, content: bytes) -> list[Judged]:
    """Runs in a thread and stops after `JUDGE_SECONDS` of CPU time."""
    async with database.reading() as session:
        categories = await _categories(session)
    async with _THREADS:
        return await asyncio.to_thread(_judge_all, content, categories)


def _judge_all(content: bytes, categories: Mapping[str, int]) -> list[Judged]:
    # CPU time of this thread, so that a busy machine cannot cause a rejection.
    until = time.thread_time() + JUDGE_SECONDS
    judged = list[Judged]()
    for row in csv_file.read_rows(content):
        if time.thread_time() > until:
            raise csv_file.refusal("The file takes too long to read: send it in parts")
        judged.append(_judged(row, categories))
    return judged


async def take_rows(
    session: AsyncSession, seller: Identity, rows: Sequence[Judged], *, dry_run: bool
) -> ImportOut:
    """A dry run creates nothing. The vocabulary is updated later by a job, so that this long transaction
    cannot block other sellers."""
    await people.lock_actor(session, seller)
    allowance = await checks.allowance_of(session, seller.user_id, dry_run=dry_run)
    report = [await _take_row(session, seller, item, allowance, dry_run=dry_run) for item in rows]
    created = sum(row.product_id is not None for row in report)
    return ImportOut(rows=report, created=created, refused=sum(not row.ok for row in report))


async def _take_row(
    session: AsyncSession, seller: Identity, judged: Judged, allowance: Allowance, *, dry_run: bool
) -> RowOut:
    row = judged.row
    report = RowOut(
        line=row.line,
        name=row.cells.get("name", "")[:200],
        ok=judged.form is not None,
        errors=judged.faults,
        product_id=None,
    )
    if judged.form is None:
        return report
    try:
        allowance.check()
        found = None if dry_run else await _put_up(session, seller, judged.form, allowance)
    except DomainError as refusal:
        refused = refusal.details.get("fields") or [{"field": "", "message": str(refusal)}]
        return report.model_copy(update={"ok": False, "errors": [FaultOut(**item) for item in refused]})
    allowance.fill()
    return report.model_copy(update={"product_id": found and found.product.known_id})


async def _put_up(
    session: AsyncSession, seller: Identity, form: ProductIn, allowance: Allowance
) -> ListingDetails:
    async with session.begin_nested():
        return await put_up_listing(session, seller, form, None, learning=False, allowance=allowance)


def _judged(row: Row, categories: Mapping[str, int]) -> Judged:
    fields, faults = csv_file.listing_of(row, categories)
    form, more = _checked(fields, {name for name, _ in faults})
    errors = [FaultOut(field=name, message=sentence) for name, sentence in (*faults, *more)]
    return Judged(row, None if errors else form, errors)


def _checked(fields: dict[str, Any], faulty: set[str]) -> tuple[ProductIn | None, list[tuple[str, str]]]:
    try:
        return ProductIn.model_validate(fields), []
    except InvalidInput as refusal:
        refused = refusal.details["fields"]
        return None, [(item["field"], item["message"]) for item in refused if item["field"] not in faulty]
    except ValidationError as error:
        faults = []
        for item in error.errors(include_url=False, include_input=False):
            name = str(item["loc"][0]) if item["loc"] else ""
            if name not in faulty:
                missing = item["type"] == "missing" and name in MISSING
                sentence = MISSING[name] if missing else str(item["msg"]).removeprefix("Value error, ")
                faults.append((name, sentence))
        if (
            "price" not in fields and "price" not in faulty
        ):  # A missing price is reported together with the other errors.
            faults.append(("price", MISSING["price"]))
        return None, faults


async def export_listings(session: AsyncSession, seller_id: int) -> bytes:
    listings = await queries.list_own_listings(session, seller_id, queries.MAX_EXPORTED)
    return csv_file.write_rows(
        map(_cells, listings), [*COLUMNS, "id", "status", "views", "favourites", "created", "images"]
    )


async def get_template(session: AsyncSession) -> bytes:
    names = [category.name for category in await list_categories(session)]
    return csv_file.write_rows([EXAMPLE | {"category": names[-1]}], COLUMNS)


def _cells(found: ListingDetails) -> dict[str, Any]:
    product, count = found.product, found.count
    return {
        "name": product.name,
        "brand": product.brand,
        "description": product.description,
        "price": f"{ringgit(product.price):.2f}",
        "category": found.category.name,
        "volume": product.volume_ml,
        "remaining": product.remaining_percent,
        "stock": product.stock_quantity,
        "type": product.listing_type,
        "box": product.box_condition,
        "year": product.purchase_year,
        "batch": product.batch_code,
        "new": "yes" if product.is_new else "no",
        "concentration": product.concentration,
        "notes": product.notes,
        "state": product.state,
        "id": product.id,
        "status": product.status,
        "views": count.views if count else 0,
        "favourites": count.favourites if count else 0,
        "created": product.created_at.isoformat(timespec="seconds"),
        "images": " ".join(image.image_url for image in found.images),
    }


async def _categories(session: AsyncSession) -> dict[str, int]:
    return dict(_names(await list_categories(session)))


def _names(categories: list[Any]) -> Iterator[tuple[str, int]]:
    for category in categories:
        yield category.name.lower(), category.id
        yield str(category.id), category.id
