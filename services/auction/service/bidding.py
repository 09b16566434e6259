"""Bids, many at once: load and lock, decide each in the order they came, save, tell; all in one transaction.

Under the lock of each auction nothing else happens to it, and the time is read after it (M6): bids, the hammer, a ban
and new terms come one after another, whichever replica they come to."""

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncSession

from libs.contracts.fact import Fact
from libs.kit import clock, idempotency, outbox, people, telemetry
from libs.kit.access import Identity
from libs.kit.errors import DomainError, IdempotencyMismatch, NotFound
from libs.kit.idempotency import Claim
from services.auction import queries
from services.auction.domain import bids
from services.auction.models import Auction, Bid, Maximum
from services.auction.service import facts
from services.auction.settings import AuctionSettings

CREATED = 201


@dataclass(frozen=True)
class Asked:
    """A bid as somebody sent it; with a key it is done once, however often it comes."""

    bidder: Identity
    auction_id: int
    offer: bids.Offer
    key: str | None = None
    traceparent: str | None = field(default_factory=telemetry.traceparent, compare=False)
    """Of the request it came with: its facts belong to that, whoever else is in the batch."""

    @property
    def claim(self) -> Claim | None:
        """The same over every door: what counts is who bids how much on what."""
        if self.key is None:
            return None
        meant = hashlib.sha256(f"{self.offer.amount}:{self.offer.most}".encode()).digest()
        return Claim(self.bidder.user_id, f"bid {self.auction_id}", self.key, meant)


@dataclass(frozen=True)
class Placed:
    """A bid that was taken, its auction right after it, and where its room stands. `bid` is the bidder's newest."""

    bid: Bid
    auction: Auction
    epoch: int
    at: datetime
    raised: bool
    """Only the maximum of whoever leads already is another."""


Render = Callable[[Placed], bytes]
Answer = bytes | DomainError


class Batch:
    """Bids that came while the last ones were being written."""

    def __init__(self, session: AsyncSession, settings: AuctionSettings, render: Render) -> None:
        self._session, self._settings, self._render = session, settings, render
        self._answered: dict[tuple[int, str, str], tuple[Claim, bytes]] = {}
        self._auctions: dict[int, Auction] = {}
        self._leading: dict[int, Bid] = {}
        self._bids: list[Bid] = []
        self._maximums: list[dict[str, Any]] = []
        self._facts: list[tuple[Fact, int]] = []
        self._traces: list[str | None] = []
        self._kept: dict[Claim, bytes] = {}

    async def decide(self, asked: Sequence[Asked]) -> list[Answer]:
        """What becomes of each, in order."""
        refusals = await people.acting_all(self._session, [one.bidder for one in asked])
        self._auctions = await queries.opened_all_for_update(self._session, {one.auction_id for one in asked})
        # Under the lock: the same key on the same auction was answered before, or will be asked about after.
        self._answered = await idempotency.known(self._session, [claim for one in asked if (claim := one.claim)])
        self._at = await clock.now(self._session)
        moment = await queries.moment(self._session, len(asked))
        self._epoch = moment.epoch
        answers = [
            refusals.get(one.bidder.user_id) or await self._once(one, bid_ids)
            for one, bid_ids in zip(asked, moment.bid_ids, strict=True)
        ]
        await self._save()
        return answers

    async def _once(self, asked: Asked, bid_ids: int) -> Answer:
        """The answer this key had before, in an earlier batch or in this one, else a decision."""
        claim = asked.claim
        if claim is None:
            return await self._answer(asked, bid_ids)
        if claim.name in self._answered:
            same, answered = self._answered[claim.name]
            return answered if same == claim else IdempotencyMismatch()
        answer = await self._answer(asked, bid_ids)
        if isinstance(answer, bytes):
            self._answered[claim.name] = claim, answer
            self._kept[claim] = answer
        return answer

    async def _answer(self, asked: Asked, bid_ids: int) -> Answer:
        try:
            return self._render(await self._place(asked, bid_ids))
        except DomainError as refusal:
            return refusal

    async def _place(self, asked: Asked, bid_ids: int) -> Placed:
        auction, bidder = self._auctions.get(asked.auction_id), asked.bidder
        if auction is None:
            raise NotFound
        standing = auction.standing
        decision = bids.place(standing, asked.offer, self._at, start_counts=self._settings.start_counts)
        names = {bidder.user_id: bids.masked(bidder.username)}
        if any(step.bidder_id not in names for step in decision.steps) or not decision.steps:
            leading = await self._leading_bid(auction)
            names |= {leading.bidder_id: leading.bidder_name}
        auction.leader_most = decision.after.leader_most
        if asked.offer.most > asked.offer.amount or not decision.steps:
            said = {"auction_id": asked.auction_id, "bidder_id": bidder.user_id, "most": asked.offer.most}
            self._maximums.append(said | {"placed_at": self._at})
        extended = decision.after.ends_at > auction.ends_at
        auction.ends_at = decision.after.ends_at
        own = None
        for number, step in enumerate(decision.steps):
            bid = self._log(auction, step, names, bid_ids + number, bidder.user_id)
            own = bid if step.bidder_id == bidder.user_id else own
        if extended:
            auction.version += 1
            self._facts.append((facts.extended(auction, self._epoch), auction.version))
        self._traces += [asked.traceparent] * (len(self._facts) - len(self._traces))
        own = own or await self._leading_bid(auction)
        return Placed(own, auction, self._epoch, self._at, raised=not decision.steps)

    def _log(self, auction: Auction, step: bids.Step, names: dict[int, str], bid_id: int, offerer: int) -> Bid:
        """One more bid of the log, the auction as it is with it, and the fact that says so."""
        bid = Bid(
            auction_id=facts.sure(auction.id),
            seq=auction.last_seq + 1,
            id=bid_id,
            bidder_id=step.bidder_id,
            bidder_name=names[step.bidder_id],
            amount=step.amount,
            is_auto=step.is_auto,
            answers_id=offerer if step.is_auto else None,
            placed_at=self._at,
        )
        previous = auction.current_bidder_id
        auction.current_bid, auction.current_bidder_id = bid.amount, bid.bidder_id
        auction.bid_count += 1
        auction.last_seq = bid.seq
        auction.version += 1
        auction.updated_at = self._at
        self._bids.append(bid)
        self._facts.append((facts.placed(auction, bid, previous, self._epoch), auction.version))
        self._leading[bid.auction_id] = bid
        return bid

    async def _leading_bid(self, auction: Auction) -> Bid:
        """The newest bid that counts: its bidder leads."""
        auction_id = facts.sure(auction.id)
        if auction_id not in self._leading:
            self._leading[auction_id] = (await queries.latest_bids(self._session, auction, 1))[0]
        return self._leading[auction_id]

    async def _save(self) -> None:
        """Everything that was decided, in one go for each table."""
        if self._bids:
            await self._session.execute(insert(Bid), [bid.model_dump() for bid in self._bids])
        if self._maximums:
            await self._session.execute(insert(Maximum).on_conflict_do_nothing(), self._maximums)
        await outbox.record_all(self._session, self._facts, self._traces)
        await idempotency.keep_all(self._session, self._kept, status=CREATED)
        await self._session.flush()  # the auctions too: what does not fit the tables shows before the commit
