"""Two tabs of one seller, facts that come between two lines, staff's second thoughts, sellers who may not
trade."""

import itertools
from datetime import UTC, datetime
from typing import Any

import pytest
from sqlalchemy import text

from libs.contracts.events.auction import AuctionChanged
from libs.contracts.events.auth import UserBanned, UserErased, UserUnbanned
from libs.kit.http.client import Answer
from libs.kit.process import clock
from libs.kit.testing import Service, signed_in
from services.catalog.service import vocabulary
from services.catalog.tests.makers import a_listing, an_auction, finish_forgetting, listed
from services.catalog.tests.pictures import uploaded
from services.catalog.tests.test_listing_life import BIDDER, STAFF, bid, call, ends_in, hear_from

pytestmark = pytest.mark.servers
_sellers = itertools.count(84_000)
AT = datetime(2026, 11, 21, 12, 0, tzinfo=UTC)


def a_seller() -> tuple[int, dict[str, str]]:
    number = next(_sellers)
    return number, signed_in(number, f"seller{number}")


async def announced(catalog: Service, product: int, seller: dict[str, str]) -> str:
    """A place for a picture that has not come."""
    name = f"to-come-{product}-front"
    body = {"productId": product, "imageUrl": name, "imageOrder": 0, "imageName": "front.jpg"}
    assert (await call(catalog, "POST", "/api/product-images", body, seller)).status_code == 201
    return name


async def test_a_picture_that_has_not_come_is_shown_in_no_head_of_a_shop(catalog: Service) -> None:
    """SELP-04, IMG-03."""
    number, seller = a_seller()
    bare, shown = await listed(catalog, seller), await listed(catalog, seller)
    await announced(catalog, bare["id"], seller)
    (token,) = await uploaded(catalog, number)
    await call(catalog, "PUT", f"/api/products/{shown['id']}", a_listing(images=[token]), seller)
    head = (await catalog.http.get(f"/api/sellers/{number}/shelf")).json()
    assert head == {"products": 2, "sold": 0, "delivered": 0, "photos": [f"/api/images/{token}"]}


async def test_a_listing_sent_again_with_a_picture_still_to_come_has_not_changed(catalog: Service) -> None:
    """FORM-24, IMG-03: a change to the same values publishes no fact."""
    number, seller = a_seller()
    tokens = await uploaded(catalog, number, 2)
    product = await listed(catalog, seller, images=tokens)
    await announced(catalog, product["id"], seller)
    told = len(await catalog.recorded(product["id"]))
    answer = await call(catalog, "PUT", f"/api/products/{product['id']}", a_listing(images=tokens), seller)
    assert (answer.status_code, len(await catalog.recorded(product["id"]))) == (200, told)
    await call(catalog, "PUT", f"/api/products/{product['id']}", a_listing(images=tokens[::-1]), seller)
    assert (await catalog.recorded(product["id"]))[-1]["data"]["changed"] == ["images"]


async def test_two_tabs_list_an_ended_auction_anew_once(catalog: Service, auction: Service) -> None:
    """C25: the same bottle is not for sale twice."""
    _, seller = a_seller()
    product = await listed(catalog, seller, body=an_auction())
    assert (await auction.http.get(f"/api/auctions/{product['auction']['id']}")).status_code == 200
    path, terms = f"/api/products/{product['id']}/relist", {"startingPrice": 80, "endsAt": ends_in(15)}
    clock.forward(days=8)
    try:
        first = await call(catalog, "POST", path, {"auction": terms}, seller)
        second = await call(catalog, "POST", path, {"auction": terms | {"startingPrice": 90}}, seller)
    finally:
        clock.reset()
        await catalog.app.state.index.load()
    assert first.status_code == 201, first.text
    assert (second.status_code, second.json()["code"]) == (409, "wrong_status")
    again = await catalog.rows("SELECT id FROM products WHERE relist_of = :id", id=product["id"])
    assert [row["id"] for row in again] == [first.json()["id"]]


async def test_a_last_bid_that_was_not_heard_of_yet_keeps_the_bottle(
    catalog: Service, auction: Service
) -> None:
    """C25, U22: who has won is the auction service's to know, not the copy's."""
    _, seller = a_seller()
    product = await listed(catalog, seller, body=an_auction())
    await bid(auction, product, 105)
    clock.forward(days=8)
    try:
        terms = {"startingPrice": 80, "endsAt": ends_in(15)}
        answer = await call(
            catalog, "POST", f"/api/products/{product['id']}/relist", {"auction": terms}, seller
        )
    finally:
        clock.reset()
        await catalog.app.state.index.load()
    assert (answer.status_code, answer.json()["code"]) == (409, "auction_has_bids")
    assert (await catalog.http.get(f"/api/products/{product['id']}")).json()["status"] == "active"


@pytest.mark.parametrize(("act", "status"), [("sold", "sold"), ("archive", "archived"), (None, "active")])
async def test_what_staff_puts_back_is_what_it_was(catalog: Service, act: str | None, status: str) -> None:
    """U37: a bottle that was sold is not for sale again because staff changed its mind."""
    _, seller = a_seller()
    product = await listed(catalog, seller)
    path = f"/api/products/{product['id']}"
    if act:
        await call(catalog, "POST", f"{path}/{act}", None, seller)
    await call(catalog, "POST", f"/api/admin{path[4:]}/remove", {"reason": "A fake"}, STAFF)
    back = await call(catalog, "POST", f"/api/admin{path[4:]}/restore", None, STAFF)
    assert back.json()["status"] == status


@pytest.mark.parametrize("reason", ["deleted", "seller_erased"])
async def test_staffs_words_are_never_taken_for_a_state(catalog: Service, reason: str) -> None:
    """U37: whatever staff writes, its seller reads it and staff may put the listing back."""
    _, seller = a_seller()
    path = f"/api/products/{(await listed(catalog, seller))['id']}"
    answer = await call(catalog, "POST", f"/api/admin{path[4:]}/remove", {"reason": reason}, STAFF)
    assert answer.status_code == 422
    assert (await catalog.http.get(path)).json()["status"] == "active"


async def test_the_pictures_of_what_staff_removed_are_listed_for_its_seller_only(catalog: Service) -> None:
    """IMG-02, U37."""
    number, seller = a_seller()
    product = await listed(catalog, seller, images=await uploaded(catalog, number))
    await call(catalog, "POST", f"/api/admin/products/{product['id']}/remove", {"reason": "A fake"}, STAFF)
    path = f"/api/product-images/{product['id']}"
    assert (await catalog.http.get(path)).status_code == 404
    assert len((await catalog.http.get(path, headers=seller)).json()) == 1


class Between:
    """The auction service, and what happens between its answer and our next line."""

    def __init__(self, auctions: Any, happens: Any) -> None:
        self._auctions, self._happens = auctions, happens

    async def post(self, path: str, body: Any, token: str | None = None) -> Answer:
        """The answer, and then the world goes on."""
        answer: Answer = await self._auctions.post(path, body, token)
        await self._happens()
        return answer


async def test_an_archive_that_the_stream_was_faster_with_is_done_all_the_same(
    catalog: Service, auction: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    """DASH-17: the auction was withdrawn, and the news of it put the listing away before we did."""
    _, seller = a_seller()
    product = await listed(catalog, seller, body=an_auction())

    async def told() -> None:
        await hear_from(auction, catalog, product["auction"]["id"])

    monkeypatch.setitem(catalog.app.state.calls, "auction", Between(catalog.app.state.calls["auction"], told))
    answer = await call(catalog, "POST", f"/api/products/{product['id']}/archive", None, seller)
    assert (answer.status_code, answer.json()["status"]) == (200, "archived")
    kinds = [fact["type"].split(".")[2] for fact in await catalog.recorded(product["id"])]
    assert kinds == ["ProductListed", "ProductRemoved"]


@pytest.mark.parametrize(
    ("method", "act"), [("PUT", ""), ("DELETE", ""), ("POST", "/archive"), ("POST", "/relist")]
)
async def test_no_database_connection_is_held_while_auction_answers(
    catalog: Service, auction: Service, monkeypatch: pytest.MonkeyPatch, method: str, act: str
) -> None:
    """AR-D10: else a slow auction service takes the whole catalogue with it."""
    _, seller = a_seller()
    product = await listed(catalog, seller, body=an_auction())
    held: list[int] = []
    pool: Any = catalog.database.engine.pool

    async def look() -> None:
        held.append(pool.checkedout())

    before = pool.checkedout()
    monkeypatch.setitem(catalog.app.state.calls, "auction", Between(catalog.app.state.calls["auction"], look))
    clock.forward(days=8 if act == "/relist" else 0)
    terms = {"startingPrice": 120, "endsAt": ends_in(15)}
    body = (
        a_listing(listingType="auction", auction=terms)
        if method == "PUT"
        else {"auction": terms}
        if act
        else None
    )
    body = body if act != "/archive" else None
    await call(catalog, method, f"/api/products/{product['id']}{act}", body, seller)
    assert set(held) == {before}


async def test_terms_that_changed_while_we_fell_over_change_the_price_of_the_listing_too(
    catalog: Service, auction: Service
) -> None:
    """FORM-17, C22: killed between the two services, the news of the terms sets the price right."""
    _, seller = a_seller()
    product = await listed(catalog, seller, body=an_auction())
    # What catalog asks before its own commit, which never came.
    secret = auction.app.state.settings.internal_secret.get_secret_value()
    terms = {"starting_price": 15_000, "bid_increment": 500, "ends_at": ends_in(3)}
    path = f"/internal/auctions/{product['auction']['id']}/terms"
    changed = await auction.http.post(path, json=terms, headers=seller | {"X-Internal-Secret": secret})
    assert changed.status_code == 200, changed.text
    await hear_from(auction, catalog, product["auction"]["id"])
    card = (await catalog.http.get(f"/api/products/{product['id']}")).json()
    assert (card["auction"]["startingPrice"], card["price"]) == (150.0, 150.0)
    found = await catalog.http.get(f"/api/products?sellerId={product['sellerId']}&minPrice=150")
    assert [one["id"] for one in found.json()] == [product["id"]]
    assert (await catalog.recorded(product["id"]))[-1]["data"]["price"] == 15_000


async def test_old_terms_that_come_late_change_no_price(catalog: Service, auction: Service) -> None:
    """P-D3: a fact that is older than what is known is no news."""
    _, seller = a_seller()
    product = await listed(catalog, seller, body=an_auction())
    usual: dict[str, Any] = {
        "auction_id": product["auction"]["id"], "product_id": product["id"], "seller_id": product["sellerId"],
        "bid_increment": 500, "buy_now_price": None, "has_reserve": False, "ends_at": AT, "epoch": 1,
    }  # fmt: skip
    new = AuctionChanged(**usual, starting_price=20_000, minimum_bid=20_000, changed_at=AT)
    old = AuctionChanged(**usual, starting_price=10_000, minimum_bid=10_000, changed_at=AT.replace(hour=11))
    await catalog.hear(new, old, version=2)
    assert (await catalog.http.get(f"/api/products/{product['id']}")).json()["price"] == 200.0


async def test_what_a_banned_seller_sells_is_hidden_from_those_who_kept_it_too(catalog: Service) -> None:
    """U1, PROF-13: and it is there again when the ban is lifted."""
    number, seller = a_seller()
    product = await listed(catalog, seller)
    await call(catalog, "POST", f"/api/favorites/{product['id']}", None, BIDDER)
    await catalog.hear(UserBanned(user_id=number, by_admin_id=1, banned_at=AT))
    kept = (await call(catalog, "GET", "/api/favorites", None, BIDDER)).json()
    assert product["id"] not in [one["id"] for one in kept]
    await catalog.hear(UserUnbanned(user_id=number, by_admin_id=1, unbanned_at=AT), version=2)
    kept = (await call(catalog, "GET", "/api/favorites", None, BIDDER)).json()
    assert product["id"] in [one["id"] for one in kept]


async def test_an_auction_that_never_opened_does_not_open_for_a_listing_that_staff_removed(
    catalog: Service, auction: Service
) -> None:
    """U37: reading the auction first brings no copy of a listing that is gone."""
    _, seller = a_seller()
    product = await listed(catalog, seller, body=an_auction())
    await call(catalog, "POST", f"/api/admin/products/{product['id']}/remove", {"reason": "A fake"}, STAFF)
    assert (await auction.http.get(f"/api/auctions/{product['auction']['id']}")).status_code == 404


async def test_a_note_sent_twice_is_written_once(catalog: Service) -> None:
    """P-A6, FORM-24: an answer that got lost on the way is asked for again with the same key."""
    _, seller = a_seller()
    path = f"/api/products/{(await listed(catalog, seller))['id']}/notes"
    keyed = seller | {"Idempotency-Key": "note-1"}
    first, again = [await call(catalog, "POST", path, {"note": "Box found."}, keyed) for _ in range(2)]
    assert (first.status_code, again.status_code) == (200, 200)
    assert again.json()["description"].count("Box found.") == 1


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/api/seller/drafts", {"form": {"name": "Blanc"}}),
        ("/api/products/{id}/duplicate", None),
        ("/api/favorites/searches", {"wanted": {"search": "oud"}}),
        ("/api/product-images", {"productId": "{id}", "imageUrl": "front-of-{id}"}),
    ],
)
async def test_what_is_created_with_the_same_key_is_created_once(
    catalog: Service, path: str, body: Any
) -> None:
    """P-A6: every POST that creates."""
    number, seller = a_seller()
    product = await listed(catalog, seller)
    if body and "productId" in body:
        body = {"productId": product["id"], "imageUrl": f"front-of-{product['id']}"}
    keyed = signed_in(number, f"seller{number}") | {"Idempotency-Key": f"once-{number}"}
    answers = [await call(catalog, "POST", path.format(id=product["id"]), body, keyed) for _ in range(2)]
    assert [answer.status_code for answer in answers] == [201, 201], answers[1].text
    assert answers[0].json() == answers[1].json()


async def test_the_same_key_is_answered_as_before_when_the_terms_are_out_of_date(
    catalog: Service, auction: Service
) -> None:
    """P-A6: what was done is not judged again."""
    _, seller = a_seller()
    body, keyed = an_auction(), seller | {"Idempotency-Key": "late-again"}
    first = await call(catalog, "POST", "/api/products", body, keyed)
    clock.forward(hours=23)
    try:
        drafts = await auction.rows("SELECT count(*) AS n FROM auctions")
        again = await call(catalog, "POST", "/api/products", body, keyed)
        assert await auction.rows("SELECT count(*) AS n FROM auctions") == drafts
    finally:
        clock.reset()
    assert (first.status_code, again.status_code) == (201, 201)
    assert again.json() == first.json()


async def test_a_listing_from_before_there_were_words_is_found_by_its_own(catalog: Service) -> None:
    """CAT-04, AR-D25: also by its brand with an accent; a second time there is nothing to do."""
    _, seller = a_seller()
    product = await listed(catalog, seller, name="Zorvane Ancien", brand="Éclat d'Avant")
    async with catalog.database.transaction() as session:
        old = "UPDATE products SET words = '{}', title_words = '{}', brand_key = lower(brand) WHERE id = :id"
        await session.execute(text(old), {"id": product["id"]})
        await session.execute(text("DELETE FROM vocabulary WHERE word = 'zorvane'"))
    assert (await catalog.http.get("/api/products?search=zorvane")).json() == []
    assert await vocabulary.name_the_nameless(catalog.database) == 1
    assert await vocabulary.name_the_nameless(catalog.database) == 0
    for query in ("search=zorvane", "search=zorvnae", "brand=eclat%20d'avant"):
        found = (await catalog.http.get(f"/api/products?{query}")).json()
        assert [one["id"] for one in found] == [product["id"]], query


async def test_where_an_erased_seller_sent_from_is_forgotten_with_their_words(catalog: Service) -> None:
    """P-G2, U38."""
    number, seller = a_seller()
    product = await listed(catalog, seller, state="Perlis", notes="tea", concentration="EDP")
    await catalog.hear(UserErased(user_id=number, erased_at=AT))
    await finish_forgetting(catalog)
    kept = "SELECT state, notes, words, title_words, brand_key FROM products WHERE id = :id"
    (row,) = await catalog.rows(kept, id=product["id"])
    assert row == {"state": None, "notes": None, "words": [], "title_words": [], "brand_key": ""}
    assert await vocabulary.name_the_nameless(catalog.database) == 0


@pytest.mark.parametrize("malformed", ["%00", "%ED%A0%80"])
@pytest.mark.parametrize("name", ["brand", "search"])
@pytest.mark.parametrize("status", ["active", "sold"])
async def test_a_filter_that_no_table_can_hold_is_no_fault_of_ours(
    catalog: Service, malformed: str, name: str, status: str
) -> None:
    """S18, CAT-06: in an address, from memory and from the tables."""
    answer = await catalog.http.get(f"/api/products?{name}=a{malformed}b&status={status}")
    assert answer.status_code in (200, 422), answer.text


@pytest.mark.parametrize("malformed", ["\\u0000", "\\ud800"])
async def test_a_search_that_no_table_can_hold_is_refused_in_words(catalog: Service, malformed: str) -> None:
    """S03: also inside a list."""
    _, seller = a_seller()
    body = f'{{"wanted": {{"brand": ["a{malformed}"]}}}}'.encode()
    headers = seller | {"Content-Type": "application/json"}
    answer = await catalog.http.post("/api/favorites/searches", content=body, headers=headers)
    assert (answer.status_code, answer.json()["code"]) == (422, "invalid_input")
