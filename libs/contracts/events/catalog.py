"""Events of listings and of their use."""

from datetime import date, datetime
from typing import Annotated, ClassVar, Literal

from pydantic import Field

from libs.contracts.event import ErasureAcknowledged, Event, Id, PublicModel, Sen
from libs.contracts.events.admin import CaseReason, Outcome
from libs.contracts.events.evidence import PictureKind

ListingType = Literal["fixed", "negotiable", "auction"]
BoxCondition = Literal["Good", "Damaged", "No Box"]
Concentration = Literal["EDC", "EDT", "EDP", "Parfum", "Extrait", "Oil"]
# A name, a brand, search words, or a picture's URL.
Words = Annotated[str, Field(max_length=300)]
State = Literal[
    "Johor", "Kedah", "Kelantan", "Melaka", "Negeri Sembilan", "Pahang", "Perak", "Perlis", "Pulau Pinang", "Sabah",
    "Sarawak", "Selangor", "Terengganu", "Kuala Lumpur", "Labuan", "Putrajaya",
]  # fmt: skip


class ProductEvent(Event):
    """An event of a product."""

    topic: ClassVar[str] = "wangi.products"
    producer: ClassVar[str] = "catalog"
    key_field: ClassVar[str] = "product_id"


class PictureMeasures(PublicModel):
    """The size of a picture, and the longest sides in which it can be fetched (`{url}-{size}`)."""

    width: int
    height: int
    sizes: Annotated[list[int], Field(max_length=16)]


class ListingEvent(ProductEvent):
    """The public fields of a listing."""

    words: ClassVar[frozenset[str]] = frozenset(
        {"name", "brand", "description", "notes", "batch_code", "images"}
    )
    written_by: ClassVar[str | None] = "seller_id"

    product_id: Id
    seller_id: Id
    name: Words
    brand: Words
    description: Annotated[str, Field(max_length=10_000)]
    listing_type: ListingType
    category_id: Id
    price: Sen
    stock_quantity: int
    volume_ml: int
    remaining_percent: int
    batch_code: Words | None
    purchase_year: int | None
    box_condition: BoxCondition
    images: Annotated[list[Words], Field(max_length=32)]
    auction_id: Id | None
    # An entry per image. None for older pictures.
    measures: Annotated[list[PictureMeasures | None], Field(max_length=32)] = []
    # What each image shows, as stated by the seller. Empty in older events.
    kinds: Annotated[list[PictureKind | None], Field(max_length=32)] = []


class ProductListed(ListingEvent):
    """A listing was published. If `auction_id` is set, its auction opens."""

    listed_at: datetime
    concentration: Concentration | None = None
    notes: Annotated[str, Field(max_length=2_000)] | None = None
    state: State | None = None
    relist_of: Id | None = None


class ProductChanged(ListingEvent):
    """A listing has changed.
    `changed` contains the names of the fields. `status` shows whether the listing is for sale."""

    concentration: Concentration | None
    notes: Annotated[str, Field(max_length=2_000)] | None
    state: State | None
    status: Literal["active", "pending"]
    changed: Annotated[list[Words], Field(max_length=64)]
    changed_at: datetime


class ProductRemoved(ProductEvent):
    """A listing is no longer for sale. Archived listings may return with `ProductChanged`."""

    product_id: Id
    seller_id: Id
    auction_id: Id | None
    reason: Literal["archived", "deleted", "moderated", "auction_cancelled", "seller_erased"]
    removed_at: datetime


class ProductSold(ProductEvent):
    """The last item of a listing was sold. `price` is the asking price, or the final price of an auction."""

    product_id: Id
    seller_id: Id
    auction_id: Id | None
    price: Sen
    sold_at: datetime


class ProductViewed(ProductEvent):
    """A person viewed a listing for the first time on a day.
    The person is not stored. `views` counts all days."""

    product_id: Id
    seller_id: Id
    views: int
    viewed_on: date

    @property
    def key(self) -> str:
        """Different from the key of the listing's other events, which have their own sequence."""
        return f"views-{self.product_id}"


class FavouriteEvent(ProductEvent):
    """A person saved or unsaved a listing. `favourites` is the count after the event."""

    product_id: Id
    seller_id: Id
    user_id: Id
    favourites: int

    @property
    def key(self) -> str:
        return f"favourites-{self.product_id}"


class FavouriteAdded(FavouriteEvent):
    """A person saved a listing at `price`."""

    price: Sen
    added_at: datetime


class FavouriteRemoved(FavouriteEvent):
    """A person unsaved a listing."""

    removed_at: datetime


class FavouritePriceDropped(ProductEvent):
    """The price of a saved listing has dropped."""

    words: ClassVar[frozenset[str]] = frozenset({"name"})
    written_by: ClassVar[str | None] = "seller_id"

    product_id: Id
    seller_id: Id
    user_id: Id
    name: Words
    price_before: Sen
    price: Sen
    dropped_at: datetime

    @property
    def key(self) -> str:
        return f"drop-{self.product_id}-{self.user_id}"


class FavouriteEndingSoon(ProductEvent):
    """The auction of a saved listing ends soon."""

    product_id: Id
    seller_id: Id
    auction_id: Id
    user_id: Id
    price: Sen
    ends_at: datetime
    notified_at: datetime

    @property
    def key(self) -> str:
        return f"ending-{self.auction_id}-{self.user_id}"


class SavedSearchMatched(ProductEvent):
    """New listings match a saved search.
    `name` is the newest listing, and `product_ids` contains at most ten."""

    words: ClassVar[frozenset[str]] = frozenset({"name", "brand"})
    written_by: ClassVar[str | None] = "seller_id"

    user_id: Id
    saved_search_id: Id
    matches: int
    product_ids: Annotated[list[Id], Field(max_length=10)]
    # The seller of the named listing.
    seller_id: Id
    name: Words
    brand: Words
    price: Sen
    by_mail: bool
    matched_at: datetime

    @property
    def key(self) -> str:
        return f"saved-{self.saved_search_id}"


class SearchPerformed(ProductEvent):
    """How often the same words were searched in a period, with the number of results.
    Only known words are included, so that no personal data is published."""

    words: ClassVar[frozenset[str]] = frozenset({"terms"})

    terms: Annotated[list[Words], Field(max_length=32)]
    times: int
    results: int
    searched_on: date

    @property
    def key(self) -> str:
        """Keeps the searches of a day in order."""
        return f"searches-{self.searched_on.isoformat()}"


class ListingReported(ProductEvent):
    """A person reported a listing. The person's words are not published."""

    product_id: Id
    seller_id: Id
    reason: Literal["counterfeit", "prohibited", "misleading", "stolen_photos", "other"]
    reports: int
    # None in events of older builds.
    reporter_id: Id | None = None
    reported_at: datetime

    @property
    def key(self) -> str:
        return f"reports-{self.product_id}"


class ModerationEvent(ProductEvent):
    """An event of a listing's moderation."""

    product_id: Id
    seller_id: Id

    @property
    def key(self) -> str:
        return f"moderation-{self.product_id}"


class ListingTakenDown(ModerationEvent):
    """Staff removed a listing, or the listing was already gone.
    `case_id` is None if staff removed the listing without a case."""

    words: ClassVar[frozenset[str]] = frozenset({"name"})
    written_by: ClassVar[str | None] = "seller_id"

    name: Words
    reason: CaseReason
    case_id: Id | None
    by_admin_id: Id
    outcome: Outcome
    taken_down_at: datetime


class ListingRestored(ModerationEvent):
    """Staff restored a removed listing, or the listing could not be restored."""

    words: ClassVar[frozenset[str]] = frozenset({"name"})
    written_by: ClassVar[str | None] = "seller_id"

    name: Words
    case_id: Id | None
    by_admin_id: Id
    outcome: Outcome
    restored_at: datetime


class ListingAppealed(ModerationEvent):
    """A seller appealed the removal of a listing. The seller's words are not published."""

    appeals: int
    appealed_at: datetime


class PersonForgotten(ErasureAcknowledged):
    """Catalog has erased a person's data."""

    topic: ClassVar[str] = "wangi.products"
    producer: ClassVar[str] = "catalog"
