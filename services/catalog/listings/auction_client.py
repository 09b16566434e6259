"""Calls to the auction service are made before catalog's own transaction."""

from typing import Any

from libs.kit.errors import NotFound, Unavailable
from libs.kit.http.client import Answer, InternalClient
from libs.kit.security.tokens import Identity
from services.catalog.listings.models import Product
from services.catalog.listings.rules import (
    AuctionHasBids,
    AuctionOver,
    AuctionsPaused,
    SecondChanceOpen,
    TermsRefused,
)
from services.catalog.listings.schemas import AuctionTermsIn
from services.catalog.reservations.rules import TooManyReserved


async def reserve_auction(
    auctions: InternalClient, seller: Identity, terms: AuctionTermsIn | None
) -> int | None:
    if terms is None:
        return None
    answer = await auctions.post("/internal/auctions", _terms_body(terms), seller.token)
    _refuse(answer)
    return int(answer.body["auctionId"])


async def change_terms(
    auctions: InternalClient, seller: Identity, auction_id: int, terms: AuctionTermsIn
) -> None:
    _refuse(await auctions.post(f"/internal/auctions/{auction_id}/terms", _terms_body(terms), seller.token))


async def withdraw_auction(
    auctions: InternalClient, seller: Identity, auction_id: int | None, *, relisted_as: int | None = None
) -> None:
    """Idempotent. With `relisted_as`, the auction is withdrawn only when that auction opens."""
    if auction_id is not None:
        path = f"/internal/auctions/{auction_id}/withdraw"
        _refuse(await auctions.post(path, {"relistedAs": relisted_as}, seller.token))


def _refuse(answer: Answer) -> None:
    if answer.status in (200, 201):
        return
    code = answer.body.get("code") if isinstance(answer.body, dict) else None
    if answer.status == TermsRefused.status:
        raise TermsRefused(answer.body["message"], **answer.body["details"])
    if code == AuctionHasBids.code:
        raise AuctionHasBids
    if code == AuctionOver.code:
        raise AuctionOver
    if code == SecondChanceOpen.code:
        raise SecondChanceOpen
    if code == AuctionsPaused.code:
        raise AuctionsPaused
    if code == TooManyReserved.code:
        raise TooManyReserved(**answer.body["details"])
    if answer.status == NotFound.status:
        raise NotFound
    raise Unavailable


def _terms_body(terms: AuctionTermsIn) -> dict[str, Any]:
    return terms.model_dump(mode="json", by_alias=False, include=set(AuctionTermsIn.model_fields))


def own_copy(product: Product, terms: AuctionTermsIn) -> dict[str, Any]:
    return {
        "auction_id": product.auction_id,
        "product_id": product.id,
        "starting_price": terms.starting_price,
        "bid_increment": terms.bid_increment,
        "buy_now_price": terms.buy_now_price,
        "has_reserve": terms.reserve_price is not None,
        "starts_at": product.created_at,
        "ends_at": terms.ends_at,
    }
