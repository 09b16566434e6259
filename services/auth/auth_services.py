from dataclasses import dataclass
from datetime import timedelta

from fastapi import FastAPI
from redis.asyncio import Redis

from libs.contracts.events.auth import session_mark
from libs.kit.db.database import Database
from libs.kit.media.pictures import PictureStore
from libs.kit.security import revocation
from libs.kit.security.cookie_marks import CookieMarks
from libs.kit.security.revocation import Revocations
from libs.kit.security.safe import Safe
from services.auth import rekeying
from services.auth.accounts.models import User
from services.auth.accounts.password_hashing import Passwords
from services.auth.mail.templates import TEMPLATES, MailTemplates
from services.auth.notifications import delivery_times
from services.auth.notifications.kinds import MAIL_KINDS
from services.auth.notifications.rules import check_words
from services.auth.push.keys import PushSigner, contact_of
from services.auth.settings import AuthSettings
from services.auth.sign_in.keys import KeyRing

# Each export holds a connection to every service.
EXPORTS_AT_ONCE = 4


@dataclass(frozen=True)
class ClientInfo:
    address: str
    user_agent: str
    device_token: str | None = None
    # True if the device cookie was issued by us, to any account.
    device_is_ours: bool = False
    language: str = "en"


class AuthServices:
    def __init__(
        self, settings: AuthSettings, database: Database, redis: Redis, revocations: Revocations
    ) -> None:
        self.settings, self.database = settings, database
        self._redis, self._revocations = redis, revocations
        also = settings.account_secret_also
        others = [also.get_secret_value()] if also is not None else []
        self.safe = Safe(settings.account_secret.get_secret_value(), *others)
        self.marks = CookieMarks(*self.cookie_keys)
        self.passwords = Passwords(settings.password_workers, settings.password_queue)
        head_start = timedelta(seconds=settings.key_head_start_seconds)
        self.keys = KeyRing(self.safe, access_minutes=settings.access_minutes, head_start=head_start)
        self.push_signer = PushSigner(self.safe, contact_of(settings.base_url, settings.mail_sender))
        self.pictures = PictureStore(settings.media_url or str(settings.media_dir))
        # Ids of people whose export is in progress in this process.
        self.exporting: set[int] = set()
        self.generosity = 100 if settings.relaxed_limits else 1
        self.cookie_over_https_only = settings.base_url.startswith("https://")

    @property
    def cookie_keys(self) -> list[bytes]:
        return [bytes.fromhex(derivation) for derivation in self.safe.derivations("cookie marks", "")]

    def waits_for_second_factor(self, user: User) -> bool:
        asks = self.settings.asks_staff_for_second_factor
        return asks and user.serves_as is not None and not user.serves_in_two_steps

    async def announce(self, user: User) -> None:
        """Call after the commit that raised the epoch. A Redis hint notifies other processes at once. Kafka
        delivers the change reliably."""
        self._revocations.raise_epoch(user.known_id, user.epoch)
        await revocation.send_hint(self._redis, user.known_id, user.epoch)

    async def announce_end(self, session_id: str) -> None:
        """Call after the commit. Other processes learn of the ended session with their next query to auth."""
        self._revocations.end_session(0, session_mark(session_id))
        await self.announce_ends()

    async def announce_ends(self) -> None:
        """Call after the commit. Makes other processes query auth for revocations."""
        await revocation.send_hint(self._redis)


async def open_auth_services(app: FastAPI) -> None:
    """Call once the database is reachable."""
    auth = AuthServices(app.state.settings, app.state.database, app.state.redis, app.state.revocations)
    MailTemplates(TEMPLATES).check(MAIL_KINDS)
    check_words()
    await rekeying.load_keys(auth.safe, auth.database)
    await auth.keys.open(auth.database)
    await auth.push_signer.open(auth.database)
    delivery_times.count_committed(auth.database)
    app.state.auth = auth
    app.state.verifier.keys.pin(auth.keys.public_keys)
