from datetime import UTC, datetime
from typing import Any

import pytest
from sqlalchemy import text

from libs.contracts.event import Envelope
from libs.contracts.events.auth import UserErased, UserRegistered
from libs.kit.testing import Service, signed_in
from services.auction.tests.makers import finish_account_removals
from services.catalog.jobs import trim
from services.catalog.search import vocabulary
from services.catalog.search.service import save_tally
from services.catalog.tests.makers import a_listing, listed
from tests.support.forgetting import finish_forgetting

pytestmark = pytest.mark.servers


AT = datetime(2026, 11, 21, 12, 0, tzinfo=UTC)


SELLER = 7_461


# Both expire by themselves, after a week and a day.
OUTLIVES = {"outbox", "idempotency_keys"}


CANARIES = (
    "qanaryname", "qanaryhouse", "qanarynote", "qanarytext", "qanarybatch", "qanaryrenamed", "qanaryrefused",
    "qanaryimport", "qanarydraft", "qanarysearch", "qanaryreport", "qanaryadded", "qanaryabout", "60123987654",
)  # fmt: skip


_TABLES = (
    "SELECT table_schema, table_name FROM information_schema.tables WHERE table_type = 'BASE TABLE' "
    "AND table_schema NOT IN ('pg_catalog', 'information_schema') "
    "AND NOT EXISTS (SELECT FROM pg_inherits JOIN pg_class c ON c.oid = inhrelid WHERE c.relname = table_name)"
)


async def in_peace(service: Service, query: str, words: tuple[str, ...]) -> bool:
    """Without a time limit, because other tests leave millions of dead rows."""
    async with service.database.transaction() as session:
        await session.execute(text("SET LOCAL statement_timeout = 0"))
        return (await session.execute(text(query), {"words": list(words)})).first() is not None


async def places_of(services: list[Service], words: tuple[str, ...]) -> set[str]:
    """In clear or in hexadecimal."""
    found, looked_at = set[str](), set[str]()
    for service in services:
        for table in await service.rows(_TABLES):
            name = f'"{table["table_schema"]}"."{table["table_name"]}"'
            looked_at.add(name)
            hits = await in_peace(
                service,
                # Rendered once per row, not once per word.
                f"SELECT 1 FROM (SELECT lower(t::text) AS line FROM {name} AS t OFFSET 0) AS lines WHERE EXISTS ("
                "SELECT FROM unnest(CAST(:words AS text[])) AS sought(canary) WHERE strpos(line, canary) > 0 "
                "OR strpos(line, encode(convert_to(canary, 'UTF8'), 'hex')) > 0) LIMIT 1",
                words,
            )
            if hits:
                found.add(f"{table['table_schema']}.{table['table_name']}")
    assert len(looked_at) > 60, "the search looked at too little"
    return found


async def pass_on(services: list[Service], rows: list[dict[str, Any]]) -> None:
    for item in rows:
        envelope = Envelope.model_validate(item)
        for service in services:
            await service.deliver(envelope.event(), version=envelope.version)


async def report(catalog: Service, product_id: int, words: str, who: dict[str, str]) -> None:
    form = {"reason": "other", "words": words}
    answer = await catalog.http.post(f"/api/products/{product_id}/report", json=form, headers=who)
    assert answer.status_code == 201, answer.text


async def test_erased_sellers_words_are_in_no_table(
    catalog: Service, auth: Service, auction: Service, messaging: Service, boost: Service, admin: Service
) -> None:
    """P-G2"""
    services = [catalog, auth, auction, messaging, boost, admin]
    others = services[1:]
    seller, buyer = signed_in(SELLER, "farid"), signed_in(SELLER + 1, "zaki")
    for service in (catalog, *others):
        if service is not auth:
            await service.deliver(UserRegistered(user_id=SELLER, is_seller=True, registered_at=AT))
    body = a_listing(
        name="Qanaryname 60123987654", brand="Qanaryhouse", notes="qanarynote", batchCode="qanarybatch",
        description="Call me, qanarytext, at 60123987654.",
    )  # fmt: skip
    product = await listed(catalog, seller, body=body)
    page = f"/api/products/{product['id']}"
    await catalog.http.get("/api/products", params={"search": "qanaryname qanarynote"})
    await save_tally(catalog.database, catalog.app.state.tally)
    changed = await catalog.http.put(page, json=body | {"name": "Qanaryrenamed"}, headers=seller)
    assert changed.status_code == 200, changed.text
    noted = await catalog.http.post(f"{page}/notes", json={"note": "qanaryadded words"}, headers=seller)
    assert noted.status_code == 200
    rows = (
        "name,brand,description,price,category,volume\nQanaryimport,Verrane,Bought at the counter,390,1,100\n"
        "Qanaryrefused,Verrane,short,390,1,100\n"
    )
    files = {"file": ("qanary.csv", rows.encode(), "text/csv")}
    assert (
        await catalog.http.post("/api/seller/products/import", files=files, headers=seller)
    ).status_code == 200
    draft = await catalog.http.post(
        "/api/seller/drafts", json={"form": {"name": "qanarydraft"}}, headers=seller
    )
    assert draft.status_code == 201, draft.text
    search = {"name": "qanarysearch", "wanted": {"search": "qanarysearch"}}
    assert (
        await catalog.http.post("/api/favorites/searches", json=search, headers=seller)
    ).status_code == 201
    other = await listed(catalog, buyer)
    await report(catalog, other["id"], "qanaryreport", seller)
    await report(catalog, product["id"], "qanaryabout asked me to pay elsewhere", buyer)
    await vocabulary.learn_new(catalog.database)
    await pass_on(others, await catalog.recorded(product["id"]))
    before = await places_of(services, CANARIES)
    assert {"catalog.products", "catalog.vocabulary", "catalog.drafts", "catalog.reports"} <= before, before

    for service in services:
        if service is not auth:
            await service.deliver(UserErased(user_id=SELLER, erased_at=AT))
    await finish_account_removals(auction)
    for service in (catalog, messaging, boost):
        await finish_forgetting(service)
    await pass_on(
        [auth],
        [event for event in await catalog.recorded(product["id"]) if "ProductRemoved" in event["type"]],
    )
    left = await places_of(services, CANARIES)
    assert {place for place in left if place.split(".")[1] not in OUTLIVES} == set()
    await vocabulary.sweep_vocabulary(catalog.database)
    await trim(catalog.database, AT)
    assert {
        place for place in await places_of(services, CANARIES) if place.split(".")[1] not in OUTLIVES
    } == set()
