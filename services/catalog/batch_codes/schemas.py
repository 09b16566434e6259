from typing import Literal

from libs.kit.http.schemas import Out
from services.catalog.batch_codes.rules import Place, Verdict


class BatchCodeOut(Out):
    """The result does not prove authenticity."""

    verdict: Verdict
    # Newest first. Empty if the year cannot be decoded.
    years: list[int]
    place: Place | None
    is_after_purchase: bool
    proves_authenticity: Literal[False]


class SameCodeOut(Out):
    """A listing with the same batch code. Bottles of one batch share a code."""

    product_id: int
    name: str
    seller_id: int
    # Empty if the name was erased or has not been received.
    seller_username: str
    status: str
