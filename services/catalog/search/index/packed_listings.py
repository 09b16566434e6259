"""Listings for sale as compact records of about 250 bytes instead of 2,000."""

import struct
from array import array
from collections.abc import Iterable
from datetime import UTC, datetime, timedelta

from services.catalog.search.filters import Entry, key_of
from services.catalog.search.index.order import Place

# created, price, seller, featured until, premium until, ends at;
# popularity, delivered, rating, reviews, volume, fill, year;
# category, kind, condition, state; verified, suspected, live;
# length of the brand and of its key, number of title words.
_HEAD = struct.Struct("<6q7i4H3?3H")


# The first part of the same record, with only the fields that orders need.
_RANKED = struct.Struct("<2q32x4i")


_NO_TIME, _NO_YEAR = -(2**63), -(2**31)


# A single dictionary of a million entries would block for fifty milliseconds each time it grows.
_SHARDS = 64


_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


class Words:
    """Assigns a number to each word. Numbers of dropped words are reused."""

    def __init__(self) -> None:
        self.numbers: dict[str, int] = {}
        self._written: list[str] = []
        self._free: list[int] = []

    def numbered(self, words: Iterable[str]) -> "array[int]":
        try:
            return array("I", map(self.numbers.__getitem__, words))
        except KeyError:
            return array("I", map(self._number, words))

    def decode(self, numbers: bytes) -> tuple[str, ...]:
        return tuple(map(self._written.__getitem__, array("I", numbers)))

    def forget(self, word: str) -> None:
        number = self.numbers.pop(word)
        self._written[number] = ""
        self._free.append(number)

    def _number(self, word: str) -> int:
        number = self.numbers.get(word)
        if number is None:
            number = self._free.pop() if self._free else len(self._written)
            if number == len(self._written):
                self._written.append(word)
            self._written[number] = word
            self.numbers[word] = number
        return number


class Entries:
    def __init__(self) -> None:
        self.words = Words()
        self._records: list[dict[int, bytes]] = [{} for _ in range(_SHARDS)]
        # About thirty kinds, conditions and states, each stored once.
        self._few: list[str | None] = [None]

    def __len__(self) -> int:
        return sum(map(len, self._records))

    def __contains__(self, product_id: int) -> bool:
        return product_id in self._records[product_id % _SHARDS]

    def __getitem__(self, product_id: int) -> Entry:
        return self._opened(product_id, self._records[product_id % _SHARDS][product_id])

    def get(self, product_id: int) -> Entry | None:
        record = self._records[product_id % _SHARDS].get(product_id)
        return None if record is None else self._opened(product_id, record)

    def put(self, entry: Entry) -> bool:
        record, shard = self._packed(entry), self._records[entry.id % _SHARDS]
        if shard.get(entry.id) == record:
            return False
        shard[entry.id] = record
        return True

    def drop(self, product_id: int) -> None:
        del self._records[product_id % _SHARDS][product_id]

    def key(self, product_id: int, sort: str) -> tuple[int, ...]:
        record = self._records[product_id % _SHARDS][product_id]
        created_us, price, popularity, delivered, rating, reviews = _RANKED.unpack_from(record)
        return key_of(sort, product_id, created_us, price, popularity, delivered, rating, reviews)

    def _packed(self, entry: Entry) -> bytes:
        brand, key = entry.brand.encode(), entry.brand_key.encode()
        head = _HEAD.pack(
            entry.created_us, entry.price, entry.seller_id,
            _time(entry.featured_until), _time(entry.premium_until), _time(entry.ends_at),
            entry.popularity, entry.delivered, entry.rating, entry.reviews,
            entry.volume, entry.fill, _NO_YEAR if entry.year is None else entry.year,
            entry.category_id, self._one_of_few(entry.listing_type), self._one_of_few(entry.condition),
            self._one_of_few(entry.state), entry.verified, entry.suspected, entry.live,
            len(brand), len(key), len(entry.title_words),
        )  # fmt: skip
        title, words = self.words.numbered(entry.title_words), self.words.numbered(entry.words)
        return b"".join((head, brand, key, title.tobytes(), words.tobytes()))

    def _opened(self, product_id: int, record: bytes) -> Entry:
        (
            created_us, price, seller_id, featured_until, premium_until, ends_at,
            popularity, delivered, rating, reviews, volume, fill, year,
            category_id, kind, condition, state, verified, suspected, live, brand, key, titled,
        ) = _HEAD.unpack_from(record)  # fmt: skip
        brand_end = _HEAD.size + brand
        key_end = brand_end + key
        title_end = key_end + 4 * titled
        return Entry(
            id=product_id,
            seller_id=seller_id,
            category_id=category_id,
            brand=record[_HEAD.size : brand_end].decode(),
            brand_key=record[brand_end:key_end].decode(),
            listing_type=self._few[kind] or "",
            price=price,
            volume=volume,
            fill=fill,
            year=None if year == _NO_YEAR else year,
            condition=self._few[condition] or "",
            state=self._few[state],
            verified=verified,
            suspected=suspected,
            live=live,
            created_us=created_us,
            popularity=popularity,
            delivered=delivered,
            rating=rating,
            reviews=reviews,
            featured_until=_moment(featured_until),
            premium_until=_moment(premium_until),
            ends_at=_moment(ends_at),
            words=self.words.decode(record[title_end:]),
            title_words=self.words.decode(record[key_end:title_end]),
        )

    def _one_of_few(self, value: str | None) -> int:
        try:
            return self._few.index(value)
        except ValueError:
            self._few.append(value)
            return len(self._few) - 1


def place_of(key: tuple[int, ...]) -> Place:
    """Packs a key into two numbers that sort in the same order. If the key has three figures, the first two
    are combined."""
    return (key[0], key[1]) if len(key) == 2 else ((key[0] << 32) + key[1], key[2])


def _time(moment: datetime | None) -> int:
    return _NO_TIME if moment is None else (moment - _EPOCH) // timedelta(microseconds=1)


def _moment(microseconds: int) -> datetime | None:
    return None if microseconds == _NO_TIME else _EPOCH + timedelta(microseconds=microseconds)
