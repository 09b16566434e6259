import re
from dataclasses import dataclass
from email.errors import MessageError
from email.headerregistry import Address
from email.message import EmailMessage
from email.policy import SMTP, SMTPUTF8
from email.utils import formatdate, parseaddr

from services.auth.mail.templates import UNSAID, RenderedMail

LOCAL_PART = re.compile(r"[^\s@<>()\[\]\\,;:\"\x00-\x1f\x7f-\x9f]{1,64}")


DOMAIN = re.compile(r"[A-Za-z0-9-]{1,63}(\.[A-Za-z0-9-]{1,63})+|localhost")


TIMEOUT_SECONDS = 10


class MailRefused(Exception):
    """The mail server refused the mail permanently, for example because of an invalid email address."""


class MailServerUnavailable(Exception):
    """Sending failed temporarily. The same mail may be sent again."""


@dataclass(frozen=True)
class MailTransport:
    host: str
    port: int
    sender: str
    user: str = ""
    password: str = ""
    # If True, encryption is required: TLS from the start on port 465, STARTTLS on other ports.
    tls: bool = False

    async def send(self, mail: RenderedMail, *, to: str, message_id: str) -> None:
        """Pass the same `message_id` for each retry, so that mail servers can recognise duplicates."""
        import aiosmtplib

        message = self.message(mail, to=to, message_id=message_id)
        try:
            await aiosmtplib.send(
                message,
                sender=parseaddr(self.sender)[1],
                recipients=[to],
                hostname=self.host,
                port=self.port,
                username=self.user or None,
                password=self.password or None,
                timeout=TIMEOUT_SECONDS,
                use_tls=self.tls and self.port == 465,
                start_tls=self.tls and self.port != 465,
            )
        except aiosmtplib.SMTPNotSupported as lasting:
            raise MailRefused(type(lasting).__name__) from lasting
        except aiosmtplib.SMTPRecipientsRefused as refused:
            raise _verdict(max(each.code for each in refused.recipients)) from refused
        except aiosmtplib.SMTPAuthenticationError as ours:
            raise MailServerUnavailable("the server does not take our password") from ours
        except aiosmtplib.SMTPResponseException as answer:
            raise _verdict(answer.code) from answer
        except (aiosmtplib.SMTPException, OSError) as away:
            raise MailServerUnavailable(type(away).__name__) from away

    def message(self, mail: RenderedMail, *, to: str, message_id: str) -> EmailMessage:
        """Line breaks in values cannot add headers."""
        policy = SMTP if to.isascii() else SMTPUTF8
        message = EmailMessage(policy=policy)
        name, address = parseaddr(self.sender)
        message["From"] = Address(name, addr_spec=address)
        message["To"] = _address(to)
        message["Subject"] = UNSAID.sub(" ", mail.subject)
        message["Date"] = formatdate(usegmt=True)
        message["Message-ID"] = f"<{_plain(message_id)}@{address.rpartition('@')[2]}>"
        message["Auto-Submitted"] = "auto-generated"
        message.set_content(mail.text, cte="quoted-printable")
        message.add_alternative(mail.html, subtype="html", cte="quoted-printable")
        message["Content-Language"] = mail.language
        return message


def _address(to: str) -> Address:
    local, _, domain = to.rpartition("@")
    if not LOCAL_PART.fullmatch(local) or not DOMAIN.fullmatch(domain):
        raise MailRefused("not an address")
    try:
        return Address(username=local, domain=domain)
    except (MessageError, ValueError, IndexError) as fault:
        raise MailRefused("not an address") from fault


def _plain(message_id: str) -> str:
    if not re.fullmatch(r"[A-Za-z0-9._-]{1,128}", message_id):
        raise ValueError("a message id is made of letters, digits, dots, hyphens and underscores")
    return message_id


def _verdict(code: int) -> MailRefused | MailServerUnavailable:
    """5xx is permanent. Codes 421 and 530 to 535 are temporary, because the server is busy or does not accept
    our login."""
    return (
        MailRefused(str(code))
        if 500 <= code < 600 and not 530 <= code <= 535
        else MailServerUnavailable(str(code))
    )
