import json
from collections.abc import Awaitable, Callable
from typing import Any

import aiohttp
import pytest
from sqlalchemy.exc import InterfaceError
from sqlalchemy.ext.asyncio import AsyncSession

from libs.kit.http import export
from libs.kit.testing import Service, came_of, serve
from services.auction.tests.makers import an_auction, bid, bidder

pytestmark = pytest.mark.servers


@pytest.mark.parametrize("page", [1, 2, 3, 500])
async def test_export_has_every_row_once_across_pages(
    auction: Service, monkeypatch: pytest.MonkeyPatch, page: int
) -> None:
    """U38"""
    person = 64_000 + page
    for _ in range(2):
        await a_contest(auction, bidder(person))
    held = await auction.rows(
        "SELECT auction_id, seq FROM bids WHERE bidder_id = :id ORDER BY 1, 2", id=person
    )
    limits = await auction.rows(
        "SELECT most FROM maximums WHERE bidder_id = :id ORDER BY auction_id, most", id=person
    )
    monkeypatch.setattr(export, "PAGE", page)
    body = (await auction.ask(f"/internal/users/{person}/export")).json()
    assert [(item["auction_id"], item["seq"]) for item in body["bids"]] == [
        (r["auction_id"], r["seq"]) for r in held
    ]
    assert [maximum["most"] for maximum in body["maximums"]] == [row["most"] for row in limits]
    assert (len(held), len(limits)) == (6, 6)


async def test_export_is_cut_if_database_goes_away(auction: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    await a_contest(auction, bidder(64_900))
    monkeypatch.setattr(export, "PAGE", 2)
    monkeypatch.setattr(export.Rows, "page", failing_after(2, export.Rows.page))
    secret = {"X-Internal-Secret": auction.app.state.settings.internal_secret.get_secret_value()}
    async with (
        serve(auction.app) as address,
        aiohttp.ClientSession(address, headers=secret) as http,
        http.get("/internal/users/64900/export") as answer,
    ):
        came, is_whole = await came_of(answer)
    assert (answer.status, is_whole, came.count(b'"amount":')) == (200, False, 2)
    with pytest.raises(json.JSONDecodeError):
        json.loads(came)


async def a_contest(auction: Service, person: dict[str, str]) -> None:
    auction_id = await an_auction(auction)
    for amount in (105, 120, 135):
        assert (await bid(auction, auction_id, amount, person, most=amount + 5)).is_success
        assert (await bid(auction, auction_id, amount + 10, bidder(64_999, "zaki"))).is_success


def failing_after(
    pages: int, read: Callable[..., Awaitable[list[Any]]]
) -> Callable[..., Awaitable[list[Any]]]:
    left = iter(range(pages))

    async def page(rows: export.Rows, session: AsyncSession, last: Any) -> list[Any]:
        if next(left, None) is None:
            raise InterfaceError("", {}, ConnectionError("gone"))
        return await read(rows, session, last)

    return page
