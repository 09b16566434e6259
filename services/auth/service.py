"""The verbs of auth: register, sign in, refresh, sign out."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncSession

from libs.contracts.events.auth import UserRegistered, UserSessionsRevoked
from libs.kit import clock, outbox
from libs.kit.db import Database
from libs.kit.errors import NotFound, NotSignedIn
from libs.kit.signing import Passwords, Signer, hashed, new_refresh_token
from services.auth import domain, queries
from services.auth.models import RefreshFamily, User
from services.auth.schemas import LoginIn, RegisterIn
from services.auth.settings import AuthSettings


@dataclass(frozen=True)
class SignedIn:
    """A person, an access token, and the refresh token for the cookie."""

    user: User
    access_token: str
    refresh_token: str


class Accounts:
    """Accounts and sessions, with the keys and the hashing pool they need."""

    def __init__(self, settings: AuthSettings) -> None:
        self._settings = settings
        self.signer = Signer(settings.signing_key_file)
        self._passwords = Passwords(settings.password_workers, settings.password_queue)
        self.cookie_over_https_only = settings.base_url.startswith("https://")
        self._grace = timedelta(seconds=settings.refresh_grace_seconds)

    async def register(self, session: AsyncSession, form: RegisterIn) -> User | None:
        """Make an account. A taken e-mail makes none and says nothing; a taken username is said."""
        password_hash = await self._passwords.hash(form.password)
        user = await _insert_user(session, form, password_hash)
        if user is None and await queries.username_exists(session, form.username):
            raise domain.UsernameTaken
        if user is not None:
            await outbox.record(session, _registered(user), version=user.version)
        return user

    async def recognise(self, database: Database, form: LoginIn) -> User:
        """Whose password this is. No connection is held while the hash is computed."""
        async with database.reading() as session:
            user = await queries.user_by_handle(session, username=form.username, email=form.email)
        if not await self._passwords.verify(form.password, user.password_hash if user else None) or user is None:
            raise domain.InvalidCredentials
        return user

    async def sign_in(self, session: AsyncSession, recognised: User) -> SignedIn:
        """Begin a refresh family, unless the account was signed out everywhere since it was recognised."""
        user = await queries.user_for_share(session, recognised.id or 0)
        if user is None or (user.epoch, user.password_hash) != (recognised.epoch, recognised.password_hash):
            raise domain.InvalidCredentials
        token = new_refresh_token()
        session.add(self._family(user, token, await clock.now(session)))
        return self._signed_in(user, token)

    async def refresh(self, session: AsyncSession, token: str) -> SignedIn | None:
        """Exchange a refresh token. None ends the family: the caller commits that and refuses."""
        family = await queries.family_for_update(session, token.split(".", 1)[0])
        if family is None:
            raise NotSignedIn
        now = await clock.now(session)
        verdict = domain.judge_refresh(_state_of(family), hashed(token), now, self._grace)
        if verdict is domain.Rotation.REFUSE:
            raise NotSignedIn
        if verdict is domain.Rotation.END_FAMILY:
            family.revoked_at = now
            return None
        successor = self.signer.successor(token)
        if verdict is domain.Rotation.ROTATE:
            family.parent_hash, family.current_hash, family.rotated_at = hashed(token), hashed(successor), now
        return self._signed_in(await _owner(session, family), successor)

    async def sign_out(self, session: AsyncSession, token: str | None) -> None:
        """End the session behind this refresh token; an unknown one is already ended."""
        family = await queries.family_for_update(session, (token or "").split(".", 1)[0])
        if family is not None and family.revoked_at is None:
            family.revoked_at = await clock.now(session)

    async def sign_out_everywhere(self, session: AsyncSession, user_id: int) -> User:
        """Raise the account's epoch: every token of before is void, on every service and open socket."""
        user = await queries.user_for_update(session, user_id)
        if user is None:
            raise NotFound
        user.epoch += 1
        user.version += 1
        now = await clock.now(session)
        fact = UserSessionsRevoked(user_id=user_id, epoch=user.epoch, revoked_at=now)
        await outbox.record(session, fact, version=user.version)
        await queries.end_families(session, user_id, now)
        return user

    def _family(self, user: User, token: str, now: datetime) -> RefreshFamily:
        assert user.id is not None
        return RefreshFamily(
            id=token.split(".", 1)[0],
            user_id=user.id,
            current_hash=hashed(token),
            rotated_at=now,
            created_at=now,
            expires_at=now + timedelta(days=self._settings.refresh_days),
        )

    def _signed_in(self, user: User, refresh_token: str) -> SignedIn:
        claims: dict[str, object] = {
            "iss": self._settings.token_issuer,
            "aud": self._settings.token_audience,
            "sub": str(user.id),
            "epoch": user.epoch,
            "username": user.username,
            "roles": domain.roles_of(is_seller=user.is_seller, is_admin=user.is_admin, is_banned=user.is_banned),
        }
        token = self.signer.access_token(claims, minutes=self._settings.access_minutes)
        return SignedIn(user, token, refresh_token)


async def _insert_user(session: AsyncSession, form: RegisterIn, password_hash: str) -> User | None:
    row = {
        "username": form.username,
        "username_key": form.username.lower(),
        "email": form.email,
        "email_key": form.email.lower(),
        "password_hash": password_hash,
        "first_name": form.first_name,
        "last_name": form.last_name,
    }
    made = insert(User).values(row).on_conflict_do_nothing().returning(User)
    return (await session.execute(made)).scalar_one_or_none()


async def _owner(session: AsyncSession, family: RefreshFamily) -> User:
    user = await queries.user_by_id(session, family.user_id)
    if user is None:
        raise NotSignedIn
    return user


def _registered(user: User) -> UserRegistered:
    assert user.id is not None
    return UserRegistered(
        user_id=user.id, username=user.username, is_seller=user.is_seller, registered_at=user.created_at
    )


def _state_of(family: RefreshFamily) -> domain.Family:
    return domain.Family(
        current_hash=family.current_hash,
        parent_hash=family.parent_hash,
        rotated_at=family.rotated_at,
        expires_at=family.expires_at,
        revoked=family.revoked_at is not None,
    )
