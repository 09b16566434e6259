"""What goes over HTTP about auctions."""

from libs.kit.money import RinggitOut
from services.auction.schemas.bids import BidOut
from services.auction.schemas.figures import AuctionFiguresOut
from services.auction.schemas.lots import LotOut


class AuctionOut(AuctionFiguresOut):
    """An auction with its lot and latest bids, newest first; `ownMaximum` is for the leader, `ownBid` for
    bidders."""

    bids: list[BidOut]
    product: LotOut | None
    own_bid: RinggitOut | None
    own_maximum: RinggitOut | None
    # The price that its present buyer pays.
    final_price: RinggitOut | None
    relisted_from: int | None
