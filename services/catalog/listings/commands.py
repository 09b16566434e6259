"""Commands that change a listing and its auction, which the auction service stores (decision 0003). Each
command checks what catalog may refuse, calls the auction service without a database connection, and commits.
If the listing is never committed, the auction service deletes the reservation within the hour. If new terms
are not committed, they arrive later as `AuctionChanged`."""

from sqlalchemy.ext.asyncio import AsyncSession

from libs.kit.db.database import Database
from libs.kit.http.client import InternalClient
from libs.kit.security.tokens import Identity
from services.catalog.listings import auction_client, service
from services.catalog.listings.auction_schemas import AuctionChangeIn
from services.catalog.listings.checks import auction_to_end, auction_to_leave, changeable_auction, product_in
from services.catalog.listings.queries import ListingDetails
from services.catalog.listings.schemas import AuctionTermsIn, ProductIn


class ListingCommands:
    def __init__(self, database: Database, auctions: InternalClient) -> None:
        self._database, self._auctions = database, auctions

    async def reserve(self, seller: Identity, terms: AuctionTermsIn | None) -> int | None:
        return await auction_client.reserve_auction(self._auctions, seller, terms)

    async def reserve_relisting(
        self, seller: Identity, product_id: int, terms: AuctionTermsIn | None, *, to_auction: bool = False
    ) -> int | None:
        """Removes the bottle from its previous auction. If the reserved auction never opens, the bottle can
        be listed again."""
        async with self._database.reading() as reading:
            old_id = await auction_to_leave(reading, seller, product_id, terms, to_auction=to_auction)
        new_id = await auction_client.reserve_auction(self._auctions, seller, terms)
        await auction_client.withdraw_auction(self._auctions, seller, old_id, relisted_as=new_id)
        return new_id

    async def change(
        self, session: AsyncSession, seller: Identity, product_id: int, form: ProductIn, *, host: str
    ) -> ListingDetails:
        if form.auction is not None:
            await self._change_terms(seller, product_id, form, form.auction, host)
        return await service.change_listing(session, seller, product_id, form, host=host)

    async def change_auction(
        self, session: AsyncSession, seller: Identity, auction_id: int, form: AuctionChangeIn, *, host: str
    ) -> ListingDetails:
        async with self._database.reading() as reading:
            product_id = await product_in(reading, seller, auction_id)
            product_form = form.product or await service.get_form_of(reading, seller, product_id)
        await self._change_terms(seller, product_id, product_form, form.auction, host)
        product_form = form.product or await service.get_form_of(session, seller, product_id)
        changed = product_form.model_copy(update={"auction": form.auction})
        return await service.change_listing(session, seller, product_id, changed, host=host)

    async def _change_terms(
        self, seller: Identity, product_id: int, form: ProductIn, terms: AuctionTermsIn, host: str
    ) -> None:
        # Catalog refuses before the auction service commits the terms.
        async with self._database.transaction() as checking:
            auction_id = await changeable_auction(checking, seller, product_id)
            await service.check_change(checking, seller, product_id, form, host=host)
        await auction_client.change_terms(self._auctions, seller, auction_id, terms)

    async def archive(self, session: AsyncSession, seller: Identity, product_id: int) -> ListingDetails:
        await self.end_auction(seller, product_id, "archive")
        return await service.archive_listing(session, seller, product_id)

    async def remove(self, session: AsyncSession, seller: Identity, product_id: int) -> None:
        await self.end_auction(seller, product_id, "delete")
        await service.remove_listing(session, seller, product_id)

    async def end_auction(self, seller: Identity, product_id: int, act: str) -> None:
        async with self._database.reading() as reading:
            auction_id = await auction_to_end(reading, seller, product_id, act)
        await auction_client.withdraw_auction(self._auctions, seller, auction_id)
