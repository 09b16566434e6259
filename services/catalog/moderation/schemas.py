from datetime import datetime
from typing import Annotated, Literal, Self

from pydantic import AfterValidator, model_validator

from libs.contracts.events.admin import ActReason
from libs.contracts.events.batches import ListingAct
from libs.kit.http.bulk import LinesIn
from libs.kit.http.schemas import In, Out
from services.catalog.batch_codes.schemas import SameCodeOut
from services.catalog.listings.rules import check_reason, clean_optional_text
from services.catalog.listings.schemas import ProductOut

Reason = Literal["counterfeit", "prohibited", "misleading", "stolen_photos", "other"]


class ReportIn(In):
    model_config = In.model_config | {
        "json_schema_extra": {"example": {"reason": "counterfeit", "words": "The cap is of another brand."}}
    }

    reason: Reason
    words: Annotated[str, AfterValidator(lambda words: clean_optional_text(words, 1000) or "")] = ""


class AppealIn(In):
    model_config = In.model_config | {
        "json_schema_extra": {"example": {"words": "It is genuine; I can send the receipt."}}
    }

    words: Annotated[str, AfterValidator(lambda words: appeal_words(words))]


class RemovalIn(In):
    """The seller can read the reason."""

    model_config = In.model_config | {
        "json_schema_extra": {
            "example": {"code": "stolen_photos", "reason": "The photographs are of another brand."}
        }
    }

    code: ActReason = "staff"
    reason: Annotated[str, AfterValidator(check_reason)]


class BulkListingsIn(LinesIn):
    """For removals, the seller of each listing can read the reason."""

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
    reporter_id: int
    reason: Reason
    words: str
    created_at: datetime


class AppealOut(Out):
    words: str
    created_at: datetime


class SamePictureOut(Out):
    """The similarity is a hint, not proof."""

    product_id: int
    seller_id: int
    seller_username: str
    image_url: str
    other_product_id: int
    other_seller_id: int
    other_seller_username: str
    other_image_url: str
    # Number of differing bits, out of 64.
    distance: int
    found_at: datetime


class ReportedOut(Out):
    listing: ProductOut
    reports: list[FiledOut]
    appeals: list[AppealOut]
    same_code: list[SameCodeOut]
    same_pictures: list[SamePictureOut]


class FieldOut(Out):
    """Pictures are shown as URLs."""

    name: str
    before: str | bool | int | float | list[str] | None
    after: str | bool | int | float | list[str] | None


class RevisionOut(Out):
    changed_at: datetime
    fields: list[FieldOut]


def appeal_words(words: str) -> str:
    words = words.strip()
    if not 10 <= len(words) <= 2000:
        raise ValueError("Please write between 10 and 2000 characters")
    return words
