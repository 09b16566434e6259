from datetime import UTC, date, datetime

import httpx2
import pytest
from fastapi import FastAPI, Response

from gateway.openapi import merge_documents
from libs.kit.http.deprecation import deprecated
from tools.client_contract import ending

ENDS = deprecated(date(2026, 12, 1), date(2027, 5, 31), "/api/v1/products")


@pytest.fixture
def app() -> FastAPI:
    app = FastAPI()

    @app.get("/api/categories", **ENDS)
    async def old(response: Response) -> int:
        response.headers.append("Link", '</api/categories?page=2>; rel="next"')
        return 1

    @app.get("/api/products")
    async def new() -> int:
        return 1

    return app


async def test_deprecated_route_names_its_end_in_each_answer(app: FastAPI) -> None:
    async with httpx2.AsyncClient(transport=httpx2.ASGITransport(app=app), base_url="http://service") as http:
        old, new = await http.get("/api/categories"), await http.get("/api/products")
    assert old.headers["deprecation"] == f"@{int(datetime(2026, 12, 1, tzinfo=UTC).timestamp())}"
    assert old.headers["sunset"] == "Mon, 31 May 2027 00:00:00 GMT"
    assert set(old.headers.get_list("link")) == {
        '</api/v1/products>; rel="successor-version"',
        '</api/categories?page=2>; rel="next"',
    }
    assert not {"deprecation", "sunset", "link"} & set(new.headers)


def test_contract_and_clients_mark_deprecated_routes(app: FastAPI) -> None:
    paths = merge_documents({"catalog": app.openapi()})["paths"]
    assert paths["/api/categories"]["get"]["deprecated"] is True
    assert ending(paths["/api/categories"]["get"]) == (
        " Deprecated: served until 2027-05-31, use `/api/v1/products`."
    )
    assert ending(paths["/api/products"]["get"]) == ""


def test_nothing_ends_before_its_promised_notification() -> None:
    with pytest.raises(ValueError, match="less than 180 days"):
        deprecated(date(2026, 12, 1), date(2027, 5, 1), "/api/v1/products")
