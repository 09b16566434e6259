from bisect import bisect_left, bisect_right
from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from services.catalog.search.index import order
from services.catalog.search.index.order import Order, Place

PLACES = st.tuples(st.integers(-4, 4), st.integers(-30, -1))


@pytest.fixture(autouse=True, scope="module")
def small_blocks() -> Iterator[None]:
    patch = pytest.MonkeyPatch()
    patch.setattr(order, "BLOCK", 2)
    yield
    patch.undo()


@settings(max_examples=300, deadline=None)
@given(acts=st.lists(PLACES, max_size=80), start=PLACES, low=st.integers(-5, 5), high=st.integers(-5, 5))
def test_sorted_order_matches_a_sorted_list(acts: list[Place], start: Place, low: int, high: int) -> None:
    order, model = Order(), list[Place]()
    for place in acts:
        if place in model:
            order.remove(place)
            model.remove(place)
        else:
            order.add(place)
            model.append(place)
    model.sort()
    assert len(order) == len(model)
    assert list(order.numbers_from(None)) == [-last for _, last in model]
    assert list(order.numbers_from(start)) == [-last for _, last in model[bisect_left(model, start) :]]
    assert list(order.numbers_from(start, after=True)) == [
        -last for _, last in model[bisect_right(model, start) :]
    ]
    assert list(order.numbers_between(low, high)) == [last for figure, last in model if low <= figure <= high]
    if model:
        assert order.highest() == model[-1][0]


def test_missing_position_is_not_removed() -> None:
    order = Order()
    order.add((1, -7))
    for place in ((1, -6), (0, -7), (2, -7)):
        with pytest.raises(KeyError):
            order.remove(place)
    assert list(order.numbers_from(None)) == [7]
