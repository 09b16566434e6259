from typing import Literal

from libs.kit.http.schemas import Out
from services.catalog.batch_codes.rules import Place, Verdict


class BatchCodeOut(Out):
    """It does not prove authenticity."""

    verdict: Verdict
    # Newest first. Empty if the years cannot be decoded.
    years: list[int]
    place: Place | None
    is_after_purchase: bool
    proves_authenticity: Literal[False]


class SameCodeOut(Out):
    """Bottles of one batch share a code."""

    product_id: int
    name: str
    seller_id: int
    # Empty if the name was erased or has not arrived.
    seller_username: str
    status: str
