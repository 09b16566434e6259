from typing import Any, Self

from libs.kit.http.schemas import Out
from libs.kit.money import RinggitOut
from services.catalog.listings.models import Category
from services.catalog.listings.schemas import ProductOut
from services.catalog.search.index.rules import Index


class CountedOut(Out):
    name: str
    count: int


class CountedCategoryOut(Out):
    id: int
    name: str
    count: int


class OnlyCountOut(Out):
    count: int


class PricesOut(Out):
    min: RinggitOut
    max: RinggitOut


class SpanOut(Out):
    min: int
    max: int


class FacetsOut(Out):
    """The values of a filter are counted with all other filters applied, so that selecting a value does not
    shorten the list."""

    total: int
    brands: list[CountedOut]
    categories: list[CountedCategoryOut]
    listing_types: list[CountedOut]
    conditions: list[CountedOut]
    states: list[CountedOut]
    verified: OnlyCountOut
    price: PricesOut | None
    volume: SpanOut | None
    year: SpanOut | None

    @classmethod
    def from_results(cls, found: dict[str, Any], index: Index, categories: list[Category]) -> Self:
        brands = [
            CountedOut(name=index.brand_named(key), count=count) for key, count in found["brands"].items()
        ]
        per_category = found["categories"]
        return cls(
            total=found["total"],
            brands=sorted(brands, key=lambda brand: brand.name.casefold()),
            categories=[
                CountedCategoryOut(id=c.id, name=c.name, count=per_category.get(c.id, 0)) for c in categories
            ],
            listing_types=_counts_out(found["listing_types"]),
            conditions=_counts_out(found["conditions"]),
            states=_counts_out(found["states"]),
            verified=OnlyCountOut(count=found["verified"]),
            price=PricesOut(min=found["price"][0], max=found["price"][1]) if found["price"] else None,
            volume=SpanOut(min=found["volume"][0], max=found["volume"][1]) if found["volume"] else None,
            year=SpanOut(min=found["year"][0], max=found["year"][1]) if found["year"] else None,
        )


def _counts_out(counts: dict[str, int]) -> list[CountedOut]:
    return [CountedOut(name=name, count=count) for name, count in sorted(counts.items())]


class HintOut(Out):
    id: int
    name: str
    brand: str
    image_url: str | None
    price: RinggitOut


class SuggestionsOut(Out):
    products: list[HintOut]
    brands: list[CountedOut]
    searches: list[str]


class PageOut(Out):
    """The object form of the list. The array form has the same information in its headers."""

    items: list[ProductOut]
    total: int
    next: str | None
    did_you_mean: str | None
    corrected: bool


class PaginationOut(Out):
    page: int
    limit: int
    total_products: int
    total_pages: int


class ShopPageOut(Out):
    products: list[ProductOut]
    pagination: PaginationOut


class ShopHeadOut(Out):
    products: int
    sold: int
    delivered: int
    photos: list[str]
