import pytest
from sqlalchemy import text

from libs.contracts.events.auth import UserErased
from libs.kit.process import clock
from libs.kit.testing import Service, signed_in
from services.catalog.tests.makers import finish_forgetting, listed
from services.catalog.tests.pictures import a_picture, upload

pytestmark = pytest.mark.servers
SELLER = 99_001
_MUCH = (
    "INSERT INTO products (seller_id, name, brand, brand_key, description, price, stock_quantity, category_id, "
    "remaining_percent, volume_ml, box_condition, listing_type, words, title_words) "
    "SELECT 99001, 'Name ' || g, 'Much', 'much', repeat('some words ', 200), 1000, 1, 1, 50, 100, 'Good', 'fixed', "
    "ARRAY['name', 'w' || g, 'much', 'some', 'word'], ARRAY['name', 'much'] FROM generate_series(1, 5000) g",
    "INSERT INTO pictures (token, seller_id, width, height) "
    "SELECT md5(id::text || n) || md5(n::text || id), 99001, 9, 9 "
    "FROM products, generate_series(1, 5) n WHERE seller_id = 99001",
    "INSERT INTO product_images (product_id, image_url, image_order, token) SELECT id, '/api/images/x', n, "
    "md5(id::text || n) || md5(n::text || id) FROM products, generate_series(1, 5) n WHERE seller_id = 99001",
    "INSERT INTO drafts (seller_id, form) SELECT 99001, jsonb_build_object('a', (SELECT string_agg("
    "md5(x::text || g), ' ') FROM generate_series(1, 900) x)) FROM generate_series(1, 100) g",
)


async def test_person_with_much_data_can_upload_and_be_erased(catalog: Service) -> None:
    """P-G2, IMG-03"""
    await listed(catalog, signed_in(SELLER, "much"))
    async with catalog.database.transaction() as session:
        await session.execute(text("SET LOCAL statement_timeout = 0"))
        for statement in _MUCH:
            await session.execute(text(statement))
    answer = await upload(catalog, SELLER, a_picture())
    assert answer.status_code == 201, answer.text
    token = answer.json()["token"]
    await catalog.deliver(UserErased(user_id=SELLER, erased_at=clock.about_now()))
    await finish_forgetting(catalog)
    left = (
        "SELECT count(*) AS n FROM products WHERE seller_id = 99001 AND (status <> 'removed' OR name <> '')"
    )
    assert await catalog.rows(left) == [{"n": 0}]
    for table in ("pictures", "drafts"):
        assert await catalog.rows(f"SELECT count(*) AS n FROM {table} WHERE seller_id = 99001") == [{"n": 0}]
    assert await catalog.rows("SELECT 1 AS n FROM discarded_pictures WHERE token = :token", token=token)
    query = "SELECT count(DISTINCT key) AS n FROM outbox WHERE payload LIKE '%seller_erased%'"
    assert (await catalog.rows(query.replace("payload", "convert_from(payload, 'UTF8')")))[0]["n"] >= 5_001
    async with catalog.database.transaction() as session:
        await session.execute(text("DELETE FROM discarded_pictures"))
