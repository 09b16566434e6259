"""An auction sells the listing itself (decision 0003)."""

from sqlalchemy.ext.asyncio import AsyncSession

from libs.kit.process import clock
from libs.kit.security.tokens import Identity
from libs.marketplace import people
from services.catalog.listings import auction_client, queries, rules
from services.catalog.listings.changes import get_details, record_change
from services.catalog.listings.checks import allowance_of, check_not_reserved, check_relistable
from services.catalog.listings.models import Product
from services.catalog.listings.queries import ListingDetails
from services.catalog.listings.schemas import AuctionTermsIn, RelistIn
from services.catalog.listings.service import relist
from services.catalog.replicas.queries import save_auction
from services.catalog.search.vocabulary import update_search_words


async def put_to_auction(
    session: AsyncSession, seller: Identity, product_id: int, terms: AuctionTermsIn, auction_id: int | None
) -> ListingDetails:
    """A listing that was auctioned or sold before is relisted and linked to the old listing (C25)."""
    await people.lock_actor(session, seller)
    product = await queries.get_product_of_seller(session, product_id, seller.user_id)
    rules.check_status("auction", product.status)
    await check_relistable(session, product, to_auction=True)
    await check_not_reserved(session, product)
    if product.auction_id is not None or product.status == "sold":
        wished = RelistIn.model_construct(auction=terms, price=None)
        return await relist(session, seller, product_id, wished, auction_id, to_auction=True)
    if product.status == "archived":
        (await allowance_of(session, seller.user_id)).check_for_sale()
    names = _become_auction(product, terms, auction_id)
    await update_search_words(session, product)
    await record_change(session, product, names)
    now = await clock.now(session)
    await save_auction(session, auction_client.own_copy(product, terms) | {"starts_at": now})
    return await get_details(session, product)


def _become_auction(product: Product, terms: AuctionTermsIn, auction_id: int | None) -> list[str]:
    wished = {
        "listing_type": "auction",
        "auction_id": auction_id,
        "price": terms.starting_price,
        "stock_quantity": 1,
        "status": "active",
        "archived_at": None,
    }
    names = [
        name for name, value in wished.items() if getattr(product, name) != value and name != "archived_at"
    ]
    for name, value in wished.items():
        setattr(product, name, value)
    return names
