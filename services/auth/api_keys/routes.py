from typing import Annotated

from fastapi import APIRouter, Path, Response

from libs.kit.db.database import ReadDep
from libs.kit.errors import Forbidden, NotFound, NotSignedIn
from libs.kit.http.access import Internal, ProofWord
from libs.kit.http.error_responses import refusals
from libs.kit.process import clock
from libs.marketplace.errors import Banned, Suspended
from services.auth.accounts.schemas import SuccessOut
from services.auth.api_keys import queries, service
from services.auth.api_keys.models import ApiKey
from services.auth.api_keys.rules import TooManyApiKeys
from services.auth.api_keys.schemas import (
    ApiKeyIn,
    ApiKeyOut,
    ExchangedOut,
    NewApiKeyOut,
    PresentedIn,
    RotationIn,
)
from services.auth.dependencies import AuthDep, OwnerDep
from services.auth.sign_in import proofs

router = APIRouter(tags=["account"])


OWN_KEYS = "/api/user/{user_id}/api-keys"


KeyId = Annotated[int, Path(ge=1, le=2**63 - 1)]


@router.get(OWN_KEYS, responses=refusals(NotSignedIn, Forbidden))
async def list_api_keys(owner: OwnerDep, session: ReadDep) -> list[ApiKeyOut]:
    """List your API keys, newest first. Secrets are not included."""
    now = await clock.now(session)
    return [ApiKeyOut.from_model(key, now) for key in await queries.list_keys(session, owner.user_id)]


@router.post(OWN_KEYS, status_code=201, responses=refusals(*proofs.PROOF_REFUSALS, TooManyApiKeys))
async def create_api_key(
    form: ApiKeyIn, owner: OwnerDep, auth: AuthDep, response: Response, wangi_proof: ProofWord = None
) -> NewApiKeyOut:
    """Create an API key. Requires a proof of identity or the password. The secret is shown only once."""
    proven = await proofs.proven(auth, owner, wangi_proof, form.password)
    async with auth.database.transaction() as session:
        key, secret = await service.create_key(
            session, proven, name=form.name, scopes=form.scopes, days=form.days
        )
    return _shown_once(response, key, secret)


@router.post(f"{OWN_KEYS}/{{key_id}}/rotate", responses=refusals(*proofs.PROOF_REFUSALS, NotFound))
async def rotate_api_key(
    key_id: KeyId,
    form: RotationIn,
    owner: OwnerDep,
    auth: AuthDep,
    response: Response,
    wangi_proof: ProofWord = None,
) -> NewApiKeyOut:
    """Replace the secret of an API key. Requires a proof of identity or the password. The old secret stays
    valid for one day unless `endNow` is set."""
    proven = await proofs.proven(auth, owner, wangi_proof, form.password)
    async with auth.database.transaction() as session:
        key, secret = await service.rotate_key(session, proven, key_id, end_now=form.end_now)
    await auth.announce_ends()
    return _shown_once(response, key, secret)


@router.delete(f"{OWN_KEYS}/{{key_id}}", responses=refusals(NotSignedIn, Forbidden, NotFound))
async def revoke_api_key(key_id: KeyId, owner: OwnerDep, auth: AuthDep) -> SuccessOut:
    """Revoke one of your API keys."""
    async with auth.database.transaction() as session:
        await service.revoke_key(session, owner.user_id, key_id)
    await auth.announce_ends()
    return SuccessOut(success=True)


@router.post(
    "/internal/api-keys/token",
    dependencies=[Internal],
    include_in_schema=False,
    responses=refusals(Banned, Suspended),
)
async def exchange_api_key(form: PresentedIn, auth: AuthDep) -> ExchangedOut:
    """Exchange an API key for a token that is valid for one minute. Used by the gateway."""
    return ExchangedOut(token=await service.exchange_key(auth, form.key))


def _shown_once(response: Response, key: ApiKey, secret: str) -> NewApiKeyOut:
    response.headers["Cache-Control"] = "no-store"
    return NewApiKeyOut(key=ApiKeyOut.from_model(key, clock.about_now()), secret=secret)
