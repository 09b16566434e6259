import importlib
import types
from collections.abc import Iterator
from typing import Any, get_args

import pytest
from fastapi.dependencies.models import Dependant
from fastapi.routing import APIRoute
from pydantic import BaseModel, ValidationError
from pydantic.alias_generators import to_camel
from sqlalchemy import MetaData
from sqlmodel import SQLModel

from libs.contracts.frame_names import CLIENT_FRAMES
from libs.contracts.services import SERVICES
from libs.kit.http.schemas import In
from libs.kit.testing import Service, signed_in
from services.auction.tests.makers import an_auction
from services.auth.accounts.models import User
from services.auth.tests.people import Person, a_form, a_person
from services.catalog.tests.makers import a_listing

VARIANTS: tuple[Any, ...] = (True, 1, "x", None, {"x": 1}, [1])


FOREVER = (
    "isAdmin",
    "isBanned",
    "isVerified",
    "walletBalance",
    "sellerId",
    "userId",
    "bidderId",
    "status",
    "role",
    "id",
)


def routes_of(service: str) -> list[APIRoute]:
    found: list[APIRoute] = []
    for route in importlib.import_module(f"services.{service}.main").app.routes:
        inner = getattr(getattr(route, "original_router", None), "routes", None) or [route]
        found += [item for item in inner if isinstance(item, APIRoute)]
    return found


def bodies(dependant: Dependant) -> Iterator[Any]:
    """A route's bodies, including those of its dependencies."""
    yield from (field.field_info.annotation for field in dependant.body_params)
    for dependency in dependant.dependencies:
        yield from bodies(dependency)


def models_in(annotation: Any) -> Iterator[type[BaseModel]]:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        yield annotation
        for field in annotation.model_fields.values():
            yield from models_in(field.annotation)
    for item in (
        get_args(annotation) if not isinstance(annotation, types.GenericAlias) else annotation.__args__
    ):
        yield from models_in(item)


def columns_of(service: str) -> set[str]:
    """In snake case and camel case."""
    importlib.import_module(f"services.{service}.main")  # Imports every table.
    metadata: MetaData = importlib.import_module(f"services.{service}.models").METADATA
    assert metadata.tables, f"no tables of {service} were found"
    names = {column.name for table in metadata.tables.values() for column in table.columns}
    return names | {to_camel(name) for name in names} | set(FOREVER)


MODELS = [
    pytest.param(service, model, id=f"{service}-{model.__name__}")
    for service in SERVICES
    for model in dict.fromkeys(
        model for route in routes_of(service) for body in bodies(route.dependant) for model in models_in(body)
    )
]


def is_accepted(model: type[BaseModel], name: str, value: Any) -> bool:
    try:
        model.model_validate({name: value})
    except ValidationError as refused:
        return not any(e["type"] == "extra_forbidden" and e["loc"] == (name,) for e in refused.errors())
    return True


@pytest.mark.parametrize(("service", "model"), MODELS)
def test_bodies_accept_only_declared_fields(service: str, model: type[BaseModel]) -> None:
    """S03, P-F8, AR-D18"""
    assert issubclass(model, In)
    assert SQLModel not in model.__mro__
    own = {field.alias or name for name, field in model.model_fields.items()}
    for column in columns_of(service) - own:
        for value in VARIANTS:
            assert not is_accepted(model, column, value), f"{column} = {value!r}"


def test_body_models_are_found() -> None:
    """S03"""
    names = {str(model.id) for model in MODELS}
    assert {"auth-ProfileIn", "auth-RegisterIn", "auth-BanIn", "catalog-ProductIn", "auction-BidIn"} <= names
    assert {"is_admin", "isAdmin", "password_hash", "epoch"} <= columns_of("auth")


@pytest.mark.parametrize("frame", CLIENT_FRAMES)
def test_client_frames_accept_only_declared_fields(frame: str) -> None:
    """S03"""
    model = CLIENT_FRAMES[frame]
    for name in FOREVER:
        try:
            made = model.model_validate({"auctionId": 1, "amount": 105, "token": "t", name: 1})
        except ValidationError:
            continue
        known = {field.alias or key for key, field in model.model_fields.items()}
        assert name in known or name not in made.model_dump(by_alias=True)


def test_control_table_model_as_body_accepts_everything() -> None:
    """P-F8"""
    columns = columns_of("auth") & {column.name for column in User.metadata.tables["auth.users"].columns}
    assert {name for name in columns if is_accepted(User, name, "x")} >= {
        "is_admin",
        "is_banned",
        "password_hash",
        "epoch",
    }
    unchecked: Any = {"is_admin": "yes", "epoch": []}
    assert vars(User(**unchecked))["is_admin"] == "yes"


async def row_of(person: Person) -> dict[str, Any]:
    (row,) = await person.auth.rows("SELECT * FROM users WHERE id = :id", id=person.id)
    return row


@pytest.mark.servers
async def test_profile_cannot_set_account_columns(auth: Service) -> None:
    """S03, P-F8"""
    person = await a_person(auth)
    before, path = await row_of(person), f"/api/user/{person.id}"
    from services.auth.accounts.profile_schemas import ProfileIn

    own = {field.alias or name for name, field in ProfileIn.model_fields.items()}
    for column in sorted(columns_of("auth") - own):
        for value in VARIANTS:
            answer = await person.call("PATCH", path, json={"firstName": "Canary", column: value})
            assert answer.status_code == 422, column
    assert await row_of(person) == before


@pytest.mark.servers
async def test_registration_cannot_set_account_columns(auth: Service) -> None:
    """S03, P-F8"""
    form = a_form()
    for column in sorted(columns_of("auth") - set(form)):
        answer = await auth.http.post("/api/v1/auth/register", json={**form, column: True})
        assert answer.status_code == 422, column
    assert not await auth.rows("SELECT 1 FROM users WHERE username = :name", name=form["username"])


@pytest.mark.servers
async def test_creator_cannot_set_listing_or_bid_columns(catalog: Service, auction: Service) -> None:
    """S03, P-F8"""
    listing, seller = a_listing(), signed_in(7901)
    (before,) = await catalog.rows("SELECT count(*) AS n FROM products")
    for column in sorted(columns_of("catalog") - set(listing)):
        if (
            column
            in importlib.import_module("services.catalog.listings.schemas").ProductIn.model_json_schema()[
                "properties"
            ]
        ):
            continue
        answer = await catalog.http.post("/api/products", json={**listing, column: 1}, headers=seller)
        assert answer.status_code == 422, column
    assert await catalog.rows("SELECT count(*) AS n FROM products") == [before]
    auction_id = await an_auction(auction)
    path = f"/api/auctions/{auction_id}/bids"
    for column in sorted(columns_of("auction") - {"amount"}):
        answer = await auction.http.post(path, json={"amount": 105, column: 1}, headers=signed_in(7902))
        assert answer.status_code in {403, 422}, column  # A bid that names another bidder is forbidden.
    assert not await auction.rows("SELECT 1 FROM bids WHERE auction_id = :id", id=auction_id)
