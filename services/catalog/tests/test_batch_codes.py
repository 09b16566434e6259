from typing import Any

import pytest

from libs.kit.testing import Service, signed_in
from services.catalog.batch_codes.rules import read_code
from services.catalog.tests.makers import listed_by, name_people

THIS_YEAR = 2026


# Publicly known codes: brand, code, year of purchase, verdict, years.
KNOWN: list[tuple[str, str, int | None, str, tuple[int, ...]]] = [
    ("Estée Lauder", "a58", None, "fits", (2018, 2008)),
    ("Estee Lauder", "BC8", None, "fits", (2018, 2008)),
    ("ESTÉE LAUDER", "k61", 2001, "fits", (2001, 1991)),
    ("Clinique", "c79", 2019, "fits", (2019, 2009)),
    ("Tom Ford", "a6 7", None, "fits", (2017, 2007)),
    ("Jo Malone London", "a99", None, "fits", (2019, 2009)),
    ("Estée Lauder", "A13C", None, "unknown", ()),
    ("Estée Lauder", "AD9", None, "unknown", ()),
    ("Estée Lauder", "12345678", None, "does_not_fit", ()),
    ("Dior", "4N01", None, "fits", (2024, 2014)),
    ("Dior", "4N01", 2015, "fits", (2014, 2004)),
    ("Christian Dior", "1L01", 2012, "fits", (2011, 2001)),
    ("Dior", "9U02", 2010, "fits", (2009, 1999)),
    ("Dior", "3R-02", 2013, "fits", (2013, 2003)),
    ("Dior", "6A01", None, "fits", (2026, 2016)),
    ("Dior", "9I02", None, "unknown", ()),
    ("Dior", "9O02", None, "unknown", ()),
    ("Dior", "3145891165206", None, "does_not_fit", ()),
    ("Dior", "AB12", 1997, "unknown", ()),
    ("Guerlain", "5C01", 2006, "fits", (2005,)),
    ("Guerlain", "2Y01", 2013, "fits", (2012, 2002)),
    ("Guerlain", "SX0VR", 1998, "unknown", ()),
    ("Guerlain", "SX0VR", 2020, "unknown", ()),
    ("Givenchy", "7B04", None, "unknown", ()),
    ("Chanel", "6901", None, "fits", ()),
    ("Chanel", "1052", 2015, "fits", ()),
    ("Chanel", "690", None, "unknown", ()),
    ("Lancôme", "40N501", None, "unknown", ()),
    ("Yves Saint Laurent", "38P100", None, "unknown", ()),
    ("Hermès", "4E0123", None, "unknown", ()),
    ("Hugo Boss", "3158", None, "unknown", ()),
    ("Verrane", "VR-21", None, "unknown", ()),
]


@pytest.mark.parametrize(("brand", "code", "bought", "verdict", "years"), KNOWN)
def test_batch_code_shows_only_public_knowledge(
    brand: str, code: str, bought: int | None, verdict: str, years: tuple[int, ...]
) -> None:
    found = read_code(brand, code, bought, THIS_YEAR)
    assert (found.verdict, found.years, found.is_after_purchase) == (verdict, years, False)


@pytest.mark.parametrize(
    ("brand", "code", "bought", "years"),
    [("Guerlain", "5C01", 2004, (2025, 2015)), ("Dior", "7N01", 2003, (2017, 2007))],
)
def test_possible_years_all_after_purchase_are_a_conflict(
    brand: str, code: str, bought: int, years: tuple[int, ...]
) -> None:
    found = read_code(brand, code, bought, THIS_YEAR)
    assert (found.verdict, found.years, found.is_after_purchase) == ("fits", years, True)


def test_one_possible_year_before_purchase_is_no_conflict() -> None:
    assert not read_code("Guerlain", "5C01", 2010, THIS_YEAR).is_after_purchase


@pytest.mark.servers
async def test_anyone_checks_a_code_and_learns_it_proves_nothing(catalog: Service) -> None:
    asked: dict[str, Any] = {"brand": "Dior", "code": "4n 01", "purchaseYear": 2015}
    answer = await catalog.http.get("/api/products/batch-code", params=asked)
    assert answer.json() == {
        "verdict": "fits",
        "years": [2014, 2004],
        "place": "base_and_box",
        "isAfterPurchase": False,
        "provesAuthenticity": False,
    }


@pytest.mark.servers
@pytest.mark.parametrize(
    "asked",
    [
        {"brand": "Dior"},
        {"brand": "Dior", "code": ""},
        {"brand": "Dior", "code": "4" * 51},
        {"brand": "D" * 101, "code": "4N01"},
        {"brand": "Dior", "code": "4N01", "purchaseYear": 1969},
        {"brand": "Dior", "code": "4N\x0001"},
    ],
)
async def test_invalid_batch_code_query_is_refused(catalog: Service, asked: dict[str, Any]) -> None:
    answer = await catalog.http.get("/api/products/batch-code", params=asked)
    assert (answer.status_code, answer.json()["code"]) == (422, "invalid_input")


@pytest.mark.servers
async def test_staff_see_other_listings_of_a_code(catalog: Service) -> None:
    mine = await listed_by(catalog, 7621, brand="Guerlain", batchCode="5C 01")
    theirs = await listed_by(catalog, 7622, brand="GUERLAIN", batchCode="5c-01")
    await listed_by(catalog, 7621, brand="Guerlain", batchCode="5C01")
    await listed_by(catalog, 7622, brand="Dior", batchCode="5C01")
    removed = await listed_by(catalog, 7623, brand="Guerlain", batchCode="5C01")
    await catalog.http.delete(f"/api/products/{removed['id']}", headers=signed_in(7623))
    await name_people(catalog, {7622: "farid_7622"})
    path = f"/api/admin/products/{mine['id']}/reports"
    answer = await catalog.http.get(path, headers=signed_in(61, "aisyah", roles=("admin",)))
    same = {
        "productId": theirs["id"], "name": theirs["name"], "sellerId": 7622, "sellerUsername": "farid_7622",
        "status": "active",
    }  # fmt: skip
    assert answer.json()["sameCode"] == [same]
    assert (await catalog.http.get(path, headers=signed_in(7621))).status_code == 403
    shown = (await catalog.http.get(f"/api/products/{mine['id']}")).json()
    assert "sameCode" not in shown
