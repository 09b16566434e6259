from typing import Any
from urllib.parse import unquote

import pytest

from libs.kit.db.database import Database
from libs.kit.errors import Unavailable
from libs.kit.process import clock
from libs.kit.testing import Service
from services.catalog.search.filters import Filters
from services.catalog.search.queries import list_page
from services.catalog.search.service import Tally, save_tally
from services.catalog.tests.test_browse import ids

pytestmark = pytest.mark.servers


async def test_search_handles_malay_accents_and_ranks_title_first(
    catalog: Service, shop: dict[str, Any]
) -> None:
    """CAT-19, U17"""
    rose, oud, melati, salt, _smoke = shop["ids"]
    mine = {"sellerId": shop["seller"]}
    assert await ids(catalog, search="mawar", **mine) == [rose, salt]
    assert await ids(catalog, search="gaharu", **mine) == [oud]
    assert await ids(catalog, search="jasmine", **mine) == [melati]
    assert await ids(catalog, search="minyak wangi", **mine) == await ids(catalog, **mine)
    assert await ids(catalog, search="noctell meri", **mine) == [oud]


async def test_search_corrects_typos_and_says_so(catalog: Service, shop: dict[str, Any]) -> None:
    """CAT-19, U17"""
    answer = await catalog.http.get(
        "/api/products", params={"search": "smoke vespor", "sellerId": shop["seller"]}
    )
    assert [product["id"] for product in answer.json()] == [shop["ids"][4]]
    assert answer.headers["X-Search-Corrected"] == "true"
    assert unquote(answer.headers["X-Did-You-Mean"]) == "smoke vesper"
    response = await catalog.http.get(
        "/api/products", params={"search": "noctel vespor", "sellerId": shop["seller"], "envelope": "true"}
    )
    assert (response.json()["didYouMean"], response.json()["corrected"]) == ("noctel vesper", True)
    first = await catalog.http.get("/api/products", params={"search": "vespor", "limit": 1})
    every = await ids(catalog, search="vesper")
    assert len(every) > 1
    onward = await catalog.http.get(first.links["next"]["url"])
    found = [product["id"] for answer in (first, onward) for product in answer.json()]
    assert found == every[:2], "the second page is one of the words that were meant, too"
    nothing = await catalog.http.get("/api/products", params={"search": "xqzwv"})
    assert (nothing.json(), "X-Did-You-Mean" in nothing.headers) == ([], False)


async def test_suggestions_complete_typed_words(catalog: Service, shop: dict[str, Any]) -> None:
    """HDR-02, HOME-01"""
    suggestions = (await catalog.http.get("/api/products/suggest", params={"q": "Melati Mal"})).json()
    assert shop["ids"][2] in [hint["id"] for hint in suggestions["products"]]
    assert "melati malam" in suggestions["searches"]
    brands = (await catalog.http.get("/api/products/suggest", params={"q": "kastu"})).json()["brands"]
    assert "Kasturi Lane" in [brand["name"] for brand in brands]
    empty = (await catalog.http.get("/api/products/suggest", params={"q": "  "})).json()
    assert empty == {"products": [], "brands": [], "searches": []}


@pytest.mark.parametrize(
    ("typed", "meant", "place"), [("rose parlor", "rose parlour", 0), ("smoek vesp", "smoke vesper", 4)]
)
async def test_suggestions_correct_typos_as_results_do(
    catalog: Service, shop: dict[str, Any], typed: str, meant: str, place: int
) -> None:
    suggestions = (await catalog.http.get("/api/products/suggest", params={"q": typed})).json()
    results = await catalog.http.get("/api/products", params={"search": typed, "sellerId": shop["seller"]})
    assert [product["id"] for product in results.json()] == [shop["ids"][place]]
    assert meant in suggestions["searches"]
    assert {hint["name"].lower() for hint in suggestions["products"]} == {meant}


async def test_popular_searches_have_only_known_words(catalog: Service, shop: dict[str, Any]) -> None:
    """P-G1"""
    tally = catalog.app.state.tally
    await save_tally(catalog.database, tally)
    for _ in range(3):
        await ids(catalog, search="mawar 0123456789")
    await save_tally(catalog.database, tally)
    today = clock.about_now().date().isoformat()
    event = (await catalog.recorded(f"searches-{today}"))[-1]
    assert event["type"] == "wangi.catalog.SearchPerformed.v1"
    assert (event["data"]["terms"], event["data"]["times"]) == (["rose"], 3)


async def test_uncounted_searches_are_stored_later(catalog: Service) -> None:
    tally = Tally()
    tally.count(["oud"], 4)
    catalog_away = Database("postgresql://nobody@127.0.0.1:1/nothing", "catalog")
    with pytest.raises((Unavailable, OSError)):
        await save_tally(catalog_away, tally)
    await catalog_away.close()
    tally.count(["oud"], 5)
    tally.count(["musk"], 1)
    await save_tally(catalog.database, tally)
    today = clock.about_now().date().isoformat()
    events = await catalog.recorded(f"searches-{today}")
    counts = {
        tuple(event["data"]["terms"]): (event["data"]["times"], event["data"]["results"])
        for event in events[-2:]
    }
    assert counts == {("oud",): (2, 5), ("musk",): (1, 1)}
    assert [event["version"] for event in events] == list(range(1, len(events) + 1))


@pytest.mark.parametrize(
    "search", ["%", "_", "'; DROP TABLE products; --", "\\", "a:*|b", "!!", "( & )", "🌹", "‮abc"]
)
async def test_search_words_are_never_interpreted(catalog: Service, search: str) -> None:
    """S17"""
    answer = await catalog.http.get("/api/products", params={"search": search})
    assert answer.status_code == 200
    async with catalog.database.reading() as session:
        await list_page(session, Filters(search=search), "featured", clock.about_now(), limit=3)
