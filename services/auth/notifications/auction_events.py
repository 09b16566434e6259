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
from services.auth.accounts import queries as account_queries
from services.auth.notifications import queries
from services.auth.notifications.kinds import MailedNotice
from services.auth.notifications.service import News, notify

OWN_STRIKE = "/cases/strikes/{}"


class OfAuction(Protocol):
    """The fields that every auction event has."""

    @property
    def auction_id(self) -> int: ...

    @property
    def product_id(self) -> int: ...

    @property
    def seller_id(self) -> int: ...


async def notify_outbid(session: AsyncSession, facts: Sequence[BidderOutbid]) -> None:
    """Not sent once the auction is over."""
    now = clock.about_now()
    news = [
        _of(fact, fact.user_id, "outbid", fact.outbid_at, {"price": fact.price})
        for fact in facts
        if now < fact.ends_at
    ]
    await notify(session, news)


async def notify_ending(session: AsyncSession, facts: Sequence[BidderReminded | FavouriteEndingSoon]) -> None:
    """Notify that the auction ends soon. A bidder who also saved the listing is notified once."""
    now, news = await clock.now(session), []
    for fact in facts:
        if now < fact.ends_at:
            figures = {"price": fact.price, "until": fact.ends_at.isoformat()}
            news.append(_of(fact, fact.user_id, "ending_soon", fact.told_at, figures))
    await notify(session, news)


async def notify_won(session: AsyncSession, fact: AuctionWon) -> None:
    """Notify the winner of the payment deadline, and the seller of the sale."""
    figures = {"price": fact.price, "until": fact.pay_by.isoformat()}
    await _notify(session, fact, fact.winner_id, "won", fact.won_at, figures)
    await _notify(session, fact, fact.seller_id, "sold", fact.won_at, figures)
    await keep_name(session, fact, fact.pay_by)


async def notify_unsold(session: AsyncSession, fact: AuctionEnded) -> None:
    """Notify the seller that the auction ended without a sale and what they can do next (AUC-10)."""
    if fact.outcome == "reserve_not_met":
        price = fact.highest_bid or 0
        await _notify(session, fact, fact.seller_id, "reserve_not_met", fact.ended_at, {"price": price})
    elif fact.outcome == "no_bids":
        anew = f"/sell?relist={fact.product_id}"
        await _notify(session, fact, fact.seller_id, "no_bids", fact.ended_at, {}, link=anew)


async def notify_lost(session: AsyncSession, facts: Sequence[BidderLost]) -> None:
    news = []
    for fact in facts:
        kind: MailedNotice = "lost" if fact.price is not None else "lost_to_reserve"
        figures = {} if fact.price is None else {"price": fact.price}
        news.append(_of(fact, fact.user_id, kind, fact.lost_at, figures))
    await notify(session, news)


async def notify_released(session: AsyncSession, facts: Sequence[BidderReleased]) -> None:
    """Notify bidders that their bids on a cancelled auction are no longer valid."""
    await notify(
        session, [_of(fact, fact.user_id, "auction_cancelled", fact.released_at, {}) for fact in facts]
    )


async def notify_voided(session: AsyncSession, fact: BidsVoided) -> None:
    """Notify a bidder whose bids staff voided. People who were banned or erased are notified elsewhere."""
    if fact.reason == "retracted":
        news = _of(fact, fact.bidder_id, "bids_voided", fact.voided_at, {})
        # A person may bid again and have those bids voided too.
        await notify(session, [replace(news, about=f"{news.about} {fact.voided_at.isoformat()}")])


async def notify_due(session: AsyncSession, fact: PaymentReminded) -> None:
    if await clock.now(session) < fact.pay_by:
        figures = {"price": fact.price, "until": fact.pay_by.isoformat()}
        await _notify(session, fact, fact.winner_id, "payment_due", fact.reminded_at, figures)


async def notify_second_chance(session: AsyncSession, fact: SecondChanceOffered) -> None:
    if await clock.now(session) < fact.expires_at:
        figures = {"price": fact.price, "until": fact.expires_at.isoformat()}
        await _notify(session, fact, fact.bidder_id, "second_chance", fact.offered_at, figures)
    await keep_name(session, fact, fact.expires_at)


async def notify_answer(session: AsyncSession, fact: SecondChanceAnswered) -> None:
    """Notify the seller of a declined or expired offer. An accepted one is notified as a sale."""
    if fact.answer != "accepted":
        await _notify(
            session, fact, fact.seller_id, "second_chance_missed", fact.answered_at, {"price": fact.price}
        )


async def notify_strike(session: AsyncSession, fact: StrikeGiven | StrikeReviewed) -> None:
    """Notify a winner who did not pay of the strike, with a link to appeal, and both sides of the review's
    result."""
    if isinstance(fact, StrikeReviewed):
        await _notify_review(session, fact)
        return
    figures: dict[str, Any] = {}
    kind: MailedNotice = "strike"
    if fact.suspended_until is not None:
        figures, kind = {"until": fact.suspended_until.isoformat()}, "bidding_paused"
    link = None if fact.strike_id is None else OWN_STRIKE.format(fact.strike_id)
    await _notify(session, fact, fact.user_id, kind, fact.given_at, figures, link=link)


async def _notify_review(session: AsyncSession, fact: StrikeReviewed) -> None:
    """Notify both sides whether staff withdrew the strike."""
    if fact.outcome != "done":
        return
    kinds: tuple[MailedNotice, MailedNotice] = (
        ("strike_lifted", "strike_lifted_seller") if fact.lifted else ("strike_stays", "strike_stays_seller")
    )
    link, figures = OWN_STRIKE.format(fact.strike_id), {"reason": fact.reason}
    theirs = _of(fact, fact.user_id, kinds[0], fact.decided_at, figures, link=link)
    sellers = _of(fact, fact.seller_id, kinds[1], fact.decided_at, figures)
    await notify(session, [theirs, sellers])


async def _notify(
    session: AsyncSession,
    fact: OfAuction,
    user_id: int,
    kind: MailedNotice,
    at: datetime,
    figures: dict[str, Any],
    *,
    link: str | None = None,
) -> None:
    await notify(session, [_of(fact, user_id, kind, at, figures, link=link)])


def _of(
    fact: OfAuction,
    user_id: int,
    kind: MailedNotice,
    at: datetime,
    figures: dict[str, Any],
    *,
    link: str | None = None,
) -> News:
    return News(
        user_id=user_id,
        kind=kind,
        about=f"{kind} {fact.auction_id}",
        facts=figures,
        link=link or f"/auctions/{fact.auction_id}",
        writer_id=fact.seller_id,
        at=at,
        lot_id=fact.product_id,
    )


async def keep_lot(session: AsyncSession, fact: ProductListed | ProductChanged) -> None:
    """Store the title of a listing, unless its seller was erased."""
    if fact.auction_id is None or await account_queries.share_lock_user(session, fact.seller_id) is None:
        return
    await queries.save_lot_name(session, fact.product_id, fact.seller_id, fact.name, await clock.now(session))


async def keep_name(session: AsyncSession, fact: OfAuction, until: datetime) -> None:
    """Retain the listing title until the auction's last notifications. The event of an auction may arrive
    before the title."""
    if await account_queries.share_lock_user(session, fact.seller_id) is None:
        return
    await queries.keep_lot_until(session, fact.product_id, fact.seller_id, until)


async def drop_lot(session: AsyncSession, fact: ProductRemoved) -> None:
    if fact.reason in ("moderated", "deleted", "seller_erased"):
        await queries.drop_lot(session, fact.product_id)
