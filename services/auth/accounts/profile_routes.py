from typing import Any

from fastapi import APIRouter, Request, Response

from libs.kit.db.database import ReadDep
from libs.kit.errors import Forbidden, NotFound, NotSignedIn, ProofNeeded, RateLimited, Unavailable
from libs.kit.http.access import CurrentUser, ProofWord
from libs.kit.http.error_responses import refusals
from libs.kit.http.uploads import IMAGE_FORM, ImageDep, NoImageSelected
from libs.kit.media.pictures import InvalidImage, PictureTooLarge
from libs.kit.process import clock
from services.auth.accounts import pictures, queries, service
from services.auth.accounts.profile_schemas import ProfileIn, SellerOut, SignInOut
from services.auth.accounts.rules import TooManyMoves, UsernameTaken, WrongPassword
from services.auth.accounts.schemas import DoneOut, SuccessOut, UserOut
from services.auth.dependencies import AuthDep, OwnerDep, UserId, account_out, forget_cookie
from services.auth.privacy import erasure, export
from services.auth.privacy.rules import ExportUnderWay, ObligationsOpen
from services.auth.second_factor.schemas import LeavingIn
from services.auth.sign_in import proofs
from services.auth.sign_in.queries import list_families
from services.auth.sign_in.service import end_one

router = APIRouter(tags=["account"])


OWN_REFUSALS = refusals(NotSignedIn, Forbidden)


ANY_OBJECT = {"application/json": {"schema": {"type": "object", "additionalProperties": True}}}


EXPORTED: dict[int | str, dict[str, Any]] = {200: {"content": ANY_OBJECT}}


PICTURED = refusals(NotSignedIn, NoImageSelected, InvalidImage, PictureTooLarge, RateLimited, Unavailable)


@router.patch(
    "/api/user/{user_id}",
    responses=refusals(NotSignedIn, Forbidden, ProofNeeded, UsernameTaken, TooManyMoves, RateLimited),
)
async def change_profile(
    form: ProfileIn, owner: OwnerDep, auth: AuthDep, request: Request, wangi_proof: ProofWord = None
) -> UserOut:
    """Change the fields that are sent. Changing the username or email address requires a proof of identity.
    Changing the name also requires a proof if the account has a bank account. A new email address takes
    effect when it is confirmed."""
    allowed = await proofs.allow_change(auth, request.app.state.calls["boost"], owner, form, wangi_proof)
    async with auth.database.transaction() as session:
        await proofs.check_unproven(session, owner, form, allowed)
        changed = await service.change_profile(auth, session, owner.user_id, form, asked_by=owner.session_id)
    return account_out(auth, changed)


@router.get("/api/user/{user_id}/sessions", responses=OWN_REFUSALS)
async def list_sessions(owner: OwnerDep, session: ReadDep) -> list[SignInOut]:
    """List your active sign-ins."""
    families = await list_families(session, owner.user_id, await clock.now(session))
    return [SignInOut.from_model(family, owner.session_id) for family in families]


@router.delete(
    "/api/user/{user_id}/sessions/{session_id}", responses=refusals(NotSignedIn, Forbidden, NotFound)
)
async def end_session(session_id: str, owner: OwnerDep, auth: AuthDep) -> SuccessOut:
    """End one of your sessions. Every service rejects its token within seconds."""
    async with auth.database.transaction() as session:
        await end_one(session, owner.user_id, session_id)
    await auth.announce_end(session_id)
    return SuccessOut(success=True)


@router.get(
    "/api/user/{user_id}/export",
    response_class=Response,
    responses=EXPORTED | refusals(NotSignedIn, Forbidden, ExportUnderWay, Unavailable),
)
async def export_my_data(owner: OwnerDep, auth: AuthDep, request: Request) -> Response:
    """Export all data about you as a stream. A response that ends early is incomplete."""
    async with auth.database.reading() as session:
        user = await queries.get_open_user(session, owner.user_id)
        if user is None:
            raise NotSignedIn
    return await export.begin_export(auth, request.app.state.calls, user, owner.session_id)


@router.delete(
    "/api/user/{user_id}",
    responses=refusals(
        NotSignedIn, Forbidden, WrongPassword, ProofNeeded, ObligationsOpen, RateLimited, Unavailable
    ),
)
async def delete_account(
    form: LeavingIn,
    owner: OwnerDep,
    auth: AuthDep,
    request: Request,
    response: Response,
    wangi_proof: ProofWord = None,
) -> DoneOut:
    """Delete your account permanently. The request is refused while a payment or delivery is open. Data that
    other people need is kept without your name. To give up wallet credit, send its exact amount."""
    user = await proofs.proven(auth, owner, wangi_proof, form.password)
    obligations = await erasure.open_obligations(request.app.state.calls, user.known_id)
    async with auth.database.transaction() as session:
        closed = await erasure.close_account(session, user.known_id, obligations, form.left_credit)
    await auth.announce(closed)
    forget_cookie(response)
    return DoneOut(
        success=True, message="Your account is deleted. Your personal data is being erased everywhere."
    )


@router.post("/api/user/avatar", responses=PICTURED, openapi_extra=IMAGE_FORM)
async def change_avatar(user: CurrentUser, image: ImageDep, auth: AuthDep) -> UserOut:
    """Upload a new profile picture."""
    addresses = await pictures.store_pictures(auth, user.user_id, image, pictures.AVATAR)
    return account_out(
        auth, await pictures.replace_pictures(auth, user.user_id, addresses, pictures.set_avatar)
    )


@router.post("/api/user/cover", responses=PICTURED, openapi_extra=IMAGE_FORM)
async def change_cover(user: CurrentUser, image: ImageDep, auth: AuthDep) -> UserOut:
    """Upload a new cover picture for your shop."""
    addresses = await pictures.store_pictures(auth, user.user_id, image, pictures.COVER)
    return account_out(
        auth, await pictures.replace_pictures(auth, user.user_id, addresses, pictures.set_cover)
    )


@router.get("/api/portraits/{name}", responses=refusals(NotFound))
async def read_portrait(name: str, auth: AuthDep) -> Response:
    """Read a profile or cover picture. The content under a name never changes."""
    picture = await auth.pictures.get(name)
    if picture is None:
        raise NotFound
    headers = {
        "Cache-Control": "public, max-age=31536000, immutable",
        "Content-Security-Policy": "default-src 'none'; sandbox",
        "X-Content-Type-Options": "nosniff",
    }
    return Response(picture, media_type="image/webp", headers=headers)


@router.get("/api/sellers/{user_id}", responses=refusals(NotFound))
async def read_seller(user_id: UserId, session: ReadDep) -> SellerOut:
    """Read a seller's public profile."""
    user = await queries.get_open_user(session, user_id)
    if user is None:
        raise NotFound
    return SellerOut.from_model(user)
