import json
import secrets
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

import structlog
from sqlalchemy.ext.asyncio import AsyncSession

from libs.kit.errors import NotFound
from libs.kit.process import clock
from services.auth.accounts.models import User
from services.auth.accounts.queries import get_open_user, lock_user
from services.auth.auth_services import AuthServices, ClientInfo
from services.auth.mail.service import write_mail_to
from services.auth.passkeys import queries
from services.auth.passkeys.models import Challenge, Passkey
from services.auth.passkeys.rules import (
    ANSWER_WITHIN,
    MAX_PASSKEYS,
    PasskeyKnown,
    PasskeyNotAdded,
    PasskeyRefused,
    TooManyPasskeys,
)
from services.auth.rekeying import OWNER
from services.auth.second_factor.service import lock_proven
from services.auth.sign_in import credentials, guessing
from services.auth.sign_in import service as sign_in_service

log = structlog.get_logger(__name__)


ADD, SIGN_IN = "passkey_add", "passkey_sign_in"


# High, because each view of the sign-in screen requests a challenge and many people may share a network.
MAX_QUESTIONS = 600


@dataclass(frozen=True)
class Question:
    challenge_id: str
    public_key: dict[str, Any]


async def ask_to_add(auth: AuthServices, session: AsyncSession, proven: User) -> Question:
    """Call after the owner has proved their identity."""
    from webauthn import generate_registration_options, options_to_json
    from webauthn.helpers import structs

    user = await lock_proven(session, proven)
    passkeys = await queries.list_passkeys(session, user.known_id)
    if len(passkeys) >= MAX_PASSKEYS:
        raise TooManyPasskeys
    options = generate_registration_options(
        rp_id=_rp_id(auth),
        rp_name="Wangi",
        user_id=_handle(auth, user.known_id),
        user_name=user.username,
        user_display_name=user.username,
        authenticator_selection=structs.AuthenticatorSelectionCriteria(
            resident_key=structs.ResidentKeyRequirement.REQUIRED,
            user_verification=structs.UserVerificationRequirement.REQUIRED,
        ),
        exclude_credentials=[structs.PublicKeyCredentialDescriptor(id=each.id) for each in passkeys],
    )
    kept = await _keep(session, ADD, options.challenge, user)
    return Question(kept.id, json.loads(options_to_json(options)))


async def add(
    auth: AuthServices, user_id: int, *, challenge_id: str, name: str, credential: dict[str, Any]
) -> Passkey:
    """Consumes the challenge even if the passkey is refused."""
    challenge = await _take(auth, ADD, challenge_id)
    if challenge is None or challenge.user_id != user_id:
        raise PasskeyNotAdded
    made = _verified_new(auth, challenge.secret, credential)
    async with auth.database.transaction() as session:
        user = await lock_user(session, user_id)
        if user is None or user.epoch != challenge.payload["epoch"]:
            raise PasskeyNotAdded  # The person signed out everywhere since requesting the options.
        if len(await queries.list_passkeys(session, user_id)) >= MAX_PASSKEYS:
            raise TooManyPasskeys
        row = {
            "id": made.credential_id,
            "user_id": user_id,
            "public_key": made.credential_public_key,
            "sign_count": made.sign_count,
            "name": name,
            "created_at": await clock.now(session),
        }
        passkey = await queries.add_passkey(session, row)
        if passkey is None:
            raise PasskeyKnown
        await write_mail_to(session, user, "passkey_added", passkey=name)
        await credentials.record_change(session, user, "passkey_added")
    return passkey


async def remove(session: AsyncSession, proven: User, passkey_id: bytes) -> None:
    user = await lock_proven(session, proven)
    if not await queries.remove_passkey(session, user.known_id, passkey_id):
        raise NotFound
    await credentials.record_change(session, user, "passkey_removed")


async def ask_to_sign_in(auth: AuthServices, client: ClientInfo) -> Question:
    """The options contain no username, so that they cannot reveal which accounts exist."""
    from webauthn import generate_authentication_options, options_to_json
    from webauthn.helpers.structs import UserVerificationRequirement

    await guessing.count_place(auth, "passkey", client, MAX_QUESTIONS)
    required = UserVerificationRequirement.REQUIRED
    options = generate_authentication_options(rp_id=_rp_id(auth), user_verification=required)
    async with auth.database.transaction() as session:
        kept = await _keep(session, SIGN_IN, options.challenge, None)
    return Question(kept.id, json.loads(options_to_json(options)))


async def sign_in(
    auth: AuthServices, client: ClientInfo, *, challenge_id: str, credential: dict[str, Any]
) -> sign_in_service.SignedIn:
    """Consumes the challenge even if the passkey is refused."""
    challenge = await _take(auth, SIGN_IN, challenge_id)
    try:
        async with auth.database.transaction() as session:
            user = await _owner(auth, session, challenge, credential)
            return await sign_in_service.begin(auth, session, user, client, way="passkey")
    except PasskeyRefused:
        sign_in_service.SIGN_INS.labels("passkey", "refused").inc()
        raise


async def prove(auth: AuthServices, user_id: int, *, challenge_id: str, credential: dict[str, Any]) -> User:
    """Consumes the challenge even if the passkey is refused."""
    challenge = await _take(auth, SIGN_IN, challenge_id)
    async with auth.database.transaction() as session:
        user = await _owner(auth, session, challenge, credential)
        if user.known_id != user_id:
            raise PasskeyRefused
    return user


async def _owner(
    auth: AuthServices, session: AsyncSession, challenge: Challenge | None, credential: dict[str, Any]
) -> User:
    passkey = await queries.lock_passkey(session, _id_in(credential)) if challenge else None
    user = await get_open_user(session, passkey.user_id) if passkey else None
    if challenge is None or passkey is None or user is None:
        raise PasskeyRefused
    passkey.sign_count = _verified_count(auth, challenge.secret, credential, passkey)
    passkey.last_used_at = await clock.now(session)
    return user


def _verified_new(auth: AuthServices, challenge: bytes, credential: dict[str, Any]) -> Any:
    from webauthn import verify_registration_response

    try:
        return verify_registration_response(
            credential=credential,
            expected_challenge=challenge,
            expected_rp_id=_rp_id(auth),
            expected_origin=_origin(auth),
            require_user_verification=True,
        )
    except Exception as reason:  # Parsing untrusted bytes can raise any exception.
        log.info("a passkey was not added", cause=str(reason)[:200])
        raise PasskeyNotAdded from reason


def _verified_count(
    auth: AuthServices, challenge: bytes, credential: dict[str, Any], passkey: Passkey
) -> int:
    """Returns the new signature count. Refuses a count that does not rise, because the passkey was copied."""
    from webauthn import verify_authentication_response

    response = credential.get("response")
    handle = response.get("userHandle") if isinstance(response, dict) else None
    if handle is not None and _decoded(handle) not in _handles(auth, passkey.user_id):
        raise PasskeyRefused
    try:
        verified = verify_authentication_response(
            credential=credential,
            expected_challenge=challenge,
            expected_rp_id=_rp_id(auth),
            expected_origin=_origin(auth),
            credential_public_key=passkey.public_key,
            credential_current_sign_count=passkey.sign_count,
            require_user_verification=True,
        )
    except Exception as reason:  # Parsing untrusted bytes can raise any exception.
        log.warning("a passkey was refused", user_id=passkey.user_id, cause=str(reason)[:200])
        raise PasskeyRefused from reason
    return int(verified.new_sign_count)


def _id_in(credential: dict[str, Any]) -> bytes:
    found = _decoded(credential.get("rawId"))
    if not found:
        raise PasskeyRefused
    return found


def _decoded(words: Any) -> bytes:
    from webauthn import base64url_to_bytes

    try:
        return base64url_to_bytes(words) if isinstance(words, str) else b""
    except ValueError:
        return b""


async def _keep(session: AsyncSession, kind: str, secret: bytes, user: User | None) -> Challenge:
    challenge = Challenge(
        id=secrets.token_urlsafe(24),
        kind=kind,
        user_id=user.known_id if user else None,
        secret=secret,
        payload={"epoch": user.epoch} if user else {},
        expires_at=await clock.now(session) + ANSWER_WITHIN,
    )
    session.add(challenge)
    return challenge


async def _take(auth: AuthServices, kind: str, challenge_id: str) -> Challenge | None:
    """Uses its own transaction, so that a later refusal cannot restore the challenge."""
    async with auth.database.transaction() as session:
        return await queries.take_challenge(session, challenge_id, kind, await clock.now(session))


def _handle(auth: AuthServices, user_id: int) -> bytes:
    """Returns a stable pseudonym, which the user's device stores."""
    return _handles(auth, user_id)[0]


def _handles(auth: AuthServices, user_id: int) -> list[bytes]:
    return [bytes.fromhex(derivation) for derivation in auth.safe.derivations(OWNER, str(user_id))]


def _rp_id(auth: AuthServices) -> str:
    return urlsplit(auth.settings.base_url).hostname or "localhost"


def _origin(auth: AuthServices) -> str:
    """Comes from the settings, because the request cannot be trusted."""
    base = urlsplit(auth.settings.base_url)
    return f"{base.scheme}://{base.netloc}"
