from typing import Annotated

from fastapi import APIRouter, Query, Response

from libs.contracts.live import LARGEST_ID
from libs.kit.db.database import ReadDep, SessionDep
from libs.kit.errors import IdempotencyMismatch, NotFound, NotSignedIn
from libs.kit.http.access import CurrentUser
from libs.kit.http.error_responses import refusals
from libs.kit.http.idempotency import OnceDep
from libs.marketplace.access import ActiveUser
from libs.marketplace.errors import Banned, Suspended
from services.messaging.conversations.queries import count_unread, get_side_with
from services.messaging.conversations.rules import (
    CannotMessageYourself,
    DifferentMessage,
    NotAccepted,
    PersonGone,
    TooLateToDelete,
    TooManyNewConversations,
    YouBlockedThem,
    words_of,
)
from services.messaging.conversations.schemas import (
    DoneOut,
    MessageIn,
    MessageOut,
    ReadIn,
    ReadOut,
    UnreadOut,
)
from services.messaging.conversations.views import messages_out
from services.messaging.dependencies import REPEATED, Id, Limit, SignerDep
from services.messaging.messages import queries, service

router = APIRouter(tags=["messaging"])


ACTING = (NotSignedIn, Banned, Suspended, NotFound, IdempotencyMismatch)


SENDING = (
    CannotMessageYourself, PersonGone, YouBlockedThem, NotAccepted, TooManyNewConversations, DifferentMessage,
)  # fmt: skip


# Default page size.
NEWEST = 200


MessageBefore = Annotated[
    int | None,
    Query(ge=1, le=LARGEST_ID, description="The id of a message: return the ones that were sent before it."),
]


@router.get("/api/messages", responses=refusals(NotSignedIn))
async def get_messages(
    user: CurrentUser,
    session: ReadDep,
    signer: SignerDep,
    before: MessageBefore = None,
    limit: Limit | None = None,
) -> list[MessageOut]:
    """List the newest messages you have sent or received, newest last."""
    newest_messages = await queries.list_newest_messages(session, user.user_id, before, limit or NEWEST)
    return await messages_out(session, newest_messages[::-1], user.user_id, signer)


@router.post(
    "/api/messages",
    status_code=201,
    response_model=MessageOut,
    responses=REPEATED | refusals(*ACTING, *SENDING),
)
async def post_message(
    form: MessageIn, user: ActiveUser, session: SessionDep, signer: SignerDep, once: OnceDep
) -> Response:
    """Send a text message. If the client id was used before, the message from that call is returned with
    status 200."""

    async def work() -> tuple[MessageOut, int]:
        message, is_new = await service.send_message(session, user, service.draft_of(form))
        (shown,) = await messages_out(session, [message], user.user_id, signer)
        return shown, 201 if is_new else 200

    return await once.run(work)


@router.get("/api/messages/unread-count", responses=refusals(NotSignedIn))
async def unread_count(user: CurrentUser, session: ReadDep) -> UnreadOut:
    """Return the number of your unread messages."""
    return UnreadOut(count=await count_unread(session, user.user_id))


@router.get("/api/messages/search", responses=refusals(NotSignedIn))
async def search(
    user: CurrentUser,
    session: ReadDep,
    signer: SignerDep,
    q: Annotated[str, Query(min_length=1, max_length=100)],
    user_id: Annotated[int | None, Query(alias="userId", ge=1, le=2**63 - 1)] = None,
    before: MessageBefore = None,
    limit: Limit = 30,
) -> list[MessageOut]:
    """Search your messages by word prefixes, newest first."""
    words = words_of(q)
    if not words:
        return []
    most = before or 2**63 - 1
    ids = await queries.search_messages(
        session, user.user_id, words, other_id=user_id, before=most, most=limit
    )
    messages = await queries.get_messages(session, ids)
    return await messages_out(
        session, [messages[item_id] for item_id in ids if item_id in messages], user.user_id, signer
    )


@router.get("/api/messages/conversation/{user_id}", responses=refusals(NotSignedIn, NotFound))
async def get_thread(
    user_id: Id,
    user: CurrentUser,
    session: ReadDep,
    signer: SignerDep,
    product_id: Annotated[int | None, Query(alias="productId", ge=1, le=2**63 - 1)] = None,
    before: MessageBefore = None,
    after: Annotated[
        int | None,
        Query(ge=0, le=LARGEST_ID, description="A `changedSeq`: return what was sent or has changed since."),
    ] = None,
    limit: Limit | None = None,
) -> list[MessageOut]:
    """Return messages of a conversation, newest last: either messages before a given message, or messages
    that changed after a sequence number."""
    side = await get_side_with(session, user.user_id, user_id)
    if side is None:
        return []
    number, most = side[0].known_id, limit or NEWEST
    if after is not None:
        rows = await queries.list_changed_after(session, number, after, most)
    else:
        seq = None if before is None else await queries.get_seq(session, number, before)
        if before is not None and seq is None:
            raise NotFound
        rows = await queries.list_thread(session, number, product_id=product_id, before=seq, most=most)
    return await messages_out(session, rows, user.user_id, signer)


@router.post("/api/messages/read", responses=refusals(NotSignedIn, NotFound))
async def post_read(form: ReadIn, user: CurrentUser, session: SessionDep) -> ReadOut:
    """Mark messages as read. Returns the number of unread messages in all conversations."""
    sender_id, read = await service.mark_read(
        session, user, message_id=form.message_id, sender_id=form.sender_id
    )
    return ReadOut(
        count=await count_unread(session, user.user_id),
        reader_id=user.user_id,
        sender_id=sender_id,
        message_ids=read.message_ids if read else [],
        up_to_id=read.up_to_id if read else None,
    )


@router.delete("/api/messages/{message_id}", responses=refusals(*ACTING, TooLateToDelete))
async def delete_message(message_id: Id, user: ActiveUser, session: SessionDep) -> DoneOut:
    """Delete one of your messages within five minutes of sending."""
    await service.delete_message(session, user, message_id)
    return DoneOut(success=True)
