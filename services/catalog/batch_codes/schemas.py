from typing import Literal

from libs.kit.http.schemas import Out
from services.catalog.batch_codes.rules import Place, Verdict


class BatchCodeOut(Out):
    """What a batch code says. It does not prove authenticity."""

    verdict: Verdict
    # The years in which the bottle may have been filled, newest first. Empty if they cannot be decoded.
    years: list[int]
    place: Place | None
    is_after_purchase: bool
    proves_authenticity: Literal[False]


class SameCodeOut(Out):
    """Another seller's listing with the same code and brand. Bottles of one batch share a code."""

    product_id: int
    name: str
    seller_id: int
    # Empty if the name was erased or has not arrived yet.
    seller_username: str
    status: str
