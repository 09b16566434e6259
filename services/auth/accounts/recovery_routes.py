from dataclasses import asdict
from typing import Annotated

from fastapi import APIRouter, Query, Response

from libs.kit.errors import InvalidInput, NotSignedIn, RateLimited, Unavailable
from libs.kit.http.access import CurrentUser
from libs.kit.http.error_responses import refusals
from libs.kit.process import clock
from services.auth.accounts import addresses, recovery, service
from services.auth.accounts.passwords import refuse_weak_password
from services.auth.accounts.rules import InvalidLink, WrongPassword
from services.auth.accounts.schemas import (
    ChangedPasswordOut,
    ChangePasswordIn,
    DoneOut,
    EmailIn,
    MessageOut,
    ResetIn,
    ResetOut,
    Token,
    TokenIn,
    UndoneOut,
    VerificationIn,
    VerifiedOut,
    VerifyIn,
)
from services.auth.dependencies import AuthDep, ClientDep, keep_device, start_session
from services.auth.sign_in import authentication
from services.auth.sign_in import service as sign_in_service

router = APIRouter(tags=["auth"])


VERIFIED = "Email verified successfully"


@router.post("/api/v1/auth/forgot-password", responses=refusals(RateLimited))
async def forgot_password(form: EmailIn, auth: AuthDep, client: ClientDep) -> MessageOut:
    """Request a link to choose a new password. The response is the same for every email address."""
    await recovery.ask_for_mail(auth, "reset", form.email, client)
    return MessageOut(message="If this address has an account, a mail with a link is on its way.")


@router.post("/api/v1/auth/resend-verification", responses=refusals(RateLimited))
async def resend_verification(form: VerificationIn, auth: AuthDep, client: ClientDep) -> MessageOut:
    """Request another verification mail. The response is the same for every email address."""
    await recovery.ask_for_mail(auth, "verify", form.email, client, redirect=form.redirect)
    return MessageOut(message="If this address waits to be verified, a mail with a link is on its way.")


@router.get("/api/verify-email", responses=refusals(InvalidLink))
async def verify_email_by_address(token: Annotated[Token, Query()], auth: AuthDep) -> DoneOut:
    """Verify an email address with the token from a mailed link."""
    async with auth.database.transaction() as session:
        user, _ = await service.verify_email(auth, session, token)
    await auth.announce(user)
    return DoneOut(success=True, message=VERIFIED)


@router.post("/api/verify-email", responses=refusals(InvalidLink))
async def verify_email(form: VerifyIn, auth: AuthDep, client: ClientDep, response: Response) -> VerifiedOut:
    """Verify an email address with the token from a mailed link. The link for a new account can also sign you
    in."""
    async with auth.database.transaction() as session:
        user, purpose = await service.verify_email(auth, session, form.token)
        signs_in = form.sign_in and purpose == "verify" and not user.has_second_factor
        begun = await sign_in_service.begin(auth, session, user, client, way="link") if signs_in else None
    await auth.announce(user)
    if begun is None:
        return VerifiedOut(success=True, message=VERIFIED, token=None, user=None)
    signed_in = start_session(response, auth, begun)
    return VerifiedOut(success=True, message=VERIFIED, token=signed_in.token, user=signed_in.user)


@router.post("/api/undo-email", responses=refusals(InvalidLink))
async def undo_email(form: TokenIn, auth: AuthDep) -> UndoneOut:
    """Restore the previous email address of an account. Use `resetToken` to choose a new password."""
    async with auth.database.transaction() as session:
        user, token = await addresses.undo_change(auth, session, form.token)
    await auth.announce(user)
    return UndoneOut(
        success=True, message="Your email address is restored. Choose a new password now.", reset_token=token
    )


@router.post("/api/update-password", responses=refusals(InvalidLink, InvalidInput, Unavailable))
async def update_password(form: ResetIn, auth: AuthDep, client: ClientDep, response: Response) -> ResetOut:
    """Choose a new password with the token from a mailed link. Every session ends. Passkeys,
    provider links and two-step sign-in are removed if they were added in the last 30 days."""
    refuse_weak_password(form.password, username="", email="")
    password_hash = await service.new_hash(auth, form.password)
    async with auth.database.transaction() as session:
        reset = await recovery.reset_password(auth, session, form.token, form.password, password_hash, client)
    await auth.announce(reset.user)
    keep_device(response, auth, reset.device_token)
    message = "Your password has been reset. You can sign in now."
    return ResetOut(success=True, message=message, **asdict(reset.ways))


@router.post(
    "/api/user/change-password",
    responses=refusals(NotSignedIn, WrongPassword, InvalidInput, RateLimited, Unavailable),
)
async def change_password(form: ChangePasswordIn, user: CurrentUser, auth: AuthDep) -> ChangedPasswordOut:
    """Change your password. All other sessions end. The current session continues with the returned token."""
    proven = await authentication.prove_again(auth, user.user_id, form.current_password)
    refuse_weak_password(form.new_password, username=proven.username, email=proven.email, field="newPassword")
    password_hash = await service.new_hash(auth, form.new_password)
    async with auth.database.transaction() as session:
        owner = await recovery.change_password(session, proven, password_hash, keep_family=user.session_id)
        now = await clock.now(session)
    await auth.announce(owner)
    fresh = sign_in_service.signed_in(auth, owner, user.session_id, "", now)
    return ChangedPasswordOut(
        success=True, message="Your password has been changed.", token=fresh.access_token
    )
