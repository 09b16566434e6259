"""Cancelling a deal: boost, which holds its money, and auction, which decides its sales, are asked first.

No connection to the database is held meanwhile. Boost pays no one until it knows what became of the deal."""

from datetime import datetime
from typing import cast

from libs.kit.db.database import Database
from libs.kit.http.access import Identity
from libs.kit.http.errors import NotFound, Unavailable
from libs.kit.process import clock
from services.messaging.domain import deals as rules
from services.messaging.domain.cancellations import agreed_request
from services.messaging.domain.refusals import CancellationOutdated, NotYourTurn, StepRefused
from services.messaging.models.deals import Deal
from services.messaging.queries import deals as deal_queries
from services.messaging.service import auction_client, boost_client, cancellations
from services.messaging.service.cancellations import RequestSnapshot
from services.messaging.service.deal_commands import Owners
from services.messaging.service.deal_facts import Reason

# Each further try needs another step of the deal in the same moment.
CANCEL_TRIES = 3


async def cancel(database: Database, owners: Owners, person: Identity, deal_id: int, reason: Reason) -> Deal:
    """Cancel a deal, or ask the other person to. Boost and, of a sale before its payment, auction have to
    agree first (U28). Someone who agrees to a request never makes a new one: if the request ends in the
    meantime, this raises `CancellationOutdated`."""
    for _ in range(CANCEL_TRIES):
        deal = await _own_deal(database, person, deal_id)
        async with database.reading() as reading:
            now = await clock.now(reading)
        snapshot = cancellations.snapshot_of(deal, now)
        by = cancellations.role(deal, person.user_id)
        pending_since = await _ask_to_cancel(database, owners, deal, by, snapshot, now)
        async with database.transaction() as session:
            done = await cancellations.cancel(session, person, deal_id, reason, snapshot)
        if done is not None:
            return done
        if pending_since is not None:
            await boost_client.withdraw_cancellation(owners.boost, deal.known_id, pending_since)
        if agreed_request(snapshot.request, by) is not None:
            raise CancellationOutdated
    raise Unavailable


async def _ask_to_cancel(
    database: Database, owners: Owners, deal: Deal, by: rules.Role, snapshot: RequestSnapshot, now: datetime
) -> str | None:
    """Return since when the cancellation is pending at boost, or None."""
    state = cast("rules.State", deal.state)
    if state == "cancelled":
        return None
    if (state, "CANCEL") in rules.TABLE:
        pending_since = None
        if deal.opened_at is not None:
            pending_since = await boost_client.begin_cancellation(owners.boost, deal.known_id, by)
        if deal.sale_number is not None:
            await auction_client.settle(owners.auction, deal, paid=False, cancelled_by=by)
        return pending_since
    rules.after(state, "AGREE_CANCEL")
    agreed = agreed_request(snapshot.request, by)
    asked_at, agreed_at = (now, None) if agreed is None else (agreed.at, now)
    try:
        return await boost_client.begin_cancellation(
            owners.boost, deal.known_id, "agreement", asked_at, agreed_at
        )
    except CancellationOutdated:
        async with database.transaction() as session:
            await cancellations.end_request(session, deal.known_id, asked_at)
        raise


async def not_paid(database: Database, owners: Owners, seller: Identity, deal_id: int) -> Deal:
    """Say that the buyer of an auction did not pay in time: a strike, and the lot is free (decision 0018)."""
    deal = await _own_deal(database, seller, deal_id)
    if deal.seller_id != seller.user_id:
        raise NotYourTurn
    if deal.sale_number is None:
        raise StepRefused(deal.state)
    await auction_client.settle(owners.auction, deal, paid=False)
    async with database.transaction() as session:
        return await cancellations.not_paid(session, seller, deal_id)


async def _own_deal(database: Database, person: Identity, deal_id: int) -> Deal:
    async with database.reading() as reading:
        deal = (await deal_queries.deals(reading, [deal_id])).get(deal_id)
    if deal is None or person.user_id not in (deal.seller_id, deal.buyer_id):
        raise NotFound
    return deal
