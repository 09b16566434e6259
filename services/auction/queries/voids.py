"""Which bids count no more."""

from sqlalchemy import Select, select
from sqlmodel import col

from services.auction.models import Bid, BidVoid


def voided() -> Select[int]:
    """The void of the bid that is asked about, if it has one."""
    same = (col(BidVoid.auction_id) == col(Bid.auction_id)) & (col(BidVoid.seq) == col(Bid.seq))
    return select(col(BidVoid.seq)).where(same).correlate(Bid)
