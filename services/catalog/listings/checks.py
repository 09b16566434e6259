from sqlalchemy.ext.asyncio import AsyncSession

from libs.kit.errors import Forbidden, InvalidInput, NotFound
from libs.kit.process import clock
from libs.kit.security.tokens import Identity
from libs.marketplace import platform_rules
from services.catalog.dashboard.queries import count_for_sale, count_listed_since
from services.catalog.listings import queries, rules
from services.catalog.listings.models import Product
from services.catalog.listings.rules import NEW_FOR, Allowance, AuctionHasBids, AuctionOver, WrongStatus
from services.catalog.listings.schemas import AuctionTermsIn
from services.catalog.pictures.queries import lock_file
from services.catalog.reservations.queries import has_open_reservation


def check_owner(seller: Identity, claimed: int | None) -> None:
    """Raises if the client names another seller. The seller is always taken from the token (C35)."""
    if claimed is not None and claimed != seller.user_id:
        raise Forbidden


async def allowance_of(session: AsyncSession, seller_id: int, *, dry_run: bool = False) -> Allowance:
    """Locks the seller's count until the end of the transaction, except in a dry run. Call after
    `people.lock_actor`."""
    if not dry_run:
        await lock_file(session, f"listings of {seller_id}")
    since = await clock.now(session) - NEW_FOR
    return Allowance(
        for_sale=await count_for_sale(session, seller_id),
        new=await count_listed_since(session, seller_id, since),
        most_for_sale=await platform_rules.value_of(session, "listings_for_sale"),
        most_new=await platform_rules.value_of(session, "listings_a_day"),
    )


async def check_no_bids(session: AsyncSession, product: Product) -> None:
    if product.auction_id is None:
        return
    copy = await queries.get_auction_replica(session, product.auction_id)
    if copy is not None and copy.bid_count:
        raise AuctionHasBids
    await check_not_over(session, product)


async def check_not_over(session: AsyncSession, product: Product) -> None:
    if product.auction_id is None:
        return
    copy = await queries.get_auction_replica(session, product.auction_id)
    if copy is not None and (copy.status != "active" or copy.ends_at <= await clock.now(session)):
        raise AuctionOver


async def check_relistable(session: AsyncSession, old: Product, *, to_auction: bool = False) -> None:
    if await queries.is_relisted(session, old):
        raise WrongStatus("relisted")
    if old.auction_id is None:
        if old.status == "active" and not to_auction:
            raise WrongStatus(old.status)
        return
    copy = await queries.get_auction_replica(session, old.auction_id)
    if copy is not None and copy.status == "active" and copy.ends_at > await clock.now(session):
        raise WrongStatus("active")
    if copy is not None and copy.status == "active" and copy.bid_count:
        raise AuctionHasBids


async def check_not_reserved(session: AsyncSession, product: Product) -> None:
    if product.stock_quantity == 0 and await has_open_reservation(session, product.known_id):
        raise WrongStatus("reserved")


def check_terms_given(old: Product, terms: AuctionTermsIn | None, *, to_auction: bool = False) -> None:
    if not to_auction and (old.listing_type == "auction") != (terms is not None):
        raise InvalidInput.field("auction", "An auction needs its terms, and only an auction has them")


async def auction_to_leave(
    session: AsyncSession,
    seller: Identity,
    product_id: int,
    terms: AuctionTermsIn | None,
    *,
    to_auction: bool,
) -> int | None:
    """Ignores whether the listing was sold, because only the auction service knows who may still pay."""
    product = await queries.get_own_listing(session, product_id, seller.user_id)
    rules.check_status("auction" if to_auction else "relist", product.status)
    await check_relistable(session, product, to_auction=to_auction)
    check_terms_given(product, terms, to_auction=to_auction)
    return product.auction_id


async def changeable_auction(session: AsyncSession, seller: Identity, product_id: int) -> int:
    product = await queries.get_own_listing(session, product_id, seller.user_id)
    rules.check_status("edit", product.status)
    if product.auction_id is None:
        raise InvalidInput.field("listingType", "An auction stays an auction: list the bottle again")
    return product.auction_id


async def auction_to_end(session: AsyncSession, seller: Identity, product_id: int, act: str) -> int | None:
    product = await queries.get_own_listing(session, product_id, seller.user_id)
    rules.check_status(act, product.status)
    return product.auction_id if product.status in ("active", "pending") else None


async def product_in(session: AsyncSession, seller: Identity, auction_id: int) -> int:
    """Raises the same 404 for another seller's auction and for a missing auction."""
    details = await queries.get_listing_of_auction(session, auction_id)
    if details is None or details.product.seller_id != seller.user_id:
        raise NotFound
    return details.product.known_id
