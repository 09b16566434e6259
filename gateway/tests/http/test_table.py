from pathlib import Path

import pytest

from gateway.http.table import TABLE, Row, Table, Who, as_markdown, canonical_path
from libs.contracts.services import SERVICES

README = Path(__file__).parents[2] / "README.md"


def test_readme_shows_the_route_table() -> None:
    assert as_markdown() in README.read_text(encoding="utf-8")


def test_every_route_leads_to_a_service() -> None:
    assert {row.service for row in TABLE} == set(SERVICES)


@pytest.mark.parametrize(
    ("method", "path", "service", "who"),
    [
        ("POST", "/api/v1/auth/login", "auth", Who.ANYONE),
        ("GET", "/api/v1/auth/me", "auth", Who.SIGNED_IN),
        ("POST", "/api/auth/sync-oauth-user", "auth", Who.ANYONE),
        ("GET", "/.well-known/jwks.json", "auth", Who.ANYONE),
        ("GET", "/api/products", "catalog", Who.ANYONE),
        ("GET", "/api/products/featured", "catalog", Who.ANYONE),
        ("POST", "/api/products", "catalog", Who.SIGNED_IN),
        ("GET", "/api/seller/products", "catalog", Who.SELLER),
        ("GET", "/api/sellers/4", "auth", Who.ANYONE),
        ("GET", "/api/sellers/4/products", "catalog", Who.ANYONE),
        ("POST", "/api/favorites/4", "catalog", Who.SIGNED_IN),
        ("GET", "/api/auctions/product/3", "auction", Who.ANYONE),
        ("POST", "/api/auctions/3/bids", "auction", Who.SIGNED_IN),
        ("GET", "/api/auctions/mine", "auction", Who.SIGNED_IN),
        ("GET", "/api/auctions/3/afterwards", "auction", Who.SIGNED_IN),
        ("POST", "/api/auctions/3/settle", "messaging", Who.SIGNED_IN),
        ("POST", "/api/auctions", "catalog", Who.SIGNED_IN),
        ("PUT", "/api/auctions/3", "catalog", Who.SIGNED_IN),
        ("POST", "/api/messages/upload-file", "messaging", Who.SIGNED_IN),
        ("GET", "/api/message-files/a", "messaging", Who.ANYONE),
        ("GET", "/api/orders/user", "messaging", Who.SIGNED_IN),
        ("GET", "/api/boost/packages", "boost", Who.ANYONE),
        ("POST", "/api/boost/callback", "boost", Who.ANYONE),
        ("PATCH", "/api/admin/users/4/ban", "auth", Who.STAFF),
        ("POST", "/api/admin/products/4/remove", "catalog", Who.STAFF),
        ("PATCH", "/api/admin/orders/4/status", "messaging", Who.STAFF),
        ("GET", "/api/admin/audit", "admin", Who.STAFF),
    ],
)
def test_calls_of_the_specification_find_their_service(
    method: str, path: str, service: str, who: Who
) -> None:
    row = Table().find(path, method)
    assert isinstance(row, Row)
    assert (row.service, row.who) == (service, who)


def test_path_with_similar_prefix_is_not_served() -> None:
    table = Table()
    assert table.find("/api/productsx", "GET") == ()
    assert table.find("/api/categories/1", "GET") == ()
    assert table.find("/internal/auctions/1/room", "GET") == ()


def test_only_public_reads_are_cacheable() -> None:
    for row in TABLE:
        if row.cached:
            assert (row.who, set(row.methods)) == (Who.ANYONE, {"GET", "HEAD"})


def test_v1_prefix_is_an_alias() -> None:
    assert canonical_path("/api/v1/products/3") == "/api/products/3"
    assert canonical_path("/api/v1/auth/login") == "/api/v1/auth/login"
    assert canonical_path("/api/v1/authx") == "/api/authx"
