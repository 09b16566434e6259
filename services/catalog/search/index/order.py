"""Sorted listing ids in plain arrays, sixteen bytes each."""

from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Iterator

# A block is split at twice this size, so that an insertion moves only a few kilobytes.
BLOCK = 1_024


_FIRST = (-(2**127), 0)


# The figure, then the negated listing id, so that among equal figures the newest listing comes first.
Place = tuple[int, int]


class _Block:
    __slots__ = ("figures", "lasts")

    def __init__(self, figures: "array[int]", lasts: "array[int]") -> None:
        self.figures = figures
        self.lasts = lasts

    def place_of(self, figure: int, last: int) -> int:
        low = bisect_left(self.figures, figure)
        if low == len(self.figures) or self.figures[low] != figure:
            return low
        return bisect_left(self.lasts, last, low, bisect_right(self.figures, figure, low))

    def cut(self) -> "_Block":
        middle = len(self.figures) // 2
        second = _Block(self.figures[middle:], self.lasts[middle:])
        del self.figures[middle:]
        del self.lasts[middle:]
        return second


class Order:
    """`_starts[n]` is not after the first place of block n, and after all places of block n - 1."""

    def __init__(self) -> None:
        self._blocks = [_Block(array("q"), array("q"))]
        self._starts: list[Place] = [_FIRST]
        self._size = 0

    def __len__(self) -> int:
        return self._size

    def add(self, place: Place) -> None:
        number = bisect_right(self._starts, place) - 1
        block = self._blocks[number]
        figure, last = place
        at = block.place_of(figure, last)
        block.figures.insert(at, figure)
        block.lasts.insert(at, last)
        self._size += 1
        if len(block.figures) > 2 * BLOCK:
            second = block.cut()
            self._blocks.insert(number + 1, second)
            self._starts.insert(number + 1, (second.figures[0], second.lasts[0]))

    def remove(self, place: Place) -> None:
        number = bisect_right(self._starts, place) - 1
        block = self._blocks[number]
        at = block.place_of(*place)
        if at == len(block.figures) or (block.figures[at], block.lasts[at]) != place:
            raise KeyError(place)
        del block.figures[at]
        del block.lasts[at]
        self._size -= 1
        if not block.figures and len(self._blocks) > 1:
            del self._blocks[number]
            del self._starts[number]
            self._starts[0] = _FIRST

    def numbers_from(self, place: Place | None, *, after: bool = False) -> Iterator[int]:
        """Starts at the beginning without `place`. `after` excludes `place` itself."""
        if place is None:
            place = _FIRST
        elif after:
            place = (place[0], place[1] + 1)
        first = bisect_right(self._starts, place) - 1
        at = self._blocks[first].place_of(*place)
        for block in self._blocks[first:]:
            for last in block.lasts[at:] if at else block.lasts:
                yield -last
            at = 0

    def numbers_between(self, low: int, high: int) -> "array[int]":
        """Includes both ends. Figures are negative, as stored."""
        found = array("q")
        start, end = (low, -(2**127)), (high, 2**127)
        first, last = bisect_right(self._starts, start) - 1, bisect_right(self._starts, end)
        for block in self._blocks[first:last]:
            found += block.lasts[bisect_left(block.figures, low) : bisect_right(block.figures, high)]
        return found

    def highest(self) -> int:
        """Call only if the order is not empty."""
        return self._blocks[-1].figures[-1]
