from pathlib import Path

import pytest

from libs.kit.media.pictures import (
    Picture,
    PictureStore,
    name_of,
)


@pytest.fixture(params=["memory", "folder"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> PictureStore:
    return PictureStore("memory:" if request.param == "memory" else tmp_path / "new" / "folder")


async def test_stored_picture_is_found_until_deleted(store: PictureStore) -> None:
    await store.put("abc-small.webp", b"one")
    assert (await store.get("abc-small.webp"), await store.exists("abc-small.webp")) == (b"one", True)
    await store.delete("abc-small.webp")
    await store.delete("abc-small.webp")
    assert (await store.get("abc-small.webp"), await store.exists("abc-small.webp")) == (None, False)


async def test_stored_name_keeps_its_first_content(store: PictureStore) -> None:
    await store.put("abc.webp", b"one")
    await store.put("abc.webp", b"two")
    assert await store.get("abc.webp") == b"one"


async def test_picture_store_is_listed_in_pages(store: PictureStore) -> None:
    """AR-D19"""
    for number in range(520):
        await store.put(f"n{number:04}.webp", b"x")
    pages = [page async for page in store.pages()]
    names = sorted(name for page in pages for name, _ in page)
    assert (names[0], names[-1], len(names)) == ("n0000.webp", "n0519.webp", 520)
    assert all(put.tzinfo is not None for page in pages for _, put in page)


MALFORMED_NAMES = [
    "",
    ".",
    "..",
    "../x",
    "a/b",
    "/etc/passwd",
    "a\0",
    "A.webp",
    "a.b.webp",
    "a" * 200,
    "é",
    "a\n",
]


@pytest.mark.parametrize("name", MALFORMED_NAMES)
async def test_malformed_name_is_not_found_and_cannot_be_stored(store: PictureStore, name: str) -> None:
    assert (await store.get(name), await store.exists(name)) == (None, False)
    with pytest.raises(ValueError, match="name"):
        await store.put(name, b"x")
    with pytest.raises(ValueError, match="name"):
        await store.delete(name)


def test_same_picture_of_two_people_has_two_names() -> None:
    made = {"small": Picture(b"pixels", 1, 1)}
    assert name_of(made, "7") == name_of(dict(made), "7") != name_of(made, "8")
