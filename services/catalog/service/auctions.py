"""An auction for a bottle that is listed already: the listing itself is auctioned (decision 0024)."""

from sqlalchemy.ext.asyncio import AsyncSession

from libs.kit.events import people
from libs.kit.http.access import Identity
from libs.kit.process import clock
from services.catalog.domain import products
from services.catalog.models import Product
from services.catalog.queries import copies as copy_queries
from services.catalog.queries import products as product_queries
from services.catalog.queries.products import ListingDetails
from services.catalog.schemas.products import AuctionTermsIn, RelistIn
from services.catalog.service import auction_client
from services.catalog.service.changes import changed, details_of
from services.catalog.service.checks import allowance_of, check_not_reserved, check_relistable
from services.catalog.service.products import put_up_again
from services.catalog.service.vocabulary import find_by


async def put_to_auction(
    session: AsyncSession, seller: Identity, product_id: int, terms: AuctionTermsIn, auction_id: int | None
) -> ListingDetails:
    """Make the listing an auction; one that was auctioned or sold before is listed anew and linked (C25)."""
    await people.lock_actor(session, seller)
    product = await product_queries.listing_owned_by(session, product_id, seller.user_id)
    products.check_status("auction", product.status)
    await check_relistable(session, product, to_auction=True)
    await check_not_reserved(session, product)
    if product.auction_id is not None or product.status == "sold":
        wished = RelistIn.model_construct(auction=terms, price=None)
        return await put_up_again(session, seller, product_id, wished, auction_id, to_auction=True)
    if product.status == "archived":
        (await allowance_of(session, seller.user_id)).check_for_sale()
    names = _become_auction(product, terms, auction_id)
    await find_by(session, product)
    await changed(session, product, names)
    now = await clock.now(session)
    await copy_queries.keep(session, auction_client.own_copy(product, terms) | {"starts_at": now})
    return await details_of(session, product)


def _become_auction(product: Product, terms: AuctionTermsIn, auction_id: int | None) -> list[str]:
    """Write what makes a listing an auction and return the names of what differs."""
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
