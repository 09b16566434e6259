"""What boost knows of listings, told by catalog; the boosts of one that is removed end."""

from sqlalchemy.ext.asyncio import AsyncSession

from libs.contracts.events.catalog import ProductChanged, ProductListed, ProductRemoved, ProductSold
from libs.contracts.events.measures import MeasureAppliedToMoney
from libs.kit.events import measures
from libs.kit.events.product_copies import ProductCopies
from services.boost.models.products import ProductCopy
from services.boost.queries import products as queries
from services.boost.service import boosts

# An archived listing may come back, and an erased seller has no use for credit.
CREDITED = ("moderated", "deleted", "auction_cancelled")


class Listings(ProductCopies):
    """The copies of listings, and what becomes of their boosts."""

    async def keep(self, session: AsyncSession, fact: ProductListed | ProductChanged) -> None:
        """Write a listing as it is now; one that is pending cannot be boosted."""
        await super().keep(session, fact)
        if isinstance(fact, ProductChanged) and fact.status != "active":
            await queries.set_status(session, fact.product_id, fact.status)

    async def take_off(self, session: AsyncSession, fact: ProductRemoved | ProductSold) -> None:
        """Write that a listing is not for sale any more; what is left of its boosts becomes credit."""
        if isinstance(fact, ProductRemoved) and fact.reason in CREDITED:
            credited = await boosts.remove(session, fact.product_id)
            await measures.answer_removal(session, MeasureAppliedToMoney, fact, {"boosts_credited": credited})
        await super().take_off(session, fact)


products = Listings(ProductCopy)
