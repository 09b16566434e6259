from datetime import datetime
from typing import Annotated, Any, Literal, Self

from pydantic import AfterValidator, Field, model_validator

from libs.contracts.events.catalog import BoxCondition, State
from libs.kit.http.schemas import Id, In, Out
from libs.kit.money import Ringgit, RinggitOut, ringgit
from services.catalog.favourites.models import SavedSearch
from services.catalog.favourites.rules import LONGEST_NAME
from services.catalog.listings.rules import at_least
from services.catalog.listings.schemas import ProductOut
from services.catalog.search import words
from services.catalog.search.filters import Filters, Kind, Sort

Words = Annotated[str, Field(max_length=200)]


Brands = Annotated[list[Annotated[str, Field(max_length=100)]], Field(max_length=20)]


Volume = Annotated[int, Field(strict=True, ge=0, le=10_000)]


Fill = Annotated[int, Field(strict=True, ge=0, le=100)]


Year = Annotated[int, Field(strict=True, ge=1900, le=2200)]


Title = Annotated[
    str, AfterValidator(lambda words: at_least(words, 1, LONGEST_NAME, "Please give the search a name"))
]


class FavouriteOut(ProductOut):
    added_at: datetime
    price_when_added: RinggitOut


class FavouritedOut(Out):
    success: Literal[True]
    favourites: int


class FiltersIn(In):
    """The fields have the names of the catalogue's query parameters."""

    search: Words | None = None
    category: Annotated[int, Field(strict=True, ge=1, le=2**31 - 1)] | None = None
    min_price: Ringgit | None = None
    max_price: Ringgit | None = None
    brand: Brands = []
    listing_type: Kind | None = None
    type: Kind | None = None
    sort: Sort | None = None
    condition: Annotated[list[BoxCondition], Field(max_length=3)] = []
    min_volume: Volume | None = None
    max_volume: Volume | None = None
    min_fill: Fill | None = None
    max_fill: Fill | None = None
    min_year: Year | None = None
    max_year: Year | None = None
    state: Annotated[list[State], Field(max_length=16)] = []
    verified: bool = False
    seller_id: Id | None = None
    live: bool = False

    @model_validator(mode="after")
    def _something(self) -> Self:
        if not self.model_dump(exclude_defaults=True, exclude={"sort"}):
            raise ValueError("Choose something to look for")
        return self

    def as_given(self) -> dict[str, Any]:
        given = self.model_dump(mode="json", by_alias=True, exclude_defaults=True)
        prices = {name: ringgit(given[name]) for name in ("minPrice", "maxPrice") if name in given}
        return given | prices

    def to_filters(self) -> Filters:
        same = [
            "search",
            "category",
            "min_price",
            "max_price",
            "min_volume",
            "max_volume",
            "min_fill",
            "max_fill",
            "min_year",
            "max_year",
            "verified",
            "seller_id",
            "live",
        ]
        lists: dict[str, Any] = {
            "listing_type": self.listing_type or self.type,
            "brands": tuple(dict.fromkeys(map(words.plain, self.brand))),
            "conditions": tuple(self.condition),
            "states": tuple(self.state),
        }
        return Filters(**{name: getattr(self, name) for name in same}, **lists)


class SearchIn(In):
    model_config = In.model_config | {
        "json_schema_extra": {"example": {"wanted": {"search": "oud", "maxPrice": 250}, "byMail": True}}
    }

    name: Title | None = None
    wanted: FiltersIn
    by_mail: bool = True


class SearchChangeIn(In):
    model_config = In.model_config | {
        "json_schema_extra": {"example": {"name": "Oud for me", "byMail": False}}
    }

    name: Title | None = None
    by_mail: bool | None = None


class SearchOut(Out):
    id: int
    name: str
    wanted: dict[str, Any]
    by_mail: bool
    created_at: datetime
    new_count: int

    @classmethod
    def from_model(cls, search: SavedSearch, new_count: int = 0) -> "SearchOut":
        return cls(
            **search.model_dump(include={"id", "name", "wanted", "by_mail", "created_at"}),
            new_count=new_count,
        )
