"""What goes over HTTP about batch codes."""

from typing import Literal

from libs.kit.http.schemas import Out
from services.catalog.batch_codes.rules import Place, Verdict


class BatchCodeOut(Out):
    """What can be read from a batch code; it never proves that a bottle is genuine."""

    verdict: Verdict
    # In which the bottle may have been filled, newest first; none where that cannot be read.
    years: list[int]
    place: Place | None
    is_after_purchase: bool
    proves_authenticity: Literal[False]


class SameCodeOut(Out):
    """A listing of another seller with the same code of the same brand; bottles of one batch share it."""

    product_id: int
    name: str
    seller_id: int
    # Empty for people whose name is gone or not known here yet.
    seller_username: str
    status: str
