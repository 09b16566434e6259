"""Offers to everyone who saved a listing (decision 0038) are sent by a job. They are stored outside of
conversations until accepted, so that the seller does not learn who saved the listing."""

import asyncio
from dataclasses import dataclass
from datetime import datetime

import structlog
from sqlalchemy.ext.asyncio import AsyncSession

from libs.contracts.events.offers import FavouriteOffered
from libs.kit.db.database import Database
from libs.kit.errors import NotFound, Unavailable
from libs.kit.events import outbox
from libs.kit.http.client import InternalClient
from libs.kit.process import buggify, clock
from libs.kit.security.tokens import Identity
from libs.marketplace import people, platform_rules
from services.messaging.messages.service import check_may_write, open_conversation
from services.messaging.offers import queries, rules, service
from services.messaging.offers.models import FavouriteCampaign, FavouriteOffer, Offer
from services.messaging.offers.rules import NotNegotiable
from services.messaging.replicas.models import ProductReplica
from services.messaging.replicas.queries import get_product, lock_product

log = structlog.get_logger(__name__)


SENT_AT_ONCE, TRIMMED_AT_ONCE = 20, 1_000


# Longer than catalog's circuit breaker stays open.
PAUSE_SECONDS = 1.0


async def record_campaign(
    session: AsyncSession, seller: Identity, product_id: int, amount: int
) -> FavouriteCampaign:
    """Returns the open offer if it has the same amount."""
    await people.lock_actor(session, seller)
    product = await lock_product(session, product_id)
    if product is None or product.seller_id != seller.user_id:
        raise NotFound
    now = await clock.now(session)
    last = await queries.get_latest_campaign(session, product_id)
    if last is not None and last.amount == amount and rules.campaign_stands(last, now):
        return last
    rules.check_negotiable(product)
    rules.check_amount(amount, product)
    today = await queries.count_campaigns_since(session, seller.user_id, now - rules.DAY)
    most = await platform_rules.value_of(session, "favourite_offers_a_day")
    rules.check_may_send_campaign(last.created_at if last else None, today, most, now)
    campaign = FavouriteCampaign(
        product_id=product_id, seller_id=seller.user_id, amount=amount, created_at=now
    )
    session.add(campaign)
    await session.flush()
    return campaign


async def get_open_campaign(
    session: AsyncSession, seller: Identity, product_id: int
) -> FavouriteCampaign | None:
    last = await queries.get_latest_campaign(session, product_id)
    if last is None or last.seller_id != seller.user_id:
        return None
    return last if rules.campaign_stands(last, await clock.now(session)) else None


async def withdraw_campaign(session: AsyncSession, seller: Identity, product_id: int) -> None:
    await people.lock_actor(session, seller)
    last = await queries.get_latest_campaign(session, product_id)
    if last is None or last.seller_id != seller.user_id:
        raise NotFound
    campaign = await queries.lock_campaign(session, last.known_id)
    if campaign is None:
        raise NotFound
    now = await clock.now(session)
    campaign.withdrawn_at = campaign.withdrawn_at or now
    campaign.sent_at = campaign.sent_at or now


async def send_waiting(database: Database, catalog: InternalClient) -> int:
    sent = last = 0
    while True:
        async with database.reading() as session:
            waiting = await queries.list_waiting_campaigns(session, last, SENT_AT_ONCE)
        for item in waiting:
            last = item.known_id
            watchers: list[int] | None = None
            try:
                watchers = await _watchers(catalog, item.product_id)
            except (Unavailable, OSError) as away:
                log.info("favourite_offer_waits", campaign_id=last, cause=repr(away))
                # More failures would open the circuit breaker for the next campaign.
                await asyncio.sleep(PAUSE_SECONDS)
            buggify.point("after-watchers")
            async with database.transaction() as session:
                sent += await _send(session, item, watchers)
        if len(waiting) < SENT_AT_ONCE:
            return sent


async def _watchers(catalog: InternalClient, product_id: int) -> list[int]:
    answer = await catalog.get(f"/internal/products/{product_id}/watchers?most={rules.MAX_PEOPLE}")
    if answer.status != 200:
        raise Unavailable
    try:
        return [int(item_id) for item_id in answer.body["ids"]][: rules.MAX_PEOPLE]
    except (KeyError, TypeError, ValueError) as odd:
        raise Unavailable from odd


async def _send(session: AsyncSession, found: FavouriteCampaign, watchers: list[int] | None) -> bool:
    """Publish the offers of a campaign once, in one transaction. Returns True if the campaign is done. If
    catalog fails, the campaign stays open until the listing may be offered again."""
    account_status = await people.get_account_status(session, found.seller_id)
    campaign = await queries.lock_campaign(session, found.known_id)
    if campaign is None or campaign.sent_at is not None:
        return True  # Another replica sent the campaign.
    now = await clock.now(session)
    is_late = now >= campaign.created_at + rules.AGAIN_AFTER
    if watchers is None and not is_late:
        return False
    campaign.sent_at = now
    if watchers is None or is_late or account_status != "active" or not await _is_offered(session, campaign):
        return True
    expires_at = campaign.sent_at + rules.STANDS_FOR
    events = [
        FavouriteOffered(
            campaign_id=campaign.known_id,
            product_id=campaign.product_id,
            seller_id=campaign.seller_id,
            buyer_id=buyer_id,
            amount=campaign.amount,
            expires_at=expires_at,
            offered_at=campaign.sent_at,
        )
        for buyer_id in await queries.reach_watchers(session, campaign, watchers, expires_at)
    ]
    await outbox.record_all(session, [(event, 1) for event in events])
    return True


async def _is_offered(session: AsyncSession, campaign: FavouriteCampaign) -> bool:
    product = await get_product(session, campaign.product_id)
    return product is not None and rules.takes_offers(product) and campaign.amount < product.price


async def _acceptable(session: AsyncSession, campaign: FavouriteCampaign) -> ProductReplica | None:
    """Returns None while all pieces are reserved or the listing is not offered."""
    product = await get_product(session, campaign.product_id)
    is_free = product is not None and product.free > 0
    return product if is_free and await _is_offered(session, campaign) else None


@dataclass(frozen=True)
class OpenOffer:
    campaign: FavouriteCampaign
    expires_at: datetime


async def get_open_offer(session: AsyncSession, buyer: Identity, product_id: int) -> OpenOffer | None:
    campaign = await queries.get_latest_campaign(session, product_id)
    if campaign is None:
        return None
    row = await queries.get_received(session, campaign.known_id, buyer.user_id)
    if row is None or row.offer_id is not None or campaign.withdrawn_at is not None:
        return None
    is_open = rules.is_received_open(row, await clock.now(session))
    is_acceptable = is_open and await _acceptable(session, campaign) is not None
    return OpenOffer(campaign, row.expires_at) if is_acceptable else None


async def take_up_offer(session: AsyncSession, buyer: Identity, campaign_id: int) -> int:
    """Add the offer to the conversation. Idempotent. The offer does not count towards the buyer's own
    limit."""
    await people.lock_actor(session, buyer)
    campaign = await queries.get_campaign(session, campaign_id)
    if campaign is None or await queries.get_received(session, campaign_id, buyer.user_id) is None:
        raise NotFound
    product_id, seller_id = campaign.product_id, campaign.seller_id
    await check_may_write(session, buyer.user_id, seller_id)
    conversation = await open_conversation(session, buyer.user_id, seller_id, product_id)
    row = await _locked(session, campaign_id, buyer)
    if row.offer_id is not None:
        return row.offer_id
    now = await clock.now(session)
    rules.check_received_open(row, now)
    rules.check_campaign_stands(await _lock_campaign(session, campaign))
    product = await _acceptable(session, campaign)
    if product is None:
        raise NotNegotiable
    await service.close_open_offer(session, conversation, product_id, buyer.user_id, now)
    offer = Offer(
        conversation_id=conversation.known_id, product_id=product_id, seller_id=seller_id,
        buyer_id=buyer.user_id, by="seller", amount=campaign.amount, created_at=now, expires_at=row.expires_at,
    )  # fmt: skip
    await service.put_offer(session, conversation, offer, product, now)
    row.offer_id = offer.known_id
    return offer.known_id


async def decline_offer(session: AsyncSession, buyer: Identity, campaign_id: int) -> None:
    """The seller is not notified. Idempotent."""
    await people.lock_actor(session, buyer)
    row = await _locked(session, campaign_id, buyer)
    row.declined_at = row.declined_at or await clock.now(session)


async def _locked(session: AsyncSession, campaign_id: int, buyer: Identity) -> FavouriteOffer:
    row = await queries.lock_received(session, campaign_id, buyer.user_id)
    if row is None:
        raise NotFound
    return row


async def _lock_campaign(session: AsyncSession, found: FavouriteCampaign) -> FavouriteCampaign:
    campaign = await queries.lock_campaign(session, found.known_id, shared=True)
    if campaign is None:
        raise NotFound
    return campaign


async def trim_favourite_offers(database: Database, now: datetime) -> int:
    async with database.transaction() as session:
        before = now - rules.OFFERS_KEPT, now - rules.CAMPAIGNS_KEPT
        return await queries.trim_favourite_offers(session, *before, TRIMMED_AT_ONCE)
