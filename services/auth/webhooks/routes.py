from typing import Annotated

from fastapi import APIRouter, Path, Query, Response
from sqlalchemy.ext.asyncio import AsyncSession

from libs.kit.db.database import ReadDep, SessionDep
from libs.kit.errors import Forbidden, NotFound, NotSignedIn
from libs.kit.http.access import ProofWord
from libs.kit.http.error_responses import refusals
from libs.kit.process import clock
from services.auth.accounts.schemas import SuccessOut
from services.auth.dependencies import AuthDep, OwnerDep
from services.auth.sign_in import proofs
from services.auth.webhooks import queries, service
from services.auth.webhooks.models import WebhookEndpoint
from services.auth.webhooks.rules import TooManyWebhooks, WebhookAddressRefused, WebhookFull, WebhookPaused
from services.auth.webhooks.schemas import (
    NewWebhookOut,
    WebhookDeliveryOut,
    WebhookIn,
    WebhookOut,
    WebhookRotationIn,
)

router = APIRouter(tags=["account"])


OWN_WEBHOOKS = "/api/user/{user_id}/webhooks"


ONE = OWN_WEBHOOKS + "/{webhook_id}"


DELIVERIES = ONE + "/deliveries"


OWN_REFUSALS = (NotSignedIn, Forbidden, NotFound)


MAX_SHOWN = 50


WebhookId = Annotated[int, Path(ge=1, le=2**63 - 1)]


DeliveryId = Annotated[int, Path(ge=1, le=2**63 - 1)]


Before = Annotated[int | None, Query(ge=1, le=2**63 - 1)]


@router.get(OWN_WEBHOOKS, responses=refusals(NotSignedIn, Forbidden))
async def list_webhooks(owner: OwnerDep, session: ReadDep) -> list[WebhookOut]:
    """List your webhook endpoints, newest first. Secrets are not included."""
    return await _as_answers(session, await queries.list_endpoints(session, owner.user_id))


@router.post(
    OWN_WEBHOOKS,
    status_code=201,
    responses=refusals(*proofs.PROOF_REFUSALS, TooManyWebhooks, WebhookAddressRefused),
)
async def create_webhook(
    form: WebhookIn, owner: OwnerDep, auth: AuthDep, response: Response, wangi_proof: ProofWord = None
) -> NewWebhookOut:
    """Create a webhook endpoint. Requires a proof of identity or the password. The secret is shown only
    once."""
    proven = await proofs.proven(auth, owner, wangi_proof, form.password)
    async with auth.database.transaction() as session:
        endpoint, secret = await service.create_endpoint(
            auth.safe,
            session,
            proven,
            name=form.name,
            url=form.url,
            events=form.events,
            to_loopback=auth.settings.webhooks_to_loopback,
            loopback_setting=auth.settings.loopback_setting,
        )
    return _shown_once(response, endpoint, secret)


@router.post(f"{ONE}/rotate", responses=refusals(*proofs.PROOF_REFUSALS, NotFound))
async def rotate_webhook(
    webhook_id: WebhookId,
    form: WebhookRotationIn,
    owner: OwnerDep,
    auth: AuthDep,
    response: Response,
    wangi_proof: ProofWord = None,
) -> NewWebhookOut:
    """Replace the secret of an endpoint. Requires a proof of identity or the password. The old secret also
    signs for one day unless `endNow` is set."""
    proven = await proofs.proven(auth, owner, wangi_proof, form.password)
    async with auth.database.transaction() as session:
        endpoint, secret = await service.rotate_secret(
            auth.safe, session, proven, webhook_id, end_now=form.end_now
        )
    return _shown_once(response, endpoint, secret)


@router.post(f"{ONE}/pause", responses=refusals(*OWN_REFUSALS))
async def pause_webhook(webhook_id: WebhookId, owner: OwnerDep, session: SessionDep) -> WebhookOut:
    """Pause an endpoint. Events that happen while it is paused are not sent later."""
    return (await _as_answers(session, [await service.pause_endpoint(session, owner.user_id, webhook_id)]))[0]


@router.post(f"{ONE}/resume", responses=refusals(*OWN_REFUSALS))
async def resume_webhook(webhook_id: WebhookId, owner: OwnerDep, session: SessionDep) -> WebhookOut:
    """Resume a paused endpoint. Deliveries queued before the pause are sent first."""
    return (await _as_answers(session, [await service.resume_endpoint(session, owner.user_id, webhook_id)]))[
        0
    ]


@router.delete(ONE, responses=refusals(*OWN_REFUSALS))
async def delete_webhook(webhook_id: WebhookId, owner: OwnerDep, session: SessionDep) -> SuccessOut:
    """Delete an endpoint with its deliveries."""
    await service.delete_endpoint(session, owner.user_id, webhook_id)
    return SuccessOut(success=True)


@router.post(f"{ONE}/test", status_code=202, responses=refusals(*OWN_REFUSALS, WebhookPaused, WebhookFull))
async def try_webhook(webhook_id: WebhookId, owner: OwnerDep, session: SessionDep) -> WebhookDeliveryOut:
    """Send a test message. The result is in the list of deliveries."""
    return WebhookDeliveryOut.from_model(await service.send_test(session, owner.user_id, webhook_id))


@router.get(DELIVERIES, responses=refusals(*OWN_REFUSALS))
async def list_deliveries(
    webhook_id: WebhookId, owner: OwnerDep, session: ReadDep, before: Before = None
) -> list[WebhookDeliveryOut]:
    """List the deliveries to an endpoint in the last week, newest first, 50 at a time."""
    endpoint = await queries.get_own_endpoint(session, owner.user_id, webhook_id)
    if endpoint is None:
        raise NotFound
    deliveries = await queries.list_deliveries(session, webhook_id, before, MAX_SHOWN)
    return [WebhookDeliveryOut.from_model(item) for item in deliveries]


@router.post(
    f"{DELIVERIES}/{{delivery_id}}/resend",
    status_code=202,
    responses=refusals(*OWN_REFUSALS, WebhookPaused),
)
async def resend_delivery(
    webhook_id: WebhookId, delivery_id: DeliveryId, owner: OwnerDep, session: SessionDep
) -> WebhookDeliveryOut:
    """Send a delivery again with the same id."""
    return WebhookDeliveryOut.from_model(
        await service.resend_delivery(session, owner.user_id, webhook_id, delivery_id)
    )


async def _as_answers(session: AsyncSession, endpoints: list[WebhookEndpoint]) -> list[WebhookOut]:
    now = await clock.now(session)
    waiting = await queries.count_waiting(session, [endpoint.known_id for endpoint in endpoints])
    return [WebhookOut.from_model(endpoint, waiting.get(endpoint.known_id, 0), now) for endpoint in endpoints]


def _shown_once(response: Response, endpoint: WebhookEndpoint, secret: str) -> NewWebhookOut:
    response.headers["Cache-Control"] = "no-store"
    return NewWebhookOut(webhook=WebhookOut.from_model(endpoint, 0, clock.about_now()), secret=secret)
