"""HTTP of messaging: whom a conversation about a product would be with."""

from typing import Annotated

from fastapi import APIRouter, Path, Response

from libs.kit.db.database import DatabaseDep, ReadDep
from libs.kit.http.access import CurrentUser, Internal
from libs.kit.http.errors import NotFound, NotSignedIn, refusals
from libs.kit.http.export import exported, person
from services.messaging import queries
from services.messaging.schemas import ContactOut, UnreadOut

router = APIRouter(tags=["messaging"])
Id = Annotated[int, Path(ge=1, le=2**63 - 1)]


@router.get("/internal/contacts/{product_id}", dependencies=[Internal], include_in_schema=False)
async def contact(product_id: Id, session: ReadDep) -> ContactOut:
    """Return the seller to write to about a product."""
    product = await queries.product(session, product_id)
    seller = await queries.person(session, product.seller_id) if product else None
    if product is None or seller is None:
        raise NotFound
    return ContactOut(
        user_id=seller.user_id,
        username=seller.username,
        is_deleted=seller.is_deleted,
        product_id=product.product_id,
        product_name=product.name,
    )


@router.get("/api/messages/unread-count", responses=refusals(NotSignedIn))
async def unread_count(_: CurrentUser) -> UnreadOut:
    """Return how many messages are unread: none, until conversations open."""
    return UnreadOut(count=0)


@router.get("/internal/users/{user_id}/export", dependencies=[Internal], include_in_schema=False)
async def export(user_id: Id, database: DatabaseDep) -> Response:
    """Return what messaging holds about a person, for auth."""
    return await exported(database, [person(user_id), queries.products_of(user_id)])
