from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from libs.contracts.events.catalog import SearchPerformed
from libs.kit.db.database import Database
from libs.kit.events import outbox
from libs.kit.process import clock
from services.catalog.listings.queries import ends_by_itself, get_listings_in_order
from services.catalog.listings.schemas import product_out
from services.catalog.search import queries, words
from services.catalog.search.filters import Filters, Page, Position
from services.catalog.search.index.service import ListingIndex

# Typing errors are corrected if a search has fewer results.
LITTLE = 3


SIMILAR = 8


MAX_TALLIED = 500


# The words of a search in alphabetical order.
SearchWords = tuple[str, ...]


@dataclass(frozen=True)
class FoundPage:
    """`corrected` is True if the page already contains the results for the suggested words."""

    page: Page
    did_you_mean: str | None = None
    corrected: bool = False


@dataclass
class Tally:
    """Counts searches in memory until they are stored. A crash loses a few seconds of counts."""

    times: Counter[SearchWords] = field(default_factory=Counter)
    results: dict[SearchWords, int] = field(default_factory=dict)

    def count(self, terms: Sequence[str], results: int) -> None:
        asked = tuple(sorted(terms))
        if asked in self.times or len(self.times) < MAX_TALLIED:
            self.times[asked] += 1
            self.results[asked] = results

    def take_counts(self) -> tuple[Counter[SearchWords], dict[SearchWords, int]]:
        taken = self.times, self.results
        self.times, self.results = Counter(), {}
        return taken

    def restore_counts(self, times: Counter[SearchWords], results: dict[SearchWords, int]) -> None:
        self.times, self.results = times + self.times, results | self.results


async def find_page(
    index: ListingIndex,
    filters: Filters,
    sort: str,
    *,
    limit: int,
    after: Position | None = None,
    skip: int = 0,
) -> FoundPage:
    page = await index.page(filters, sort, limit=limit, after=after, skip=skip)
    if page.total >= LITTLE or not filters.terms or after is not None or skip:
        return FoundPage(page)
    meant = await _corrected_search(index, filters)
    if meant is None:
        return FoundPage(page)
    better = await index.page(replace(filters, search=meant), sort, limit=limit)
    if better.total <= page.total:
        return FoundPage(page)
    return FoundPage(better, meant, corrected=True) if page.total == 0 else FoundPage(page, meant)


async def _corrected_search(index: ListingIndex, filters: Filters) -> str | None:
    current = await index.current()
    unknown = [term.word for term in filters.terms if not current.answers(term)]
    if not unknown:
        return None
    instead = {}
    async with index.database.reading() as session:
        for word in unknown:
            near = await queries.list_alike(session, word)
            known = [shown for stem, shown in near if current.knows(stem)]
            if known:
                instead[word] = known[0]
    return words.corrected(filters.search or "", instead) if instead else None


async def get_cards(index: ListingIndex, ids: Sequence[int]) -> list[bytes]:
    ready = {item_id: card for item_id in ids if (card := index.cards.get(item_id)) is not None}
    missing = [item_id for item_id in ids if item_id not in ready]
    if missing:
        turn, now = index.cards.turn, clock.about_now()
        async with index.database.reading() as session:
            for details in await get_listings_in_order(session, missing):
                if details.product.status == "removed" or details.seller.account_status != "active":
                    continue  # The index may be slightly behind.
                card = product_out(details, now).model_dump_json().encode()
                ready[details.product.known_id] = card
                index.cards.put(details.product.known_id, card, ends_by_itself(details, now), turn)
    return [ready[item_id] for item_id in ids if item_id in ready]


async def list_similar(index: ListingIndex, product_id: int) -> list[int]:
    current = await index.current()
    entry = current.entries.get(product_id)
    if entry is None:
        return []
    near = Filters(
        category=entry.category_id, min_price=entry.price * 6 // 10, max_price=entry.price * 14 // 10
    )
    found = dict[int, None]()
    for filters in (Filters(brands=(entry.brand_key,)), near, Filters(category=entry.category_id)):
        page = current.page(filters, "popular", limit=SIMILAR + 1)
        found |= dict.fromkeys(item_id for item_id in page.ids if item_id != product_id)
    return list(found)[:SIMILAR]


async def save_tally(database: Database, tally: Tally) -> None:
    """Stores and publishes the recent searches. Only words of the vocabulary are published."""
    if not tally.times:
        return
    times, results = tally.take_counts()
    try:
        await _save_counts(database, times, results)
    except BaseException:
        tally.restore_counts(times, results)
        raise


async def _save_counts(
    database: Database, times: Counter[SearchWords], results: dict[SearchWords, int]
) -> None:
    async with database.transaction() as session:
        today = (await clock.now(session)).date()
        events = [
            SearchPerformed(terms=list(asked), times=times[asked], results=results[asked], searched_on=today)
            for asked in sorted(times)
        ]
        await queries.count_searches(session, events)
        last = await queries.get_last_of_day(session, today, more=len(events))
        first = last - len(events) + 1
        await outbox.record_all(session, [(event, first + place) for place, event in enumerate(events)])
