from datetime import date, datetime
from typing import Annotated, Any, Literal, Self

from pydantic import AfterValidator, Field, model_validator

from libs.kit.http.schemas import Id, In, Out, check_keepable
from libs.kit.money import RinggitOut
from services.catalog.dashboard.models import Draft
from services.catalog.dashboard.rules import LARGEST_DRAFT, Band, move_price
from services.catalog.listings.schemas import Price, ProductOut


def _keepable(form: dict[str, Any]) -> dict[str, Any]:
    check_keepable(form, LARGEST_DRAFT)
    return form


Form = Annotated[dict[str, Any], AfterValidator(_keepable)]


class DraftIn(In):
    """A form that may be incomplete or invalid."""

    model_config = In.model_config | {
        "json_schema_extra": {"example": {"form": {"name": "Blanc Matin", "volume": 100, "images": []}}}
    }

    form: Form


class DraftOut(Out):
    id: int
    form: dict[str, Any]
    created_at: datetime
    updated_at: datetime

    @classmethod
    def from_model(cls, draft: Draft) -> "DraftOut":
        return cls.model_validate(draft.model_dump(exclude={"seller_id"}))


class DashboardOut(Out):
    total_products: int
    total_inventory: int
    average_price: RinggitOut | None
    views30: int
    favourites: int
    stock: dict[Band, int]
    by_status: dict[str, int]
    top_rated: list[ProductOut]


class DayOut(Out):
    day: date
    views: int
    favourites: int


class SeenOut(Out):
    id: int
    name: str
    views: int
    favourites: int


class StatsOut(Out):
    days: list[DayOut]
    products: list[SeenOut]


class BulkIn(In):
    model_config = In.model_config | {
        "json_schema_extra": {"example": {"ids": [17, 18], "action": "price", "percent": -10}}
    }

    ids: Annotated[list[Id], Field(min_length=1, max_length=100)]
    action: Literal["archive", "restore", "delete", "price"]
    percent: Annotated[int, Field(strict=True, ge=-90, le=200)] | None = None
    price: Price | None = None

    @model_validator(mode="after")
    def _whole(self) -> Self:
        given = (self.percent is not None) + (self.price is not None)
        if given != (1 if self.action == "price" else 0):
            raise ValueError("A new price is either a percentage or an amount")
        return self

    def price_after(self, before: int) -> int:
        if self.price is not None:
            return self.price
        assert self.percent is not None
        return move_price(before, self.percent)


class RefusedOut(Out):
    id: int
    code: str
    message: str


class BulkOut(Out):
    done: list[int]
    refused: list[RefusedOut]


class FaultOut(Out):
    field: str
    message: str


class RowOut(Out):
    line: int
    name: str
    ok: bool
    errors: list[FaultOut]
    product_id: int | None


class ImportOut(Out):
    rows: list[RowOut]
    created: int
    refused: int
