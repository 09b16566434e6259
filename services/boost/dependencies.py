import time
from datetime import timedelta
from typing import Annotated

from fastapi import Depends, FastAPI, Path, Request

from libs.kit.http.client import InternalClient
from libs.kit.http.paging import cursor_of, row_of
from libs.kit.media.signing import Signer
from libs.kit.security.safe import Safe
from services.boost.payments.rules import Tax
from services.boost.payments.setup import Setup, Terms

Id = Annotated[int, Path(ge=1, le=2**63 - 1)]
PAGE = 20


def setup_of(app: FastAPI) -> Setup:
    settings = app.state.settings
    tax = Tax(settings.wangi_tax_name, settings.wangi_tax_basis_points)
    terms = Terms(settings.wangi_protected_purchase, settings.wangi_protection_fee_basis_points)
    also = settings.payout_secret_also
    others = [also.get_secret_value()] if also is not None else []
    safe = Safe(settings.payout_secret.get_secret_value(), *others)
    return Setup(
        database=app.state.database,
        incoming=app.state.incoming,
        provider=app.state.provider,
        tax=tax,
        terms=terms,
        second_person_above=settings.wangi_second_person_above,
        appeal_for=timedelta(hours=settings.wangi_dispute_appeal_hours),
        safe=safe,
    )


async def _setup(request: Request) -> Setup:
    return setup_of(request.app)


async def _signer(request: Request) -> Signer:
    secret = request.app.state.settings.internal_secret.get_secret_value()
    return Signer(secret, time.time(), "dispute evidence")


async def _auth(request: Request) -> InternalClient:
    client: InternalClient = request.app.state.calls["auth"]
    return client


async def _messaging(request: Request) -> InternalClient:
    client: InternalClient = request.app.state.calls["messaging"]
    return client


async def _auction(request: Request) -> InternalClient:
    client: InternalClient = request.app.state.calls["auction"]
    return client


AuctionDep = Annotated[InternalClient, Depends(_auction)]
MessagingDep = Annotated[InternalClient, Depends(_messaging)]
AuthDep = Annotated[InternalClient, Depends(_auth)]
SignerDep = Annotated[Signer, Depends(_signer)]
SetupDep = Annotated[Setup, Depends(_setup)]


def cursor_row(cursor: str | None) -> int | None:
    return None if cursor is None else row_of(cursor)


def next_of(rows: int, last: int, most: int = PAGE) -> str | None:
    return cursor_of(last) if rows == most else None
