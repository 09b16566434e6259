"""Commands on a listing and its auction, which another service keeps (decision 0003).

The order is always the same: check here what this service may refuse, ask the auction service, commit
here. A reservation whose listing is never committed is deleted by the auction service within the hour;
new terms whose listing is not committed come back as `AuctionChanged`. No connection to the database is
held while the auction service answers."""

from sqlalchemy.ext.asyncio import AsyncSession

from libs.kit.db.database import Database
from libs.kit.http.access import Identity
from libs.kit.http.client import InternalClient
from services.catalog.listings import auction_client, service
from services.catalog.listings.auction_schemas import AuctionChangeIn
from services.catalog.listings.checks import auction_to_end, auction_to_leave, changeable_auction, product_in
from services.catalog.listings.queries import ListingDetails
from services.catalog.listings.schemas import AuctionTermsIn, ProductIn


class ListingCommands:
    """The commands that need both services."""

    def __init__(self, database: Database, auctions: InternalClient) -> None:
        self._database, self._auctions = database, auctions

    async def reserve(self, seller: Identity, terms: AuctionTermsIn | None) -> int | None:
        """Reserve the auction of a listing that is about to be committed; None where none is asked for."""
        return await auction_client.reserve_auction(self._auctions, seller, terms)

    async def reserve_anew(
        self, seller: Identity, product_id: int, terms: AuctionTermsIn | None, *, to_auction: bool = False
    ) -> int | None:
        """Reserve the next auction of a listing and take the bottle out of the one before.

        The bottle is held by the reservation, and free again if that never opens."""
        async with self._database.reading() as reading:
            old_id = await auction_to_leave(reading, seller, product_id, terms, to_auction=to_auction)
        new_id = await auction_client.reserve_auction(self._auctions, seller, terms)
        await auction_client.withdraw_auction(self._auctions, seller, old_id, relisted_as=new_id)
        return new_id

    async def change(
        self, session: AsyncSession, seller: Identity, product_id: int, form: ProductIn, *, host: str
    ) -> ListingDetails:
        """Change a listing, and the terms of its auction if the form has any."""
        if form.auction is not None:
            await self._change_terms(seller, product_id, form, form.auction, host)
        return await service.change_listing(session, seller, product_id, form, host=host)

    async def change_auction(
        self, session: AsyncSession, seller: Identity, auction_id: int, form: AuctionChangeIn, *, host: str
    ) -> ListingDetails:
        """Change the terms of an auction, and its listing if the form has one."""
        async with self._database.reading() as reading:
            product_id = await product_in(reading, seller, auction_id)
            lot = form.product or await service.get_form_of(reading, seller, product_id)
        await self._change_terms(seller, product_id, lot, form.auction, host)
        lot = form.product or await service.get_form_of(session, seller, product_id)
        changed = lot.model_copy(update={"auction": form.auction})
        return await service.change_listing(session, seller, product_id, changed, host=host)

    async def _change_terms(
        self, seller: Identity, product_id: int, form: ProductIn, terms: AuctionTermsIn, host: str
    ) -> None:
        # Whatever this service refuses it refuses before the auction service commits the terms.
        async with self._database.transaction() as checking:
            auction_id = await changeable_auction(checking, seller, product_id)
            await service.check_change(checking, seller, product_id, form, host=host)
        await auction_client.change_terms(self._auctions, seller, auction_id, terms)

    async def archive(self, session: AsyncSession, seller: Identity, product_id: int) -> ListingDetails:
        """Take a listing off sale and keep it; its auction ends before."""
        await self.end_auction(seller, product_id, "archive")
        return await service.archive_listing(session, seller, product_id)

    async def remove(self, session: AsyncSession, seller: Identity, product_id: int) -> None:
        """Delete a listing; its auction ends before."""
        await self.end_auction(seller, product_id, "delete")
        await service.remove_listing(session, seller, product_id)

    async def end_auction(self, seller: Identity, product_id: int, act: str) -> None:
        """End the auction of a listing that is about to be archived or deleted, if it is in one."""
        async with self._database.reading() as reading:
            auction_id = await auction_to_end(reading, seller, product_id, act)
        await auction_client.withdraw_auction(self._auctions, seller, auction_id)
