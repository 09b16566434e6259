"""What goes over HTTP about reports, removals and appeals."""

from datetime import datetime
from typing import Annotated, Literal, Self

from pydantic import AfterValidator, model_validator

from libs.contracts.events.admin import ActReason
from libs.contracts.events.batches import ListingAct
from libs.kit.http.bulk import LinesIn
from libs.kit.http.schemas import In, Out
from services.catalog.batch_codes.schemas import SameCodeOut
from services.catalog.listings.rules import check_reason, optional
from services.catalog.listings.schemas import ProductOut

Reason = Literal["counterfeit", "prohibited", "misleading", "stolen_photos", "other"]


class ReportIn(In):
    """What is wrong with a listing."""

    model_config = In.model_config | {
        "json_schema_extra": {"example": {"reason": "counterfeit", "words": "The cap is of another brand."}}
    }

    reason: Reason
    words: Annotated[str, AfterValidator(lambda words: optional(words, 1000) or "")] = ""


class AppealIn(In):
    """Why staff should look again."""

    model_config = In.model_config | {
        "json_schema_extra": {"example": {"words": "It is genuine; I can send the receipt."}}
    }

    words: Annotated[str, AfterValidator(lambda words: appeal_words(words))]


class RemovalIn(In):
    """Why staff takes a listing away; its seller reads it."""

    model_config = In.model_config | {
        "json_schema_extra": {
            "example": {"code": "stolen_photos", "reason": "The photographs are of another brand."}
        }
    }

    code: ActReason = "staff"
    reason: Annotated[str, AfterValidator(check_reason)]


class BulkListingsIn(LinesIn):
    """What staff does to which listings; the sellers of those that are taken away read why."""

    model_config = LinesIn.model_config | {
        "json_schema_extra": {
            "example": {
                "ids": [12],
                "act": "remove",
                "code": "counterfeit",
                "reason": "The cap does not fit.",
            }
        }
    }

    act: ListingAct
    code: ActReason = "staff"
    reason: Annotated[str, AfterValidator(check_reason)] | None = None

    @model_validator(mode="after")
    def _a_removal_has_a_reason(self) -> Self:
        if self.act == "remove" and self.reason is None:
            raise ValueError("A removal has a reason.")
        return self


class FiledOut(Out):
    """One report of a listing, with its words."""

    reporter_id: int
    reason: Reason
    words: str
    created_at: datetime


class AppealOut(Out):
    """What a seller wrote against a removal."""

    words: str
    created_at: datetime


class SamePictureOut(Out):
    """A photograph of a listing that looks like one another seller showed before; a question, no proof."""

    product_id: int
    seller_id: int
    seller_username: str
    image_url: str
    other_product_id: int
    other_seller_id: int
    other_seller_username: str
    other_image_url: str
    # In how many of 64 bits they differ.
    distance: int
    found_at: datetime


class ReportedOut(Out):
    """A listing in any state, what people reported of it, its seller's appeals, and what others list with its
    batch code or its photographs."""

    listing: ProductOut
    reports: list[FiledOut]
    appeals: list[AppealOut]
    same_code: list[SameCodeOut]
    same_pictures: list[SamePictureOut]


class FieldOut(Out):
    """One field of a listing before and after a change; pictures are their addresses."""

    name: str
    before: str | bool | int | float | list[str] | None
    after: str | bool | int | float | list[str] | None


class RevisionOut(Out):
    """One change of a listing by its seller."""

    changed_at: datetime
    fields: list[FieldOut]


def appeal_words(words: str) -> str:
    """Refuse an appeal that is empty or too long."""
    words = words.strip()
    if not 10 <= len(words) <= 2000:
        raise ValueError("Please write between 10 and 2000 characters")
    return words
