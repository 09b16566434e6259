from typing import Any

from sqlalchemy.ext.asyncio import AsyncSession

from libs.contracts.events.admin import ActReason, CaseDecided, CaseOpened, CaseReason, Outcome
from libs.contracts.events.catalog import (
    ListingAppealed,
    ListingReported,
    ListingRestored,
    ListingTakenDown,
    ModerationEvent,
)
from libs.kit.errors import NotFound
from libs.kit.events import outbox
from libs.kit.http.client import InternalClient
from libs.kit.process import clock
from libs.kit.security.tokens import Identity
from libs.marketplace import people
from libs.marketplace.dealings import refuse_bidder
from libs.marketplace.people import names_of
from services.catalog.batch_codes.queries import list_codes_of_others
from services.catalog.batch_codes.rules import plain_code
from services.catalog.batch_codes.schemas import SameCodeOut
from services.catalog.listings import changes
from services.catalog.listings.changes import (
    get_details,
    record_change,
    record_staff_change,
    state_of,
    take_off,
)
from services.catalog.listings.models import Product
from services.catalog.listings.queries import (
    ListingDetails,
    get_listing,
    get_product_of_seller,
    list_revisions,
    lock_existing_listing,
    lock_listing,
)
from services.catalog.listings.rules import FOR_GOOD, OwnListing, WrongStatus, list_changes
from services.catalog.listings.schemas import product_out
from services.catalog.moderation import queries
from services.catalog.moderation.models import Appeal
from services.catalog.moderation.rules import CaseDecides
from services.catalog.moderation.schemas import (
    AppealOut,
    FieldOut,
    FiledOut,
    ReportedOut,
    ReportIn,
    RevisionOut,
    SamePictureOut,
)
from services.catalog.pictures.queries import list_same_pictures

MAX_APPEALS, MAX_SHOWN, MAX_SAME = 3, 100, 20


async def report_listing(session: AsyncSession, person: Identity, product_id: int, form: ReportIn) -> None:
    """Each person can report a listing once. The text of the report is not published."""
    await people.lock_actor(session, person)
    # Locked, so that an erasure of the seller blanks this report or is seen here.
    product = await lock_listing(session, product_id)
    if product is None or product.status == "removed":
        raise NotFound
    if product.seller_id == person.user_id:
        raise OwnListing
    now = await clock.now(session)
    reports = await queries.add_report(session, product_id, person.user_id, form.reason, form.words, now)
    if reports is None:
        return
    event = ListingReported(
        product_id=product_id,
        seller_id=product.seller_id,
        reason=form.reason,
        reports=reports,
        reporter_id=person.user_id,
        reported_at=now,
    )
    await outbox.record(session, event, version=reports)


async def revisions_of(session: AsyncSession, product_id: int) -> list[RevisionOut]:
    listing = await get_listing(session, product_id)
    if listing is None:
        raise NotFound
    kept = await list_revisions(session, product_id)
    now = listing.product.model_dump() | {"images": [image.image_url for image in listing.images]}
    return [
        RevisionOut(
            changed_at=one.changed_at,
            fields=[FieldOut(name=name, before=before, after=after) for name, before, after in change],
        )
        for one, change in zip(kept, list_changes([item.before for item in kept], now), strict=True)
    ]


async def appeal_removal(session: AsyncSession, seller: Identity, product_id: int, words: str) -> None:
    """A removal can be appealed up to three times."""
    product = await get_product_of_seller(session, product_id, seller.user_id)
    if product.status != "removed" or product.removed_reason in FOR_GOOD:
        raise WrongStatus(product.status)
    appeals = await queries.count_appeals(session, product_id)
    if appeals >= MAX_APPEALS:
        raise WrongStatus("appealed")
    now = await clock.now(session)
    session.add(Appeal(product_id=product_id, seller_id=seller.user_id, words=words, created_at=now))
    event = ListingAppealed(
        product_id=product_id, seller_id=seller.user_id, appeals=appeals + 1, appealed_at=now
    )
    await _record(session, event)


async def take_down_listing(
    session: AsyncSession,
    auctions: InternalClient,
    admin: Identity,
    product_id: int,
    why: str,
    code: ActReason,
) -> ListingDetails:
    await _refuse_bidder(session, auctions, admin, product_id)
    product = await lock_existing_listing(session, product_id)
    OwnListing.refuse_party(admin.user_id, await changes.parties_of(session, product))
    if product.status == "removed":
        raise WrongStatus("removed")
    await _refuse_waiting_case(session, product)
    before = state_of(product)
    await take_off(session, product, "moderated", why=why)
    await _record_taken_down(session, product, code, None, admin.user_id, "done")
    await record_staff_change(session, product, "take_down", before, admin.user_id, code=code)
    return await get_details(session, product)


async def _refuse_bidder(
    session: AsyncSession, auctions: InternalClient, admin: Identity, product_id: int
) -> None:
    """Call before the listing is locked, because auction may be slow."""
    listing = await get_listing(session, product_id)
    await refuse_bidder(auctions, None if listing is None else listing.product.auction_id, admin.user_id)


async def restore_listing(
    session: AsyncSession, auctions: InternalClient, admin: Identity, product_id: int
) -> ListingDetails:
    """Raises if a case removed the listing or the seller has appealed, because then the case decides. A
    cancelled auction stays cancelled until the seller relists the bottle."""
    await _refuse_bidder(session, auctions, admin, product_id)
    product = await lock_existing_listing(session, product_id)
    OwnListing.refuse_party(admin.user_id, await changes.parties_of(session, product))
    if product.status != "removed" or product.removed_reason in FOR_GOOD:
        raise WrongStatus(product.status)
    await _refuse_waiting_case(session, product)
    if await queries.is_removed_by_case(session, product_id) or (
        product.removed_at and await queries.is_appealed_since(session, product_id, product.removed_at)
    ):
        raise CaseDecides(None)
    before = state_of(product)
    await _put_back(session, product)
    await _record_restored(session, product, None, admin.user_id, "done")
    await record_staff_change(session, product, "restore", before, admin.user_id)
    return await get_details(session, product)


async def _refuse_waiting_case(session: AsyncSession, product: Product) -> None:
    waiting = await queries.get_waiting_case(session, product.known_id)
    if waiting is not None:
        raise CaseDecides(waiting)


async def keep_case(session: AsyncSession, event: CaseOpened) -> None:
    if event.kind == "listing" and await lock_listing(session, event.subject_id) is not None:
        await queries.save_case(session, event.subject_id, event.case_id)


async def carry_out_decision(session: AsyncSession, event: CaseDecided) -> None:
    if event.kind != "listing":
        return
    product = await lock_listing(session, event.subject_id)
    await queries.end_case(session, event.subject_id, event.case_id)
    if event.decision not in ("take_down", "restore"):
        return
    if product is None:
        await _record_gone(session, event)
        return
    is_removed, before = product.status == "removed", state_of(product)
    outcome: Outcome = "done"
    if is_removed and product.removed_reason in FOR_GOOD:
        outcome = "gone"
    elif is_removed == (event.decision == "take_down"):
        outcome = "already"
    elif event.by_admin_id in await changes.parties_of(session, product):
        outcome = "refused"  # Admin does not know who bought the listing.
    elif event.decision == "take_down":
        await take_off(session, product, "moderated", why=event.reason)
        await queries.save_removal(session, product.known_id, by_case=True)
    else:
        await _put_back(session, product)
    if event.decision == "take_down":
        await _record_taken_down(session, product, event.reason, event.case_id, event.by_admin_id, outcome)
    else:
        await _record_restored(session, product, event.case_id, event.by_admin_id, outcome)
    if outcome == "done":
        await record_staff_change(session, product, event.decision, before, event.by_admin_id, event)


async def _record_gone(session: AsyncSession, event: CaseDecided) -> None:
    """Responds to a case about a listing that was deleted long after its removal."""
    usual: dict[str, Any] = {
        "product_id": event.subject_id, "seller_id": event.about_id, "name": "", "case_id": event.case_id,
        "by_admin_id": event.by_admin_id, "outcome": "gone",
    }  # fmt: skip
    now = await clock.now(session)
    answer = (
        ListingTakenDown(**usual, reason=event.reason, taken_down_at=now)
        if event.decision == "take_down"
        else ListingRestored(**usual, restored_at=now)
    )
    await outbox.record(session, answer, version=1)


async def _put_back(session: AsyncSession, product: Product) -> None:
    product.removed_reason = product.removed_at = None
    await queries.save_removal(session, product.known_id, by_case=False)
    away = product.archived_at is not None or product.listing_type == "auction"
    product.status = "sold" if product.sold_at is not None else "archived" if away else "active"
    await record_change(session, product, ["status"])


async def _record_taken_down(
    session: AsyncSession,
    product: Product,
    reason: CaseReason,
    case_id: int | None,
    by: int,
    outcome: Outcome,
) -> None:
    event = ListingTakenDown(
        product_id=product.known_id,
        seller_id=product.seller_id,
        name=product.name,
        reason=reason,
        case_id=case_id,
        by_admin_id=by,
        outcome=outcome,
        taken_down_at=await clock.now(session),
    )
    await _record(session, event)


async def _record_restored(
    session: AsyncSession, product: Product, case_id: int | None, by: int, outcome: Outcome
) -> None:
    event = ListingRestored(
        product_id=product.known_id,
        seller_id=product.seller_id,
        name=product.name,
        case_id=case_id,
        by_admin_id=by,
        outcome=outcome,
        restored_at=await clock.now(session),
    )
    await _record(session, event)


async def _record(session: AsyncSession, event: ModerationEvent) -> None:
    await session.flush()
    await outbox.record(session, event, version=await queries.get_next_number(session, event.product_id))


async def _same_code(session: AsyncSession, product: Product) -> list[SameCodeOut]:
    code = plain_code(product.batch_code or "")
    if not code:
        return []
    whose = (product.brand_key, code, product.seller_id)
    codes = await list_codes_of_others(session, *whose, MAX_SAME)
    names = await names_of(session, {item.seller_id for item in codes})
    return [
        SameCodeOut(
            product_id=item.id, name=item.name, seller_id=item.seller_id,
            seller_username=names.get(item.seller_id, ""), status=item.status,
        )
        for item in codes
    ]  # fmt: skip


async def _same_pictures(session: AsyncSession, product_id: int) -> list[SamePictureOut]:
    same_pictures = await list_same_pictures(session, product_id, MAX_SAME)
    sellers = {item.seller_id for item in same_pictures} | {item.other_seller_id for item in same_pictures}
    names = await names_of(session, sellers)
    return [
        SamePictureOut(
            product_id=item.product_id, seller_id=item.seller_id,
            seller_username=names.get(item.seller_id, ""), image_url=f"/api/images/{item.token}",
            other_product_id=item.other_id, other_seller_id=item.other_seller_id,
            other_seller_username=names.get(item.other_seller_id, ""),
            other_image_url=f"/api/images/{item.other_token}", distance=item.distance, found_at=item.found_at,
        )
        for item in same_pictures
    ]  # fmt: skip


async def get_reported(session: AsyncSession, staffer: Identity, product_id: int) -> ReportedOut:
    listing = await get_listing(session, product_id)
    if listing is None:
        raise NotFound
    OwnListing.refuse_party(staffer.user_id, (listing.product.seller_id,))
    return ReportedOut(
        listing=product_out(listing, clock.about_now()),
        reports=[
            FiledOut(**report.model_dump(include={"reporter_id", "reason", "words", "created_at"}))
            for report in await queries.list_reports(session, product_id, MAX_SHOWN)
        ],
        appeals=[
            AppealOut(**appeal.model_dump(include={"words", "created_at"}))
            for appeal in await queries.list_appeals(session, product_id)
        ],
        same_code=await _same_code(session, listing.product),
        same_pictures=await _same_pictures(session, product_id),
    )
