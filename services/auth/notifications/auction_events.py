from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any, Protocol

from sqlalchemy.ext.asyncio import AsyncSession

from libs.contracts.events.auction import (
    AuctionEnded,
    AuctionWon,
    BidderLost,
    BidderOutbid,
    BidderReleased,
    BidderReminded,
    BidsVoided,
)
from libs.contracts.events.catalog import FavouriteEndingSoon, ProductChanged, ProductListed, ProductRemoved
from libs.contracts.events.sales import (
    PaymentReminded,
    SecondChanceAnswered,
    SecondChanceOffered,
    StrikeGiven,
    StrikeReviewed,
)
from libs.kit.process import clock
from services.auth.accounts.queries import share_lock_user
from services.auth.notifications import queries
from services.auth.notifications.kinds import MailedNotification
from services.auth.notifications.service import News, notify

OWN_STRIKE = "/cases/strikes/{}"


class OfAuction(Protocol):
    @property
    def auction_id(self) -> int: ...

    @property
    def product_id(self) -> int: ...

    @property
    def seller_id(self) -> int: ...


async def notify_outbid(session: AsyncSession, events: Sequence[BidderOutbid]) -> None:
    now = clock.about_now()
    news = [
        _of(event, event.user_id, "outbid", event.outbid_at, {"price": event.price})
        for event in events
        if now < event.ends_at
    ]
    await notify(session, news)


async def notify_ending(
    session: AsyncSession, events: Sequence[BidderReminded | FavouriteEndingSoon]
) -> None:
    now, news = await clock.now(session), []
    for event in events:
        if now < event.ends_at:
            figures = {"price": event.price, "until": event.ends_at.isoformat()}
            news.append(_of(event, event.user_id, "ending_soon", event.notified_at, figures))
    await notify(session, news)


async def notify_won(session: AsyncSession, event: AuctionWon) -> None:
    figures = {"price": event.price, "until": event.pay_by.isoformat()}
    await _notify(session, event, event.winner_id, "won", event.won_at, figures)
    await _notify(session, event, event.seller_id, "sold", event.won_at, figures)
    await keep_name(session, event, event.pay_by)


async def notify_unsold(session: AsyncSession, event: AuctionEnded) -> None:
    if event.outcome == "reserve_not_met":
        price = event.highest_bid or 0
        await _notify(session, event, event.seller_id, "reserve_not_met", event.ended_at, {"price": price})
    elif event.outcome == "no_bids":
        anew = f"/sell?relist={event.product_id}"
        await _notify(session, event, event.seller_id, "no_bids", event.ended_at, {}, link=anew)


async def notify_lost(session: AsyncSession, events: Sequence[BidderLost]) -> None:
    news = []
    for event in events:
        kind: MailedNotification = "lost" if event.price is not None else "lost_to_reserve"
        figures = {} if event.price is None else {"price": event.price}
        news.append(_of(event, event.user_id, kind, event.lost_at, figures))
    await notify(session, news)


async def notify_released(session: AsyncSession, events: Sequence[BidderReleased]) -> None:
    await notify(
        session, [_of(event, event.user_id, "auction_cancelled", event.released_at, {}) for event in events]
    )


async def notify_voided(session: AsyncSession, event: BidsVoided) -> None:
    """Only notifies about retracted bids. Bans and erasures have their own notifications."""
    if event.reason == "retracted":
        news = _of(event, event.bidder_id, "bids_voided", event.voided_at, {})
        # The subject includes the time, because later bids of the same person may be voided too.
        await notify(session, [replace(news, about=f"{news.about} {event.voided_at.isoformat()}")])


async def notify_due(session: AsyncSession, event: PaymentReminded) -> None:
    if await clock.now(session) < event.pay_by:
        figures = {"price": event.price, "until": event.pay_by.isoformat()}
        await _notify(session, event, event.winner_id, "payment_due", event.reminded_at, figures)


async def notify_second_chance(session: AsyncSession, event: SecondChanceOffered) -> None:
    if await clock.now(session) < event.expires_at:
        figures = {"price": event.price, "until": event.expires_at.isoformat()}
        await _notify(session, event, event.bidder_id, "second_chance", event.offered_at, figures)
    await keep_name(session, event, event.expires_at)


async def notify_answer(session: AsyncSession, event: SecondChanceAnswered) -> None:
    if event.answer != "accepted":
        await _notify(
            session, event, event.seller_id, "second_chance_missed", event.answered_at, {"price": event.price}
        )


async def notify_strike(session: AsyncSession, event: StrikeGiven | StrikeReviewed) -> None:
    if isinstance(event, StrikeReviewed):
        await _notify_review(session, event)
        return
    figures: dict[str, Any] = {}
    kind: MailedNotification = "strike"
    if event.suspended_until is not None:
        figures, kind = {"until": event.suspended_until.isoformat()}, "bidding_paused"
    link = None if event.strike_id is None else OWN_STRIKE.format(event.strike_id)
    await _notify(session, event, event.user_id, kind, event.given_at, figures, link=link)


async def _notify_review(session: AsyncSession, event: StrikeReviewed) -> None:
    if event.outcome != "done":
        return
    kinds: tuple[MailedNotification, MailedNotification] = (
        ("strike_lifted", "strike_lifted_seller") if event.lifted else ("strike_stays", "strike_stays_seller")
    )
    link, figures = OWN_STRIKE.format(event.strike_id), {"reason": event.reason}
    theirs = _of(event, event.user_id, kinds[0], event.decided_at, figures, link=link)
    sellers = _of(event, event.seller_id, kinds[1], event.decided_at, figures)
    await notify(session, [theirs, sellers])


async def _notify(
    session: AsyncSession,
    event: OfAuction,
    user_id: int,
    kind: MailedNotification,
    at: datetime,
    figures: dict[str, Any],
    *,
    link: str | None = None,
) -> None:
    await notify(session, [_of(event, user_id, kind, at, figures, link=link)])


def _of(
    event: OfAuction,
    user_id: int,
    kind: MailedNotification,
    at: datetime,
    figures: dict[str, Any],
    *,
    link: str | None = None,
) -> News:
    return News(
        user_id=user_id,
        kind=kind,
        about=f"{kind} {event.auction_id}",
        context=figures,
        link=link or f"/auctions/{event.auction_id}",
        writer_id=event.seller_id,
        at=at,
        listing_id=event.product_id,
    )


async def save_listing_title(session: AsyncSession, event: ProductListed | ProductChanged) -> None:
    if event.auction_id is None or await share_lock_user(session, event.seller_id) is None:
        return
    await queries.save_listing_title(
        session, event.product_id, event.seller_id, event.name, await clock.now(session)
    )


async def keep_name(session: AsyncSession, event: OfAuction, until: datetime) -> None:
    """Retains the listing title. The auction event may arrive before the title."""
    if await share_lock_user(session, event.seller_id) is None:
        return
    await queries.retain_listing_title(session, event.product_id, event.seller_id, until)


async def delete_listing_title(session: AsyncSession, event: ProductRemoved) -> None:
    if event.reason in ("moderated", "deleted", "seller_erased"):
        await queries.delete_listing_title(session, event.product_id)
