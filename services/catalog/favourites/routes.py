from functools import lru_cache
from typing import Annotated

from fastapi import APIRouter, Path, Request, Response

from libs.kit.db.database import ReadDep, SessionDep
from libs.kit.errors import NotFound, NotSignedIn
from libs.kit.http.access import CurrentUser, MaybeUser
from libs.kit.http.error_responses import refusals
from libs.kit.http.idempotency import OnceDep
from libs.kit.http.networks import site_of
from libs.kit.process import clock
from libs.kit.security.safe import Safe
from libs.marketplace.access import ActiveUser
from libs.marketplace.errors import Banned, Suspended
from services.catalog.dependencies import ProductId
from services.catalog.favourites import queries, saved_searches, service
from services.catalog.favourites.rules import TooManyFavourites, TooManySearches
from services.catalog.favourites.schemas import (
    FavouritedOut,
    FavouriteOut,
    SearchChangeIn,
    SearchIn,
    SearchOut,
)
from services.catalog.listings.rules import OwnListing, WrongStatus
from services.catalog.listings.schemas import DoneOut, product_out
from services.catalog.moderation import service as moderation_service
from services.catalog.moderation.schemas import AppealIn, ReportIn
from services.catalog.views.service import count_view

router = APIRouter(tags=["catalog"])


WRITE_REFUSALS = (NotSignedIn, Banned, Suspended)


SearchId = Annotated[int, Path(ge=1, le=2**63 - 1)]


@router.get("/api/favorites", responses=refusals(NotSignedIn))
async def list_favourites(person: CurrentUser, session: ReadDep) -> list[FavouriteOut]:
    """List your favourites, newest first, each with its price at the time you saved it."""
    favourites = await queries.list_favourites(session, person.user_id)
    return [
        FavouriteOut(
            **dict(product_out(details, clock.about_now())),
            added_at=favourite.added_at,
            price_when_added=favourite.price_when_added,
        )
        for details, favourite in favourites
    ]


@router.get("/api/favorites/ids", responses=refusals(NotSignedIn))
async def favourite_ids(person: CurrentUser, session: ReadDep) -> list[int]:
    """List the ids of your favourites."""
    return await queries.list_favourite_ids(session, person.user_id)


@router.get("/api/favorites/searches", responses=refusals(NotSignedIn))
async def list_searches(person: CurrentUser, session: ReadDep) -> list[SearchOut]:
    """List your saved searches, each with its number of unseen matches."""
    return [
        SearchOut.from_model(search, new)
        for search, new in await queries.list_searches(session, person.user_id)
    ]


@router.post(
    "/api/favorites/searches",
    status_code=201,
    response_model=SearchOut,
    responses=refusals(*WRITE_REFUSALS, TooManySearches),
)
async def post_search(form: SearchIn, person: ActiveUser, session: SessionDep, once: OnceDep) -> Response:
    """Save a search. You are notified of new listings that match."""

    async def work() -> SearchOut:
        return SearchOut.from_model(await saved_searches.save_search(session, person, form))

    return await once.run(work)


@router.patch("/api/favorites/searches/{search_id}", responses=refusals(NotSignedIn, NotFound))
async def patch_search(
    search_id: SearchId, form: SearchChangeIn, person: CurrentUser, session: SessionDep
) -> SearchOut:
    """Rename a saved search, or turn its emails on or off."""
    return SearchOut.from_model(await saved_searches.change_search(session, person.user_id, search_id, form))


@router.delete("/api/favorites/searches/{search_id}", responses=refusals(NotSignedIn, NotFound))
async def delete_search(search_id: SearchId, person: CurrentUser, session: SessionDep) -> DoneOut:
    """Delete a saved search."""
    await saved_searches.delete_search(session, person.user_id, search_id)
    return DoneOut(success=True)


@router.post("/api/favorites/searches/{search_id}/seen", responses=refusals(NotSignedIn, NotFound))
async def see_search(search_id: SearchId, person: CurrentUser, session: SessionDep) -> DoneOut:
    """Mark the matches of a saved search as seen."""
    await saved_searches.mark_search_seen(session, person.user_id, search_id)
    return DoneOut(success=True)


@router.post(
    "/api/favorites/{product_id}",
    responses=refusals(*WRITE_REFUSALS, NotFound, OwnListing, TooManyFavourites),
)
async def add_favourite(product_id: ProductId, person: ActiveUser, session: SessionDep) -> FavouritedOut:
    """Add a listing to your favourites."""
    return FavouritedOut(success=True, favourites=await service.add_favourite(session, person, product_id))


@router.delete("/api/favorites/{product_id}", responses=refusals(NotSignedIn))
async def remove_favourite(product_id: ProductId, person: CurrentUser, session: SessionDep) -> FavouritedOut:
    """Remove a listing from your favourites."""
    return FavouritedOut(
        success=True, favourites=await service.remove_favourite(session, person.user_id, product_id)
    )


@router.post("/api/products/{product_id}/view", status_code=204, responses=refusals(NotFound))
async def view_product(
    product_id: ProductId, viewer: MaybeUser, session: SessionDep, request: Request
) -> Response:
    """Count a view, once per visitor and day. The visitor's identity is not stored."""
    hops = request.headers.get("x-forwarded-for", "")
    peer = request.client.host if request.client else ""
    await count_view(
        session,
        _safe(request.app.state.settings.internal_secret.get_secret_value()),
        product_id,
        user_id=viewer.user_id if viewer else None,
        network=site_of(hops.rsplit(",", 1)[-1].strip()[:64] or peer),
        agent=request.headers.get("user-agent", "")[:300],
    )
    return Response(status_code=204)


@router.post(
    "/api/products/{product_id}/report",
    status_code=201,
    responses=refusals(*WRITE_REFUSALS, NotFound, OwnListing),
)
async def report_product(
    product_id: ProductId, form: ReportIn, person: ActiveUser, session: SessionDep
) -> DoneOut:
    """Report a listing to staff."""
    await moderation_service.report_listing(session, person, product_id, form)
    return DoneOut(success=True)


@router.post(
    "/api/products/{product_id}/appeal",
    status_code=201,
    responses=refusals(NotSignedIn, NotFound, WrongStatus),
)
async def appeal_removal(
    product_id: ProductId, form: AppealIn, seller: CurrentUser, session: SessionDep
) -> DoneOut:
    """Appeal the removal of your listing. Banned and suspended sellers can appeal too."""
    await moderation_service.appeal_removal(session, seller, product_id, form.words)
    return DoneOut(success=True)


@lru_cache(maxsize=2)
def _safe(secret: str) -> Safe:
    """Cached per secret. All services share this secret."""
    return Safe(secret)
