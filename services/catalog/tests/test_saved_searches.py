import asyncio
import time
from typing import Any

import pytest

from libs.kit.testing import Service, signed_in
from libs.marketplace.tests.makers import ruled
from services.catalog.favourites import saved_searches
from services.catalog.search.index.service import ListingIndex
from services.catalog.tests.makers import a_listing, listed_by

pytestmark = pytest.mark.servers


PATH = "/api/favorites/searches"


async def save(catalog: Service, person: int, **wanted: Any) -> Any:
    body = {"wanted": wanted, "byMail": True}
    return await catalog.http.post(PATH, json=body, headers=signed_in(person, f"p{person}", roles=()))


async def saved_search(catalog: Service, person: int, **wanted: Any) -> int:
    answer = await save(catalog, person, **wanted)
    assert answer.status_code == 201, answer.text
    return int(answer.json()["id"])


async def own_searches(catalog: Service, person: int) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = (await catalog.http.get(PATH, headers=signed_in(person, roles=()))).json()
    return found


async def news(catalog: Service, search: int) -> list[dict[str, Any]]:
    return [event["data"] for event in await catalog.recorded(f"saved-{search}")]


async def test_saved_search_uses_catalogue_parameters(catalog: Service) -> None:
    wanted = {
        "search": "oud",
        "maxPrice": 250.5,
        "brand": ["Verrane"],
        "condition": ["Good"],
        "verified": True,
    }
    one = (await save(catalog, 7801, **wanted)).json()
    assert one["wanted"] == wanted
    assert (one["name"], one["byMail"], one["newCount"]) == ("oud, Verrane, up to RM 250.5", True, 0)
    path, person = f"{PATH}/{one['id']}", signed_in(7801)
    changed = (
        await catalog.http.patch(path, json={"name": "Oud for me", "byMail": False}, headers=person)
    ).json()
    assert (changed["name"], changed["byMail"]) == ("Oud for me", False)
    for method, where in (("PATCH", path), ("DELETE", path), ("POST", f"{path}/seen")):
        body: dict[str, Any] = {"json": {}} if method == "PATCH" else {}
        answer = await catalog.http.request(method, where, headers=signed_in(7802), **body)
        assert answer.status_code == 404, "somebody else's"
    assert (await catalog.http.delete(path, headers=person)).json() == {"success": True}
    assert await own_searches(catalog, 7801) == []


@pytest.mark.parametrize(
    "wanted",
    [
        {},
        {"sort": "low"},
        {"search": "x" * 201},
        {"minPrice": -1},
        {"condition": ["Fair"]},
        {"unknown": 1},
        {"state": ["Paris"]},
    ],
)
async def test_empty_or_invalid_saved_search_is_refused(catalog: Service, wanted: dict[str, Any]) -> None:
    assert (await save(catalog, 7803, **wanted)).status_code == 422


async def test_twenty_saved_searches_are_kept_under_concurrency(catalog: Service) -> None:
    answers = await asyncio.gather(*(save(catalog, 7804, search=f"word {number}") for number in range(24)))
    assert sorted(answer.status_code for answer in answers) == [201] * 20 + [409] * 4
    assert next(a.json()["code"] for a in answers if a.status_code == 409) == "too_many_searches"


async def test_saved_search_limit_follows_operator_rule(catalog: Service) -> None:
    async with ruled(catalog, saved_searches=1):
        answers = [await save(catalog, 7821, search=f"word {number}") for number in range(2)]
    assert [answer.status_code for answer in answers] == [201, 409]
    assert answers[1].json()["details"] == {"most": 1}
    assert (await save(catalog, 7821, search="word 3")).status_code == 201


async def test_saved_search_matches_are_published_once_per_run(
    catalog: Service,
) -> None:
    await saved_search(catalog, 7813, search="somebody elses older search")
    old = await listed_by(catalog, 7805, name="Zafir Lama", price=100)
    search = await saved_search(catalog, 7806, search="zafir", maxPrice=200)
    fitting = [await listed_by(catalog, 7805, name=f"Zafir Baru {n}", price=150 + n) for n in range(3)]
    await listed_by(catalog, 7805, name="Zafir Mahal", price=900)
    await listed_by(catalog, 7805, name="Kenanga", price=100)
    await listed_by(catalog, 7806, name="Zafir Sendiri", price=100)
    await saved_searches.publish_matches(catalog.database, catalog.app.state.index)
    (event,) = await news(catalog, search)
    assert event["productIds"] == [item["id"] for item in reversed(fitting)]
    assert old["id"] not in event["productIds"]
    assert (event["matches"], event["userId"], event["name"], event["price"], event["byMail"]) == (
        3, 7806, "Zafir Baru 2", 15_200, True,
    )  # fmt: skip
    await saved_searches.publish_matches(catalog.database, catalog.app.state.index)
    assert len(await news(catalog, search)) == 1
    (shown,) = await own_searches(catalog, 7806)
    assert shown["newCount"] == 3
    await catalog.http.post(f"{PATH}/{search}/seen", headers=signed_in(7806))
    assert (await own_searches(catalog, 7806))[0]["newCount"] == 0
    await listed_by(catalog, 7805, name="Zafir Lagi", price=10)
    await saved_searches.publish_matches(catalog.database, catalog.app.state.index)
    assert [item["matches"] for item in await news(catalog, search)] == [3, 1]
    assert [event["version"] for event in await catalog.recorded(f"saved-{search}")] == [1, 2]


async def test_catalogue_address_can_be_saved(catalog: Service) -> None:
    wanted = {"search": "cempaka", "type": "negotiable", "sort": "low", "minVolume": 50, "state": ["Sabah"]}
    search = await saved_search(catalog, 7814, **wanted)
    fields = {"name": "Cempaka", "volume": 100, "state": "Sabah"}
    await listed_by(catalog, 7808, listingType="fixed", **fields)
    fits = await listed_by(catalog, 7808, listingType="negotiable", **fields)
    await saved_searches.publish_matches(catalog.database, catalog.app.state.index)
    assert [event["productIds"] for event in await news(catalog, search)] == [[fits["id"]]]
    assert (await own_searches(catalog, 7814))[0]["wanted"] == wanted


async def test_listing_that_starts_to_match_is_published_once(
    catalog: Service,
) -> None:
    search = await saved_search(catalog, 7807, search="melur", maxPrice=100)
    product = await listed_by(catalog, 7808, name="Melur Putih", price=150)
    await saved_searches.publish_matches(catalog.database, catalog.app.state.index)
    assert await news(catalog, search) == []
    for price in (90, 80):
        form = a_listing(name="Melur Putih", price=price)
        await catalog.http.put(f"/api/products/{product['id']}", json=form, headers=signed_in(7808))
        await saved_searches.publish_matches(catalog.database, catalog.app.state.index)
    assert [event["productIds"] for event in await news(catalog, search)] == [[product["id"]]]


async def test_crash_before_cursor_publishes_nothing_twice(
    catalog: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = await saved_search(catalog, 7809, search="gaharu")
    second = await saved_search(catalog, 7810, search="gaharu")
    await listed_by(catalog, 7808, name="Gaharu Tua")
    publish, calls = saved_searches.publish_new_matches, 0

    async def dies(*args: Any) -> int:
        nonlocal calls
        calls += 1
        if calls > 1:
            raise RuntimeError("killed")
        result: int = await publish(*args)
        return result

    monkeypatch.setattr(saved_searches, "publish_new_matches", dies)
    with pytest.raises(RuntimeError, match="killed"):
        await saved_searches.publish_matches(catalog.database, catalog.app.state.index)
    monkeypatch.undo()
    await asyncio.gather(
        *(saved_searches.publish_matches(catalog.database, catalog.app.state.index) for _ in range(3))
    )
    assert [len(await news(catalog, search)) for search in (first, second)] == [1, 1]


async def test_banned_sellers_listing_is_no_match(catalog: Service) -> None:
    search = await saved_search(catalog, 7811, search="tembikai")
    await listed_by(catalog, 7812, name="Tembikai Segar")
    async with catalog.database.transaction() as session:
        from sqlalchemy import text

        await session.execute(text("UPDATE people SET account_status = 'banned' WHERE user_id = 7812"))
    await saved_searches.publish_matches(catalog.database, catalog.app.state.index)
    assert await news(catalog, search) == []


async def test_listing_from_other_replica_is_matched(catalog: Service) -> None:
    search = await saved_search(catalog, 7813, search="belimbing")
    elsewhere = ListingIndex(catalog.database)
    await elsewhere.current()
    await listed_by(catalog, 7814, name="Belimbing Madu")
    elsewhere.writes_seen, elsewhere.looked_at = (
        elsewhere.writes,
        time.monotonic(),
    )
    await saved_searches.publish_matches(catalog.database, elsewhere)
    assert len(await news(catalog, search)) == 1
