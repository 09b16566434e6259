from hypothesis import given, settings
from hypothesis import strategies as st

from services.catalog.search.filters import KEY_LENGTHS, Entry, Filters
from services.catalog.search.index.packed_listings import place_of
from services.catalog.tests.test_index import NOW, an_index, entries, expected, shops, walk


@settings(max_examples=60, deadline=None)
@given(shop=shops(), changes=st.data(), category=st.sampled_from([None, 1]))
def test_boosted_listings_are_ordered_after_any_change(
    shop: list[Entry], changes: st.DataObject, category: int | None
) -> None:
    """U33"""
    index, now = an_index(shop), {entry.id: entry for entry in shop}
    for _ in range(changes.draw(st.integers(1, 12))):
        number = changes.draw(st.sampled_from([*now, 31]))
        if number in now and changes.draw(st.integers(0, 3)) == 0:
            del now[number]
            index.drop(number)
        else:
            now[number] = changes.draw(entries(number))
            index.put(now[number])
        index.turn_to(NOW)
    boosted = index.featured()
    for sort in KEY_LENGTHS:
        places = sorted(place_of(index.entries.key(item, sort)) for item in boosted)
        assert list(index.boosted[sort].numbers_from(None)) == [-last for _, last in places]
    filters = Filters(category=category)
    assert walk(index, filters, "featured", 3) == expected(list(now.values()), filters, "featured")
