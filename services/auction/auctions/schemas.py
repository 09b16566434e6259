from datetime import datetime
from typing import Annotated, Any, Literal

from pydantic import Field

from libs.contracts.events.evidence import PictureKind
from libs.kit.http.schemas import In, Instant, Out
from libs.kit.money import RinggitOut
from services.auction.auctions import rules
from services.auction.auctions.models import Person
from services.auction.auctions.queries import OwnAuction
from services.auction.bidding.schemas import AuctionFiguresOut, BidOut, figures_of
from services.auction.closing.rules import PAYMENT_WINDOW
from services.auction.models import HIDDEN
from services.auction.sales.rules import bidder_state, seller_state


class ListingImageOut(Out):
    """Smaller versions are at `{imageUrl}-{size}` if the dimensions are known."""

    id: int
    image_url: str
    image_order: int
    # What the picture shows, according to the seller.
    kind: PictureKind | None
    width: int | None
    height: int | None
    sizes: list[int]


class ListingSellerOut(Out):
    """The seller. Name and picture are empty if the account was deleted."""

    id: int
    username: str
    is_deleted: bool
    profile_image: str | None


class ListingOut(Out):
    id: int
    name: str
    brand: str
    description: str
    volume: int
    remaining_percentage: int
    category_id: int
    batch_code: str | None
    purchase_year: int | None
    box_condition: str
    image_url: str | None
    images: list[ListingImageOut]
    seller_id: int
    seller: ListingSellerOut


def listing_of(card: dict[str, Any], seller: Person) -> ListingOut:
    images = pictures_of(card)
    return ListingOut(
        id=card["productId"],
        name=card["name"],
        brand=card["brand"],
        description=card["description"],
        volume=card["volumeMl"],
        remaining_percentage=card["remainingPercent"],
        category_id=card["categoryId"],
        batch_code=card["batchCode"],
        purchase_year=card["purchaseYear"],
        box_condition=card["boxCondition"],
        image_url=images[0].image_url if images else None,
        images=images,
        seller_id=card["sellerId"],
        seller=ListingSellerOut(
            id=card["sellerId"],
            username=seller.username,
            is_deleted=seller.is_deleted,
            profile_image=seller.image,
        ),
    )


def pictures_of(card: dict[str, Any]) -> list[ListingImageOut]:
    unknown: dict[str, Any] = {"width": None, "height": None, "sizes": []}
    measures, kinds = card.get("measures") or [], card.get("kinds") or []
    return [
        ListingImageOut(
            id=place + 1,
            image_url=address,
            image_order=place,
            kind=kinds[place] if place < len(kinds) else None,
            **((measures[place] if place < len(measures) else None) or unknown),
        )
        for place, address in enumerate(card["images"])
    ]


class AuctionOut(AuctionFiguresOut):
    """`bids` starts with the latest bid. `ownMaximum` is set for the leader. `ownBid` is set for bidders."""

    bids: list[BidOut]
    product: ListingOut | None
    own_bid: RinggitOut | None
    own_maximum: RinggitOut | None
    # The price that the current buyer pays.
    final_price: RinggitOut | None
    relisted_from: int | None


class MyListingOut(Out):
    name: str
    brand: str
    volume: int
    image_url: str | None


class MineOut(Out):
    """`ownMaximum` is the maximum of the person who requests the list. Nobody else can see it."""

    auction: AuctionFiguresOut
    listing: MyListingOut | None
    state: rules.BidderState | rules.SellerState
    own_bid: RinggitOut | None
    own_maximum: RinggitOut | None
    # The price that was paid, offered or received. Otherwise the highest bid.
    price: RinggitOut | None
    pay_by: datetime | None
    # The deadline to accept a second chance.
    answer_by: datetime | None


class MinePageOut(Out):
    auctions: list[MineOut]
    next: str | None


def as_bidder(own: OwnAuction, viewer_id: int, now: datetime, epoch: int, *, start_counts: bool) -> MineOut:
    figures = figures_of(own.auction, viewer_id, now, epoch, start_counts=start_counts)
    state = bidder_state(
        status=figures["status"],
        outcome=figures["outcome"],
        leads=own.auction.current_bidder_id == viewer_id,
        sale=own.own_sale,
        offer=own.offer,
        now=now,
    )
    line = _line(own, figures, state, own.own_sale.pay_by if own.own_sale else None)
    # Only the seller can see removed text and pictures.
    return (
        line.model_copy(update={"listing": None})
        if own.listing is not None and HIDDEN in own.listing.card
        else line
    )


def as_seller(own: OwnAuction, viewer_id: int, now: datetime, epoch: int, *, start_counts: bool) -> MineOut:
    figures = figures_of(own.auction, viewer_id, now, epoch, start_counts=start_counts)
    state = seller_state(
        status=figures["status"], outcome=figures["outcome"], sale=own.sale, offer=own.offer, now=now
    )
    return _line(own, figures, state, own.sale.pay_by if own.sale else None)


def _line(own: OwnAuction, figures: dict[str, Any], state: Any, pay_by: datetime | None) -> MineOut:
    auction, card = own.auction, own.listing.card if own.listing else None
    if state in ("to_pay", "to_be_paid") and pay_by is None:  # Ended, but not closed by the job yet.
        pay_by = auction.ends_at + PAYMENT_WINDOW
    offered = own.offer if state == "offered" else None
    return MineOut(
        auction=AuctionFiguresOut(**figures),
        listing=None if card is None else _my_listing(card),
        state=state,
        own_bid=own.own_bid,
        own_maximum=own.own_maximum,
        price=offered.price if offered else auction.final_price or auction.current_bid,
        pay_by=pay_by if state in ("to_pay", "to_be_paid") else None,
        answer_by=offered.expires_at if offered else None,
    )


def _my_listing(card: dict[str, Any]) -> MyListingOut:
    pictures = pictures_of(card)
    return MyListingOut(
        name=card["name"],
        brand=card["brand"],
        volume=card["volumeMl"],
        image_url=pictures[0].image_url if pictures else None,
    )


Sen = Annotated[int, Field(strict=True, ge=0, le=10**11)]


class TermsIn(In):
    """Amounts are in sen."""

    model_config = In.model_config | {"alias_generator": None, "validate_by_name": True}

    starting_price: Sen
    reserve_price: Sen | None = None
    buy_now_price: Sen | None = None
    bid_increment: Sen
    ends_at: Instant


class ReservedOut(Out):
    auction_id: int


class RoomOut(Out):
    auction_id: int
    seq: int
    epoch: int
    bid_count: int
    server_now: datetime


class RoomsOut(Out):
    rooms: dict[int, int]
    bid_counts: dict[int, int]
    epoch: int
    server_now: datetime


class LeaderOut(Out):
    """The price is in sen."""

    auction_id: int
    is_running: bool
    leader_id: int | None
    price: int | None


class LeadersOut(Out):
    """Auctions that never opened are omitted."""

    auctions: list[LeaderOut]


class IsBidderOut(Out):
    is_bidder: bool


class ObligationOut(Out):
    code: Literal["live_auction", "leading_bid"]
    auction_id: int


class ObligationsOut(Out):
    obligations: list[ObligationOut]
