"""Confirming a purchase: catalog holds the bottle first, then the deal is written.

No connection to the database is held while catalog answers. If the deal is never written, catalog asks for it
after two minutes and gives the bottle back."""

from libs.kit.db.database import Database
from libs.kit.http.access import Identity
from libs.kit.http.client import InternalClient
from libs.kit.http.errors import Unavailable
from services.messaging.domain.refusals import NoLongerAvailable
from services.messaging.models import Deal
from services.messaging.service import deals, offers


async def confirm(database: Database, catalog: InternalClient, person: Identity, message_id: int) -> Deal:
    """Confirm the step of a card; done before changes nothing."""
    async with database.reading() as reading:
        card, deal = await deals.of_card(reading, person, message_id)
    if card.action_type == "INITIATE" and deal.state in ("offered", "unavailable"):
        await _reserve(database, catalog, deal)
    async with database.transaction() as session:
        _, deal = await deals.confirm(session, person, message_id)
    return deal


async def accept_offer(database: Database, catalog: InternalClient, person: Identity, offer_id: int) -> Deal:
    """Accept an offer, hold the bottle, and confirm the purchase of its buyer, who has agreed to the price.

    Where this ends after the first step the purchase card stands at the agreed price: the buyer confirms it,
    or the same call again goes on."""
    async with database.transaction() as session:
        deal = await offers.agree(session, person, offer_id)
    if deal.state in ("offered", "unavailable"):
        await _reserve(database, catalog, deal)
        async with database.transaction() as session:
            deal = await deals.confirm_agreed(session, deal.known_id)
    return deal


async def _reserve(database: Database, catalog: InternalClient, deal: Deal) -> None:
    wanted = {"dealId": deal.known_id, "buyerId": deal.buyer_id, "amount": deal.amount}
    answer = await catalog.post(f"/internal/products/{deal.product_id}/reservations", wanted)
    if answer.status in (200, 201):
        return
    code = answer.body.get("code") if isinstance(answer.body, dict) else None
    if code not in ("none_left", "not_found"):
        raise Unavailable
    async with database.transaction() as session:
        await deals.become_unavailable(session, deal.known_id)
    raise NoLongerAvailable
