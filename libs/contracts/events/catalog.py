"""Facts about what is for sale, and how people look at it."""

from datetime import date, datetime
from typing import Annotated, ClassVar, Literal

from pydantic import Field

from libs.contracts.events.admin import CaseReason, Outcome
from libs.contracts.events.evidence import PictureKind
from libs.contracts.fact import Fact, Id, PublicModel, Receipt, Sen

ListingType = Literal["fixed", "negotiable", "auction"]
BoxCondition = Literal["Good", "Damaged", "No Box"]
Concentration = Literal["EDC", "EDT", "EDP", "Parfum", "Extrait", "Oil"]
# A name, a brand, a word that was looked for, or a picture's address.
Words = Annotated[str, Field(max_length=300)]
State = Literal[
    "Johor", "Kedah", "Kelantan", "Melaka", "Negeri Sembilan", "Pahang", "Perak", "Perlis", "Pulau Pinang", "Sabah",
    "Sarawak", "Selangor", "Terengganu", "Kuala Lumpur", "Labuan", "Putrajaya",
]  # fmt: skip


class ProductFact(Fact):
    """A fact about one product."""

    topic: ClassVar[str] = "wangi.products"
    producer: ClassVar[str] = "catalog"
    key_field: ClassVar[str] = "product_id"


class PictureMeasures(PublicModel):
    """How large a picture is, and the longest sides it can be fetched in (`{address}-{size}`)."""

    width: int
    height: int
    sizes: Annotated[list[int], Field(max_length=16)]


class ListingFact(ProductFact):
    """What everybody may see of a listing."""

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
    # One for each of `images`; none for a picture from before there were sizes.
    measures: Annotated[list[PictureMeasures | None], Field(max_length=32)] = []
    # What its seller says that each of `images` shows; empty in a fact of a build that did not ask.
    kinds: Annotated[list[PictureKind | None], Field(max_length=32)] = []


class ProductListed(ListingFact):
    """A seller put a bottle up for sale; with `auction_id` set, the named auction opens."""

    listed_at: datetime
    concentration: Concentration | None = None
    notes: Annotated[str, Field(max_length=2_000)] | None = None
    state: State | None = None
    relist_of: Id | None = None


class ProductChanged(ListingFact):
    """A listing as it is from now on; `changed` names what differs, `status` whether it is for sale."""

    concentration: Concentration | None
    notes: Annotated[str, Field(max_length=2_000)] | None
    state: State | None
    status: Literal["active", "pending"]
    changed: Annotated[list[Words], Field(max_length=64)]
    changed_at: datetime


class ProductRemoved(ProductFact):
    """A listing is not for sale any more; what was archived may come back as a `ProductChanged`."""

    product_id: Id
    seller_id: Id
    auction_id: Id | None
    reason: Literal["archived", "deleted", "moderated", "auction_cancelled", "seller_erased"]
    removed_at: datetime


class ProductSold(ProductFact):
    """The last bottle of a listing is sold. `price` is the asking price, or the final price of an auction."""

    product_id: Id
    seller_id: Id
    auction_id: Id | None
    price: Sen
    sold_at: datetime


class ProductViewed(ProductFact):
    """A person looked at a listing for the first time that day; who it was is not kept. `views` counts all
    days."""

    product_id: Id
    seller_id: Id
    views: int
    viewed_on: date

    @property
    def key(self) -> str:
        """Return a key beside the listing's own facts: their numbers rise each by itself."""
        return f"views-{self.product_id}"


class FavouriteFact(ProductFact):
    """A person began or ceased to keep an eye on a listing; `favourites` is how many do after it."""

    product_id: Id
    seller_id: Id
    user_id: Id
    favourites: int

    @property
    def key(self) -> str:
        return f"favourites-{self.product_id}"


class FavouriteAdded(FavouriteFact):
    """A person keeps an eye on a listing, at this price."""

    price: Sen
    added_at: datetime


class FavouriteRemoved(FavouriteFact):
    """A person does not watch a listing any more."""

    removed_at: datetime


class FavouritePriceDropped(ProductFact):
    """A listing that a person keeps an eye on costs less now."""

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


class FavouriteEndingSoon(ProductFact):
    """The auction of a listing that a person keeps an eye on has little time left."""

    product_id: Id
    seller_id: Id
    auction_id: Id
    user_id: Id
    price: Sen
    ends_at: datetime
    told_at: datetime

    @property
    def key(self) -> str:
        return f"ending-{self.auction_id}-{self.user_id}"


class SavedSearchMatched(ProductFact):
    """New listings fit what a person looks for; the newest is named, at most ten are listed."""

    words: ClassVar[frozenset[str]] = frozenset({"name", "brand"})
    written_by: ClassVar[str | None] = "seller_id"

    user_id: Id
    saved_search_id: Id
    matches: int
    product_ids: Annotated[list[Id], Field(max_length=10)]
    # Who sells the one that is named.
    seller_id: Id
    name: Words
    brand: Words
    price: Sen
    by_mail: bool
    matched_at: datetime

    @property
    def key(self) -> str:
        return f"saved-{self.saved_search_id}"


class SearchPerformed(ProductFact):
    """How often the same words were looked for in a while, and what they found; only words of our own
    vocabulary, so that nothing a person typed about themself travels."""

    words: ClassVar[frozenset[str]] = frozenset({"terms"})

    terms: Annotated[list[Words], Field(max_length=32)]
    times: int
    results: int
    searched_on: date

    @property
    def key(self) -> str:
        """Return the searches of a day, in order."""
        return f"searches-{self.searched_on.isoformat()}"


class ListingReported(ProductFact):
    """A person says that something is wrong with a listing; their words stay where they are."""

    product_id: Id
    seller_id: Id
    reason: Literal["counterfeit", "prohibited", "misleading", "stolen_photos", "other"]
    reports: int
    # None in a fact of a build that did not tell it.
    reporter_id: Id | None = None
    reported_at: datetime

    @property
    def key(self) -> str:
        return f"reports-{self.product_id}"


class ModerationFact(ProductFact):
    """What staff did with a listing, and what its seller said to that."""

    product_id: Id
    seller_id: Id

    @property
    def key(self) -> str:
        return f"moderation-{self.product_id}"


class ListingTakenDown(ModerationFact):
    """Staff has taken a listing away, or would have; without a case it was done on the list of listings."""

    words: ClassVar[frozenset[str]] = frozenset({"name"})
    written_by: ClassVar[str | None] = "seller_id"

    name: Words
    reason: CaseReason
    case_id: Id | None
    by_admin_id: Id
    outcome: Outcome
    taken_down_at: datetime


class ListingRestored(ModerationFact):
    """Staff has put a listing back that was taken down, or would have."""

    words: ClassVar[frozenset[str]] = frozenset({"name"})
    written_by: ClassVar[str | None] = "seller_id"

    name: Words
    case_id: Id | None
    by_admin_id: Id
    outcome: Outcome
    restored_at: datetime


class ListingAppealed(ModerationFact):
    """A seller asks staff to look again at a listing that was taken down; their words stay in catalog."""

    appeals: int
    appealed_at: datetime


class PersonForgotten(Receipt):
    """Nothing personal about an erased person is left in catalog."""

    topic: ClassVar[str] = "wangi.products"
    producer: ClassVar[str] = "catalog"
