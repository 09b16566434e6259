"""What goes over HTTP about a person's own auctions."""

from datetime import datetime
from typing import Any

from libs.kit.http.schemas import Out
from libs.kit.money import RinggitOut
from services.auction.domain import ends, own_auctions
from services.auction.models import HIDDEN
from services.auction.queries.own_auctions import OwnAuction
from services.auction.schemas.figures import AuctionFiguresOut, figures_of
from services.auction.schemas.lots import pictures_of


class MineLotOut(Out):
    """What is for sale, as a line shows it."""

    name: str
    brand: str
    volume: int
    image_url: str | None


class MineOut(Out):
    """One auction of a person. `ownMaximum` is shown to its bidder only."""

    auction: AuctionFiguresOut
    lot: MineLotOut | None
    state: own_auctions.BidderState | own_auctions.SellerState
    own_bid: RinggitOut | None
    own_maximum: RinggitOut | None
    # What one pays, was offered for, or gets, if that is known; else the highest bid.
    price: RinggitOut | None
    pay_by: datetime | None
    # Until when a second chance may be taken.
    answer_by: datetime | None


class MinePageOut(Out):
    """A page of them; `next` names the page after it."""

    auctions: list[MineOut]
    next: str | None


def as_bidder(own: OwnAuction, viewer_id: int, now: datetime, epoch: int, *, start_counts: bool) -> MineOut:
    """Return an auction as its bidder sees it."""
    figures = figures_of(own.auction, viewer_id, now, epoch, start_counts=start_counts)
    state = own_auctions.for_bidder(
        status=figures["status"],
        outcome=figures["outcome"],
        leads=own.auction.current_bidder_id == viewer_id,
        sale=own.own_sale,
        offer=own.offer,
        now=now,
    )
    line = _line(own, figures, state, own.own_sale.pay_by if own.own_sale else None)
    # Words and pictures that staff took away are shown to their seller only.
    return line.model_copy(update={"lot": None}) if own.lot is not None and HIDDEN in own.lot.card else line


def as_seller(own: OwnAuction, viewer_id: int, now: datetime, epoch: int, *, start_counts: bool) -> MineOut:
    """Return an auction as its seller sees it."""
    figures = figures_of(own.auction, viewer_id, now, epoch, start_counts=start_counts)
    state = own_auctions.for_seller(
        status=figures["status"], outcome=figures["outcome"], sale=own.sale, offer=own.offer, now=now
    )
    return _line(own, figures, state, own.sale.pay_by if own.sale else None)


def _line(own: OwnAuction, figures: dict[str, Any], state: Any, pay_by: datetime | None) -> MineOut:
    auction, card = own.auction, own.lot.card if own.lot else None
    if state in ("to_pay", "to_be_paid") and pay_by is None:  # over, but not closed by the job yet
        pay_by = auction.ends_at + ends.PAYMENT_WINDOW
    offered = own.offer if state == "offered" else None
    return MineOut(
        auction=AuctionFiguresOut(**figures),
        lot=None if card is None else _lot(card),
        state=state,
        own_bid=own.own_bid,
        own_maximum=own.own_maximum,
        price=offered.price if offered else auction.final_price or auction.current_bid,
        pay_by=pay_by if state in ("to_pay", "to_be_paid") else None,
        answer_by=offered.expires_at if offered else None,
    )


def _lot(card: dict[str, Any]) -> MineLotOut:
    pictures = pictures_of(card)
    return MineLotOut(
        name=card["name"],
        brand=card["brand"],
        volume=card["volumeMl"],
        image_url=pictures[0].image_url if pictures else None,
    )
