"""Changes of sign-in methods require a recent proof of identity by password, passkey or code."""

import secrets
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy.ext.asyncio import AsyncSession

from libs.kit.errors import Forbidden, NotSignedIn, ProofNeeded, RateLimited, Unavailable
from libs.kit.http.client import InternalClient
from libs.kit.process import clock
from libs.kit.security.tokens import Identity
from services.auth.accounts import addresses
from services.auth.accounts.models import User
from services.auth.accounts.profile_schemas import ProfileIn
from services.auth.accounts.queries import get_open_user, lock_user
from services.auth.accounts.rules import WrongPassword, key_of
from services.auth.auth_services import AuthServices
from services.auth.passkeys import service as passkey_service
from services.auth.passkeys.models import Challenge
from services.auth.passkeys.queries import get_challenge, list_passkeys
from services.auth.second_factor.rules import InvalidCode
from services.auth.sign_in import rules
from services.auth.sign_in.authentication import pass_second_factor, prove_again
from services.auth.sign_in.queries import is_family_alive
from services.auth.sign_in.rules import hash_token

KIND = "proof"


# Errors of every route that requires a proof.
PROOF_REFUSALS = (NotSignedIn, Forbidden, RateLimited, Unavailable, WrongPassword, ProofNeeded)


# The fields that must match the holder of a bank account.
NAMES = ("first_name", "last_name")


@dataclass(frozen=True)
class Proof:
    """A proof of identity. Valid for five minutes, only in the session that obtained it."""

    word: str
    expires_at: datetime


async def by_password(auth: AuthServices, who: Identity, password: str) -> Proof:
    return await _issue_proof(auth, who, await prove_again(auth, who.user_id, password), rules.PASSWORD)


async def by_code(auth: AuthServices, who: Identity, code: str) -> Proof:
    async with auth.database.reading() as session:
        user = await get_open_user(session, who.user_id)
    if user is None:
        raise NotSignedIn
    if not user.has_second_factor:
        raise InvalidCode
    await pass_second_factor(auth, user, code)
    return await _issue_proof(auth, who, user, rules.CODE)


async def by_passkey(
    auth: AuthServices, who: Identity, challenge_id: str, credential: dict[str, Any]
) -> Proof:
    user = await passkey_service.prove(auth, who.user_id, challenge_id=challenge_id, credential=credential)
    return await _issue_proof(auth, who, user, rules.PASSKEY)


async def proven(
    auth: AuthServices,
    who: Identity,
    word: str | None,
    password: str | None = None,
    *,
    ways: frozenset[str] = rules.ANY_WAY,
) -> User:
    """Returns the account. Raises an error unless `word` is a proof from the last five minutes or `password`
    is correct."""
    if password is not None and rules.PASSWORD in ways:
        return await prove_again(auth, who.user_id, password)
    async with auth.database.reading() as session:
        user = await get_open_user(session, who.user_id)
        if user is None:
            raise NotSignedIn
        proof = await _proof(session, word or "")
        if proof is not None and _is_of(proof, who.session_id, user) and proof.payload["way"] in ways:
            return user
        refusal = await _needed(session, user, ways)
    raise refusal


@dataclass(frozen=True)
class Allowed:
    is_proven: bool
    may_change_name: bool = False


async def allow_change(
    auth: AuthServices, boost: InternalClient, who: Identity, form: ProfileIn, word: str | None
) -> Allowed:
    """Requires a proof to change the username or email address. A name change requires a proof if the account
    has a bank account. Also rate-limits new email addresses."""
    async with auth.database.reading() as session:
        user = await get_open_user(session, who.user_id)
    if user is None:
        raise NotSignedIn
    changes_name = _changes_name(user, form)
    needs = _moves(user, form) or _renames(user, form)
    needs = needs or (changes_name and await _has_bank_account(boost, who.user_id))
    if needs:
        await proven(auth, who, word)
    if _moves(user, form) and form.email is not None:
        await addresses.count_move(auth, who.user_id, form.email)
    return Allowed(needs, changes_name)


async def _has_bank_account(boost: InternalClient, user_id: int) -> bool:
    """Returns True if boost does not respond."""
    try:
        answer = await boost.get(f"/internal/users/{user_id}/payout-account")
    except Unavailable:
        return True
    return answer.status != 200 or bool(answer.body["isKnown"])


async def check_unproven(session: AsyncSession, who: Identity, form: ProfileIn, allowed: Allowed) -> None:
    user = await lock_user(session, who.user_id)
    if user is None or user.epoch != who.epoch:
        raise NotSignedIn  # Signed out since the request was authenticated.
    if _moves(user, form) and not await is_family_alive(session, who.session_id, await clock.now(session)):
        raise NotSignedIn  # The email change would outlive the session.
    if allowed.is_proven:
        return
    changes_name = _changes_name(user, form) and not allowed.may_change_name
    if changes_name or _moves(user, form) or _renames(user, form):
        raise await _needed(session, user, rules.ANY_WAY)


async def is_shown(auth: AuthServices, user_id: int, session_id: str, word: str | None) -> list[str] | None:
    """Returns None if the person has proved their identity within five minutes, otherwise the available
    methods."""
    async with auth.database.reading() as session:
        user = await get_open_user(session, user_id)
        if user is None:
            raise NotSignedIn
        proof = await _proof(session, word or "")
        if proof is not None and _is_of(proof, session_id, user):
            return None
        return list((await _needed(session, user, rules.ANY_WAY)).details["methods"])


def _moves(user: User, form: ProfileIn) -> bool:
    return form.email is not None and form.email not in (user.email, user.pending_email)


def _changes_name(user: User, form: ProfileIn) -> bool:
    changes = form.changes()
    return any(changes.get(name, getattr(user, name)) != getattr(user, name) for name in NAMES)


def _renames(user: User, form: ProfileIn) -> bool:
    return form.username is not None and key_of(form.username) != user.username_key


async def _needed(session: AsyncSession, user: User, ways: frozenset[str]) -> ProofNeeded:
    return ProofNeeded(
        rules.methods_of(
            has_password=user.password_hash is not None,
            has_passkey=bool(await list_passkeys(session, user.known_id)),
            has_second_factor=user.has_second_factor,
            ways=ways,
        )
    )


def _is_of(proof: Challenge, session_id: str, user: User) -> bool:
    same = (proof.payload["session"], proof.payload["epoch"]) == (session_id, user.epoch)
    return same and proof.user_id == user.known_id


async def _proof(session: AsyncSession, word: str) -> Challenge | None:
    challenge = await get_challenge(session, word.partition(".")[0], KIND, await clock.now(session))
    return (
        challenge
        if challenge is not None and secrets.compare_digest(challenge.secret, hash_token(word))
        else None
    )


async def _issue_proof(auth: AuthServices, who: Identity, user: User, way: str) -> Proof:
    word = f"{secrets.token_urlsafe(18)}.{secrets.token_urlsafe(32)}"
    async with auth.database.transaction() as session:
        ends = await clock.now(session) + rules.COUNTS_FOR
        session.add(
            Challenge(
                id=word.partition(".")[0],
                kind=KIND,
                user_id=user.known_id,
                secret=hash_token(word),
                payload={"session": who.session_id, "epoch": user.epoch, "way": way},
                expires_at=ends,
            )
        )
    return Proof(word, ends)
