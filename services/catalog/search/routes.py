from typing import Annotated, Any
from urllib.parse import quote

from fastapi import APIRouter, Query, Request, Response

from libs.kit.db.database import ReadDep
from libs.kit.errors import InvalidInput, NotFound
from libs.kit.http.error_responses import refusals
from libs.kit.http.paging import LimitDep, PageDep, cursor_of, position_of, rows_to_skip
from libs.kit.http.schemas import NO_NUL
from libs.kit.process import clock
from services.catalog.dependencies import FiltersDep, IndexDep, ProductId, RotationDep, TallyDep
from services.catalog.listings.queries import get_listings_in_order, list_categories
from services.catalog.listings.schemas import CategoryOut, ProductOut
from services.catalog.search import queries, service, words
from services.catalog.search.answers import Answer
from services.catalog.search.filters import KEY_LENGTHS, Filters, Position, Sort, order_of, position_from
from services.catalog.search.schemas import CountedOut, FacetsOut, HintOut, PageOut, SuggestionsOut

router = APIRouter(tags=["catalog"])


HINTS, BRANDS, SEARCHES = 5, 4, 4


After = Annotated[str | None, Query(max_length=512, description="The cursor of the `Link` to the next page")]


ARRAY: dict[int | str, dict[str, Any]] = {
    200: {
        "model": list[ProductOut] | PageOut,
        "headers": {
            "X-Total-Count": {"description": "How many there are in all", "schema": {"type": "integer"}},
            "Link": {"description": "The next page, rel=next", "schema": {"type": "string"}},
            "X-Did-You-Mean": {
                "description": "Words that find more, URL-encoded",
                "schema": {"type": "string"},
            },
            "X-Search-Corrected": {
                "description": "The rows are those of X-Did-You-Mean",
                "schema": {"type": "string"},
            },
        },
    }
}


@router.get("/api/categories")
async def categories(session: ReadDep, index: IndexDep) -> list[CategoryOut]:
    """List the four categories, each with its number of listings for sale."""
    counts = (await index.current()).category_counts()
    rows = await list_categories(session)
    return [CategoryOut(**row.model_dump(), count=counts.get(row.id, 0)) for row in rows]


@router.get("/api/products", responses=refusals(InvalidInput) | ARRAY)
async def products(
    filters: FiltersDep,
    index: IndexDep,
    tally: TallyDep,
    request: Request,
    sort: Sort = "featured",
    page: PageDep = 1,
    limit: LimitDep = 200,
    after: After = None,
    envelope: bool = False,
) -> Response:
    """Browse and search listings. Returns an array. `X-Total-Count` is the total. `Link` contains the next
    page as a cursor, so that new listings do not shift pages. With `envelope=true` the response is an
    object."""
    position, state = _position(sort, after), index.state
    skip = rows_to_skip(page, limit) if position is None else 0
    found = await service.find_page(index, filters, sort, limit=limit, after=position, skip=skip)
    if filters.terms and position is None and page == 1:
        current = await index.current()
        tally.count([term.word for term in filters.terms if current.knows(term.word)], found.page.total)
    answer = await _answer(request, index, found, sort, envelope=envelope)
    if filters.status != "sold" and not filters.terms and state == index.state:
        kept = Answer(tuple(answer.raw_headers), bytes(answer.body), index.cards.until(found.page.ids))
        index.answers.put(request.scope["query_string"], kept, state)
    return answer


async def _answer(
    request: Request, index: IndexDep, found: service.FoundPage, sort: str, *, envelope: bool
) -> Response:
    rows = b"[" + b",".join(await service.get_cards(index, found.page.ids)) + b"]"
    following = found.page.following
    cursor = cursor_of(sort, following.group, *following.key) if following else None
    headers = {"X-Total-Count": str(found.page.total)}
    if cursor is not None:
        onward = request.url.remove_query_params("page").include_query_params(after=cursor)
        if found.corrected:  # The next page repeats the corrected search.
            onward = onward.include_query_params(search=found.did_you_mean)
        headers["Link"] = f'<{onward.path}?{onward.query}>; rel="next"'
    if found.did_you_mean is not None:
        headers["X-Did-You-Mean"] = quote(found.did_you_mean)
    if found.corrected:
        headers["X-Search-Corrected"] = "true"
    if envelope:
        page = PageOut(
            items=[],
            total=found.page.total,
            next=cursor,
            did_you_mean=found.did_you_mean,
            corrected=found.corrected,
        )
        rows = page.model_dump_json().encode().replace(b'"items":[]', b'"items":' + rows, 1)
    return Response(rows, media_type="application/json", headers=headers)


def _position(sort: str, after: str | None) -> Position | None:
    if after is None:
        return None
    return position_from(sort, position_of(after, 2 + KEY_LENGTHS[order_of(sort)]))


@router.get("/api/products/facets", responses=refusals(InvalidInput))
async def facets(filters: FiltersDep, index: IndexDep, session: ReadDep) -> FacetsOut:
    """Return the number of listings for each filter value. A filter is ignored while its own values are
    counted."""
    current = await index.current()
    return FacetsOut.from_results(current.facets(filters), current, await list_categories(session))


@router.get("/api/products/suggest")
async def suggest(
    index: IndexDep, session: ReadDep, q: Annotated[str, Query(max_length=100, pattern=NO_NUL)] = ""
) -> SuggestionsOut:
    """Suggest listings, brands and words while typing. Typing errors are corrected as in the search."""
    current, spelled = await index.current(), words.spelled(q)
    if not spelled:
        return SuggestionsOut(products=[], brands=[], searches=[])
    found = await service.find_page(index, Filters(search=q), "relevance", limit=HINTS)
    page, meant = found.page, found.did_you_mean if found.corrected else None
    spelled = words.spelled(meant or q)
    hints = [
        HintOut(
            id=details.product.known_id,
            name=details.product.name,
            brand=details.product.brand,
            image_url=details.images[0].image_url if details.images else None,
            price=current.entries[details.product.known_id].price,
        )
        for details in await get_listings_in_order(session, page.ids)
        if details.product.known_id in current.entries
    ]
    begun = current.words_from(words.stem(spelled[-1]), SEARCHES)
    written = await queries.list_display_words(session, begun)
    return SuggestionsOut(
        products=hints,
        brands=[
            CountedOut(name=name, count=count)
            for name, count in current.brands_from(words.plain(meant or q).strip(), BRANDS)
        ],
        searches=[" ".join([*spelled[:-1], word]) for word in written],
    )


@router.get("/api/products/featured", response_model=list[ProductOut])
async def featured(index: IndexDep, rotation: RotationDep) -> Response:
    """List boosted listings for the carousel, least shown first (U33)."""
    current = await index.current()
    return await _array(index, rotation.next_featured(current.featured(), clock.about_now()))


@router.get(
    "/api/products/{product_id}/similar", response_model=list[ProductOut], responses=refusals(NotFound)
)
async def similar(product_id: ProductId, index: IndexDep) -> Response:
    """List similar listings: of the same brand, or of the same category with a similar price."""
    return await _array(index, await service.list_similar(index, product_id))


async def _array(index: IndexDep, ids: list[int]) -> Response:
    return Response(
        b"[" + b",".join(await service.get_cards(index, ids)) + b"]", media_type="application/json"
    )
