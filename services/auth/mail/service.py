"""Mails are queued in the business transaction and sent after the commit."""

import asyncio
import secrets
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from urllib.parse import quote

import structlog
from prometheus_client import Counter, Gauge
from sqlalchemy.ext.asyncio import AsyncSession

from libs.kit.errors import Unavailable
from libs.kit.http.client import InternalClient
from libs.kit.process import clock
from services.auth.accounts.models import User
from services.auth.accounts.queries import get_user_by_handle, lock_user, share_lock_user
from services.auth.accounts.rules import InvalidLink
from services.auth.auth_services import AuthServices
from services.auth.mail import queries
from services.auth.mail.models import Mail
from services.auth.mail.templates import MailTemplates, RenderedMail, UnknownTemplate
from services.auth.mail.transport import MailRefused, MailServerUnavailable, MailTransport
from services.auth.notifications.delivery_times import MAIL
from services.auth.notifications.kinds import MailKind
from services.auth.providers.rules import safe_return
from services.auth.sign_in.rules import hash_token

log = structlog.get_logger(__name__)


HAS_MAIL = "mail"


MAILS_SENT = Counter("mails_sent_total", "Mails that the mail server accepted", ["kind"])


WAITING = Gauge("mails_queued", "Mails that wait to be sent")


AT_ONCE = 10


# Links have expired by then, and the email addresses of erased people must not be retained longer.
GIVE_UP_AFTER = timedelta(hours=24)


LINKS = {"verify": "/auth/verify#access_token={}", "reset": "/reset-password#token={}"}


LINKS["email_change"] = LINKS["verify"] + "&type=email_change"


# Link targets of mails without a one-time link. The default is the settings page.
PAGES = {
    "already_registered": "/auth",
    "password_changed": "/auth?view=forgot",
    "password_reset": "/auth?view=forgot",
    "account_deleted": "/",
}


# The link restores the previous email address. The row behind the link is created with the mail.
UNDO = {"email_changed": "/undo-email#token={}"}


SETTINGS = "/profile?tab=settings"


# These mails show the last digits of a bank account, which are requested from boost when the mail is sent.
OF_ACCOUNTS = "payout_account_"


async def write_mail(
    session: AsyncSession,
    kind: MailKind,
    *,
    to: str,
    language: str,
    user: User | None = None,
    context: dict[str, Any] | None = None,
    link_id: str | None = None,
) -> None:
    """Queues a mail that is sent after the commit. For "verify" and "reset", the account is looked up when
    the mail is sent, so that requests take the same time with and without an account."""
    now = await clock.now(session)
    session.add(
        Mail(
            address=to,
            kind=kind,
            language=language,
            user_id=user.id if user else None,
            context=context or {},
            link_id=link_id or secrets.token_urlsafe(18),
            next_at=now,
            created_at=now,
        )
    )
    session.info[HAS_MAIL] = True


def way_back(path: str | None) -> dict[str, Any]:
    """Returns the mail context for a path to return to. Empty if `path` does not lead to this site."""
    safe = safe_return(path)
    return {"redirect": safe} if safe != "/" else {}


async def write_mail_to(
    session: AsyncSession, user: User, kind: MailKind, **context: str | list[str]
) -> None:
    all_context = {"name": user.first_name, **context}
    await write_mail(session, kind, to=user.email, language=user.language, user=user, context=all_context)


@dataclass(frozen=True)
class DueMail:
    mail: Mail
    context: dict[str, Any]


class MailSender:
    """Safe to run in several processes."""

    def __init__(
        self,
        auth: AuthServices,
        templates: MailTemplates,
        transport: MailTransport,
        boost: InternalClient | None = None,
    ) -> None:
        self._auth, self._templates, self._transport, self._boost = auth, templates, transport, boost
        self._wake = asyncio.Event()
        auth.database.after_commit.append(self._wake_after_commit)

    def _wake_after_commit(self, session: AsyncSession) -> None:
        if session.info.pop(HAS_MAIL, False):
            self._wake.set()

    async def wait(self, seconds: float) -> None:
        """Waits for new mail. Times out, because another process may have queued mail."""
        try:
            async with asyncio.timeout(seconds):
                await self._wake.wait()
        except TimeoutError:
            return
        self._wake.clear()

    async def send_due(self) -> int:
        """Sends a batch of due mails and returns its size. If the size is not 0, more mails may be due."""
        ready, dropped, taken = await self._take_up()
        fates = await asyncio.gather(*(self._send(item) for item in ready))
        gone = [one.mail for one, sent in zip(ready, fates, strict=True) if sent]
        async with self._auth.database.transaction() as session:
            await queries.drop_mails(session, (*gone, *dropped))
            WAITING.set(await queries.count_waiting_mails(session))
        return taken

    async def _take_up(self) -> tuple[list[DueMail], list[Mail], int]:
        """Postpones each mail before it is sent, so that it is retried if this process dies."""
        ready: list[DueMail] = []
        dropped: list[Mail] = []
        async with self._auth.database.transaction() as session:
            now = await clock.now(session)
            due = await queries.lock_due_mails(session, now, AT_ONCE)
            for mail in due:
                mail.attempts += 1
                mail.next_at = now + timedelta(seconds=min(30 * 2 ** (mail.attempts - 1), 3600))
                context = await self._context(session, mail, now)
                if context is None or now - mail.created_at > GIVE_UP_AFTER:
                    dropped.append(mail)
                    if context is not None:
                        log.error("a mail was given up", kind=mail.kind, attempts=mail.attempts)
                    continue
                ready.append(DueMail(mail, context))
        return ready, dropped, len(due)

    async def _context(self, session: AsyncSession, mail: Mail, now: datetime) -> dict[str, Any] | None:
        site = self._auth.settings.base_url
        usual = {"time": mail.created_at, "email": mail.address, "minutes": self._auth.settings.link_minutes}
        if mail.kind in UNDO:
            link = UNDO[mail.kind].format(link_token(self._auth, mail.link_id))
            return {**usual, **mail.context, "link": site + link}
        if mail.kind not in LINKS:
            page = mail.context.get("path") or PAGES.get(mail.kind, SETTINGS)
            return {**usual, "link": site + page, **mail.context}
        user = await self._addressee(session, mail)
        if user is None:
            return None
        if mail.user_id is None:
            mail.user_id, mail.language = user.known_id, user.language
        return {**usual, "name": user.first_name, "link": await self._link(session, mail, user, now)}

    async def _addressee(self, session: AsyncSession, mail: Mail) -> User | None:
        """Locks the account before its links, as all other code does."""
        if mail.kind == "email_change":
            changing = await share_lock_user(session, mail.user_id) if mail.user_id else None
            return changing if changing is not None and changing.pending_email == mail.address else None
        found = await get_user_by_handle(session, username=None, email=mail.address)
        user = await share_lock_user(session, found.known_id) if found else None
        if user is None or (mail.kind == "verify" and user.email_verified):
            return None
        return user

    async def _link(self, session: AsyncSession, mail: Mail, user: User, now: datetime) -> str:
        """Derives the link from the mail, so that a repeated mail contains the same link. Only a hash is
        stored."""
        token = link_token(self._auth, mail.link_id)
        row = {
            "id": mail.link_id,
            "user_id": user.known_id,
            "purpose": mail.kind,
            "token_hash": hash_token(token),
            "epoch": user.epoch,
            "expires_at": now + timedelta(minutes=self._auth.settings.link_minutes),
        }
        await queries.replace_link(session, row)
        # Another version of the code may have written the path.
        back = safe_return(mail.context.get("redirect"))
        way = f"&redirect={quote(back, safe='')}" if back != "/" else ""
        return self._auth.settings.base_url + LINKS[mail.kind].format(token) + way

    async def _send(self, ready: DueMail) -> bool:
        mail = ready.mail
        try:
            rendered = await self._render(ready)
            await self._transport.send(rendered, to=mail.address, message_id=mail.link_id)
        except UnknownTemplate as unknown:
            # A newer version of the code wrote this mail. It is retried later, and the other mails are sent.
            log.error("a mail has no words here", kind=mail.kind, cause=str(unknown))
            return False
        except MailRefused as refused:
            log.warning("a mail was refused for good", kind=mail.kind, cause=str(refused))
            return True
        except Unavailable as away:
            log.warning("a mail waits for boost", kind=mail.kind, cause=repr(away))
            return False
        except MailServerUnavailable as away:
            log.warning(
                "a mail waits for the mail server", kind=mail.kind, attempts=mail.attempts, cause=str(away)
            )
            return False
        MAILS_SENT.labels(mail.kind).inc()
        MAIL.observe((clock.about_now() - mail.created_at).total_seconds())
        return True

    async def _render(self, ready: DueMail) -> RenderedMail:
        mail, context = ready.mail, ready.context
        if mail.kind.startswith(OF_ACCOUNTS):
            if self._boost is None:
                raise Unavailable
            # No event contains the digits of the account.
            answer = await self._boost.get(f"/internal/payout-account-changes/{context['change']}")
            if answer.status != 200:
                raise Unavailable
            context |= {"bank": answer.body["bankName"], "ending": answer.body["lastFour"]}
        return self._templates.render(mail.kind, mail.language, context)


def link_token(auth: AuthServices, link_id: str) -> str:
    return f"{link_id}.{auth.safe.derive('one-time link', link_id)}"


async def owner_of_link(session: AsyncSession, token: str, *purposes: str) -> tuple[User, str]:
    """Consumes the link, locks the account and returns it with the link's purpose. Refuses a link that has
    expired, has another purpose, or is older than the account's epoch."""
    link = await queries.take_link(session, token.split(".", 1)[0], hash_token(token))
    if link is None or link.purpose not in purposes or link.expires_at <= await clock.now(session):
        raise InvalidLink
    user = await lock_user(session, link.user_id)
    if user is None or user.epoch != link.epoch:
        raise InvalidLink
    return user, link.purpose
