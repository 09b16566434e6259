import asyncio
from collections.abc import Sequence
from datetime import timedelta
from typing import Annotated

from fastapi import APIRouter, FastAPI, Query, Request, Response
from opentelemetry.trace import SpanKind
from pydantic import ValidationError
from sqlalchemy.ext.asyncio import AsyncSession

from libs.contracts import messages
from libs.contracts.batches import MEDIA_TYPE, BatchAnswer, decode_calls, encode_answers
from libs.contracts.live import LARGEST_ID
from libs.contracts.messages import SubmittedMessage
from libs.kit.db.database import DatabaseDep, ReadDep, SessionDep
from libs.kit.errors import DomainError, NotFound
from libs.kit.http.access import Internal
from libs.kit.http.error_responses import refusal_response, refusals
from libs.kit.http.export import export_parts
from libs.kit.media.signing import Signer
from libs.kit.process import clock, telemetry
from libs.marketplace.access import active_bearer
from libs.marketplace.dealings import DealingsOut
from services.messaging.conversations.queries import blockers_between, both_have_written
from services.messaging.conversations.schemas import ContactOut, MessageIn, OpenOut, ViewOut
from services.messaging.conversations.views import Parts, message_out
from services.messaging.deals import cancellations
from services.messaging.deals.queries import get_deals, have_deal, list_unfinished_deals
from services.messaging.deals.rules import OPEN_STATES, UNFINISHED, NoDeal, StepRefused
from services.messaging.deals.schemas import DealStateOut, ObligationOut, ObligationsOut
from services.messaging.dependencies import Id, IdList, SignerDep
from services.messaging.messages.batches import Submission
from services.messaging.messages.models import Message
from services.messaging.messages.queries import get_messages, list_thread
from services.messaging.messages.service import draft_of
from services.messaging.privacy.queries import export_person
from services.messaging.replicas.queries import get_person, get_product

router = APIRouter(include_in_schema=False, dependencies=[Internal])


MAX_OBLIGATIONS = 20


MAX_BEFORE, RECENT = 100, timedelta(seconds=30)


Seq = Annotated[int, Query(ge=0, le=LARGEST_ID)]


@router.get("/internal/contacts/{product_id}")
async def contact(product_id: Id, session: ReadDep) -> ContactOut:
    """Return the seller to contact about a product."""
    product = await get_product(session, product_id)
    seller = await get_person(session, product.seller_id) if product else None
    if product is None or seller is None:
        raise NotFound
    return ContactOut(
        user_id=seller.user_id,
        username=seller.username,
        is_deleted=seller.is_deleted,
        product_id=product.product_id,
        product_name=product.name,
    )


@router.get("/internal/messages")
async def views(ids: IdList, viewers: IdList, session: ReadDep, signer: SignerDep) -> list[ViewOut]:
    """Return messages for the gateway, rendered for each viewer."""
    found = list((await get_messages(session, set(map(int, ids.split(","))))).values())
    return await _views_of(session, found, viewers, signer)


@router.get("/internal/conversations/{conversation_id}/messages")
async def views_before(
    conversation_id: Id,
    before: Seq,
    viewers: IdList,
    session: ReadDep,
    signer: SignerDep,
    after: Seq | None = None,
) -> list[ViewOut]:
    """Return recent messages between two sequence numbers of a conversation, rendered for each viewer. The
    gateway announces these messages as new."""
    newest = await list_thread(session, conversation_id, product_id=None, before=before, most=MAX_BEFORE)
    since = await clock.now(session) - RECENT
    missing = [message for message in newest if message.created_at > since and message.seq > (after or 0)]
    return await _views_of(session, missing, viewers, signer)


async def _views_of(
    session: AsyncSession, messages: Sequence[Message], viewers: str, signer: Signer
) -> list[ViewOut]:
    people = set(map(int, viewers.split(",")))
    parts = await Parts.load(session, messages)
    return [
        ViewOut(viewer_id=viewer, message=message_out(message, viewer, parts, signer))
        for message in messages
        for viewer in (message.sender_id, message.receiver_id)
        if viewer in people
    ]


@router.post(messages.PATH)
async def post_messages(request: Request) -> Response:
    """Send a batch of messages from the gateway. Messages that need the ordinary route are returned
    undecided."""
    calls = decode_calls(SubmittedMessage, await request.body())
    answers = await asyncio.gather(*(_answer(request.app, call) for call in calls))
    return Response(encode_answers(answers), media_type=MEDIA_TYPE)


async def _answer(app: FastAPI, call: SubmittedMessage) -> BatchAnswer | None:
    with telemetry.span("POST /api/messages", call.traceparent, SpanKind.SERVER):
        try:
            sender = await active_bearer(app, call.token)
            form = MessageIn.model_validate_json(call.body)
        except (DomainError, ValidationError):
            return None
        try:
            sent = await app.state.message_queue.send(Submission(sender, draft_of(form)))
        except DomainError as refusal:
            return BatchAnswer(refusal.status, bytes(refusal_response(refusal).body))
        return None if sent is None else BatchAnswer(201, sent)


@router.get("/internal/conversations/{one_id}/{other_id}")
async def is_open(one_id: Id, other_id: Id, session: ReadDep) -> OpenOut:
    """Return whether two people have written to each other and neither has blocked the other. The gateway
    hides typing and presence from strangers."""
    if not await both_have_written(session, one_id, other_id):
        return OpenOut(is_open=False)
    return OpenOut(is_open=not await blockers_between(session, one_id, other_id))


@router.get("/internal/deals/{deal_id}")
async def deal_state(deal_id: Id, session: ReadDep) -> DealStateOut:
    """Return the state of a deal. Catalog and boost call this if the deal's event has not arrived yet."""
    deal = (await get_deals(session, [deal_id])).get(deal_id)
    if deal is None:
        raise NoDeal
    is_open = deal.opened_at is not None and deal.state != "cancelled"
    return DealStateOut(
        is_open=is_open,
        is_paid=is_open and deal.state != "awaiting_payment",
        is_cancelled=deal.state == "cancelled",
    )


@router.post("/internal/deals/{deal_id}/call-off", responses=refusals(NotFound, StepRefused))
async def call_off(deal_id: Id, session: SessionDep) -> DealStateOut:
    """Cancel a deal that was not posted in time. Boost calls this and then refunds the buyer."""
    await cancellations.call_off(session, deal_id)
    return DealStateOut(is_open=False, is_paid=False, is_cancelled=True)


@router.get("/internal/users/{user_id}/obligations")
async def obligations(user_id: Id, session: ReadDep) -> ObligationsOut:
    """Return the obligations that prevent the deletion of a person's account."""
    unfinished_deals = await list_unfinished_deals(session, user_id, UNFINISHED, MAX_OBLIGATIONS)
    return ObligationsOut(
        obligations=[ObligationOut(code="open_purchase", transaction_id=item) for item in unfinished_deals]
    )


@router.get("/internal/users/{user_id}/dealings/{other_id}")
async def dealings(user_id: Id, other_id: Id, session: ReadDep) -> DealingsOut:
    """Return whether two people have an open purchase from each other. Auth and admin call this before staff
    act on a person."""
    return DealingsOut(are_open=await have_deal(session, user_id, other_id, OPEN_STATES))


@router.get("/internal/users/{user_id}/export")
async def export(user_id: Id, database: DatabaseDep) -> Response:
    """Export the data that messaging stores about a person."""
    return await export_parts(database, export_person(user_id))
