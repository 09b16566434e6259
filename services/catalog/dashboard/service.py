from collections.abc import Sequence
from datetime import date, timedelta
from typing import Any

from sqlalchemy.ext.asyncio import AsyncSession

from libs.kit.db.database import Database
from libs.kit.errors import DomainError, InvalidInput, NotFound
from libs.kit.http.idempotency import Once
from libs.kit.money import LARGEST_RINGGIT, ringgit
from libs.kit.process import clock
from libs.kit.security.tokens import Identity
from libs.marketplace import people
from services.catalog.dashboard import queries, rules
from services.catalog.dashboard.models import Draft
from services.catalog.dashboard.rules import TooManyDrafts
from services.catalog.dashboard.schemas import (
    BulkIn,
    BulkOut,
    DashboardOut,
    DayOut,
    RefusedOut,
    SeenOut,
    StatsOut,
)
from services.catalog.favourites.service import notify_price_drop
from services.catalog.listings.changes import record_change
from services.catalog.listings.commands import ListingCommands
from services.catalog.listings.queries import ListingDetails, get_listing, get_product_of_seller
from services.catalog.listings.rules import WrongStatus, check_status, public_name, shown_status
from services.catalog.listings.schemas import product_out
from services.catalog.listings.service import PLAIN_FIELDS, archive_listing, remove_listing, restore_listing
from services.catalog.pictures.queries import lock_file
from services.catalog.views.rules import day_of


async def get_dashboard(session: AsyncSession, seller_id: int) -> DashboardOut:
    now = clock.about_now()
    rows = await queries.list_listing_rows(session, seller_id, now)
    by_status = dict.fromkeys(("featured", "active", "pending", "ended", "sold", "archived", "removed"), 0)
    stock: dict[rules.Band, int] = {"low": 0, "medium": 0, "good": 0, "out": 0}
    for row in rows:
        by_status[shown_status(row.status, featured=row.boosted, ended=row.ended)] += row.listings
        if row.status in ("active", "pending"):
            stock[rules.band_of(row.stock)] += row.listings
    total = sum(row.listings for row in rows)
    seen = await queries.list_days(session, seller_id, queries.first_day(day_of(now), 30))
    return DashboardOut(
        total_products=total,
        total_inventory=sum(row.stock * row.listings for row in rows),
        average_price=round(sum(int(row.price) for row in rows) / total) if total else None,
        views30=sum(views for views, _ in seen.values()),
        favourites=await queries.count_favourites_of_seller(session, seller_id),
        stock=stock,
        by_status=by_status,
        top_rated=[product_out(item, now) for item in await queries.list_top_rated(session, seller_id)],
    )


async def get_stats(session: AsyncSession, seller_id: int, count: int) -> StatsOut:
    today = day_of(clock.about_now())
    since = queries.first_day(today, count)
    counted = await queries.list_days(session, seller_id, since)
    every: list[date] = [since + timedelta(days=number) for number in range(count)]
    days = [
        DayOut(day=day, views=counted.get(day, (0, 0))[0], favourites=counted.get(day, (0, 0))[1])
        for day in every
    ]
    seen = await queries.list_most_seen(session, seller_id, since)
    products = [SeenOut(id=one, name=name, views=views, favourites=kept) for one, name, views, kept in seen]
    return StatsOut(days=days, products=products)


async def start_draft(session: AsyncSession, seller: Identity, form: dict[str, Any]) -> Draft:
    await people.lock_actor(session, seller)
    await lock_file(session, f"drafts of {seller.user_id}")
    if await queries.count_drafts(session, seller.user_id) >= rules.MAX_DRAFTS:
        raise TooManyDrafts
    now = await clock.now(session)
    draft = Draft(seller_id=seller.user_id, form=form, created_at=now, updated_at=now)
    session.add(draft)
    await session.flush()
    return draft


async def change_draft(session: AsyncSession, seller_id: int, draft_id: int, form: dict[str, Any]) -> Draft:
    draft = await queries.get_draft(session, draft_id, seller_id, lock=True)
    if draft is None:
        raise NotFound
    draft.form, draft.updated_at = form, await clock.now(session)
    return draft


async def delete_draft(session: AsyncSession, seller_id: int, draft_id: int) -> None:
    """A sweep deletes the draft's pictures later."""
    draft = await queries.get_draft(session, draft_id, seller_id, lock=True)
    if draft is None:
        raise NotFound
    await session.delete(draft)
    await session.flush()


async def duplicate_listing(session: AsyncSession, seller: Identity, product_id: int) -> Draft:
    listing = await get_listing(session, product_id, seller.user_id)
    if listing is None or listing.product.seller_id != seller.user_id or listing.product.status == "removed":
        raise NotFound
    return await start_draft(session, seller, _form_of(listing))


def _form_of(found: ListingDetails) -> dict[str, Any]:
    product = found.product
    form = {
        public_name(name): value
        for name, value in product.model_dump(
            include=PLAIN_FIELDS | {"volume_ml", "remaining_percent"}
        ).items()
    }
    form |= {
        "price": ringgit(product.price),
        "stockQuantity": max(1, product.stock_quantity),
        "images": [
            {"imageUrl": image.image_url, "kind": image.kind} if image.kind else image.image_url
            for image in found.images
            if image.token
        ],
    }
    return {name: value for name, value in form.items() if value is not None}


async def change_many(
    database: Database, commands: ListingCommands, seller: Identity, form: BulkIn, once: Once
) -> BulkOut:
    done: list[int] = []
    refused: list[RefusedOut] = []
    for product_id in dict.fromkeys(form.ids):
        try:
            await _act(database, commands, seller, product_id, form, once)
        except DomainError as refusal:
            refused.append(RefusedOut(id=product_id, code=refusal.code, message=_sentence(refusal)))
        else:
            done.append(product_id)
    return BulkOut(done=done, refused=refused)


async def _act(
    database: Database, commands: ListingCommands, seller: Identity, product_id: int, form: BulkIn, once: Once
) -> None:
    if form.action in ("archive", "delete"):
        await commands.end_auction(seller, product_id, form.action)
    async with database.transaction() as session:
        if form.action == "archive":
            await archive_listing(session, seller, product_id)
        elif form.action == "restore":
            await restore_listing(session, seller, product_id)
        elif form.action == "delete":
            await remove_listing(session, seller, product_id)
        elif await once.begins(session, product_id):
            # A relative price change must happen only once. The other actions are idempotent.
            await _reprice(session, seller, product_id, form)


async def _reprice(session: AsyncSession, seller: Identity, product_id: int, form: BulkIn) -> None:
    await people.lock_actor(session, seller)
    product = await get_product_of_seller(session, product_id, seller.user_id)
    check_status("edit", product.status)
    if product.listing_type == "auction":
        raise WrongStatus("auction")
    before = product.price
    price = form.price_after(before)
    if not 1 <= price <= LARGEST_RINGGIT * 100:
        raise InvalidInput.field("price", "The amount is too large.")
    if price == before:
        return
    product.price = price
    await record_change(session, product, ["price"], {"price": before})
    await notify_price_drop(session, product, before)


def _sentence(refusal: DomainError) -> str:
    fields: Sequence[dict[str, str]] = refusal.details.get("fields") or []
    return fields[0]["message"] if fields else str(refusal)
