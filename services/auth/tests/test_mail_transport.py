import contextlib
import socket
from collections.abc import AsyncIterator
from email import message_from_bytes
from email.policy import default
from typing import Any

import pytest
from aiosmtpd.controller import Controller

from services.auth.mail.templates import RenderedMail
from services.auth.mail.transport import MailRefused, MailServerUnavailable, MailTransport

MAIL = RenderedMail(
    "Sahkan alamat – é", "<p>Haló <a href='https://w/x'>x</a></p>", "Haló https://w/x\n", "ms"
)


SENDER = "Wangi <hello@wangi.example>"


class Box:
    def __init__(self, answer: str = "250 OK") -> None:
        self.answer, self.mails = answer, list[tuple[str, list[str], bytes]]()

    async def handle_RCPT(self, server: Any, session: Any, envelope: Any, address: str, options: Any) -> str:
        if self.answer.startswith("2"):
            envelope.rcpt_tos.append(address)
        return self.answer

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:
        self.mails.append((envelope.mail_from, envelope.rcpt_tos, envelope.content))
        return "250 OK"


class FakeMailServer(Controller):
    """Bound before it starts, so that no other process takes the port."""

    def __init__(self, box: Box, listening: socket.socket) -> None:
        self._listening = listening
        super().__init__(box, hostname="127.0.0.1", port=listening.getsockname()[1], enable_SMTPUTF8=True)

    def _create_server(self) -> Any:
        return self.loop.create_server(self._factory_invoker, sock=self._listening)

    def _trigger_server(self) -> None:
        with socket.create_connection((self.hostname, self.port), 20) as first:
            first.recv(1024)


@contextlib.asynccontextmanager
async def serve_mail(box: Box) -> AsyncIterator[MailTransport]:
    listening = socket.create_server(("127.0.0.1", 0))
    port = listening.getsockname()[1]
    controller = FakeMailServer(box, listening)
    controller.start()
    try:
        yield MailTransport("127.0.0.1", port, SENDER)
    finally:
        controller.stop()


async def test_mail_arrives_once_with_both_parts_and_its_id() -> None:
    box = Box()
    async with serve_mail(box) as transport:
        await transport.send(MAIL, to="amir@example.my", message_id="mail-7")
    [(sender, receivers, raw)] = box.mails
    mail = message_from_bytes(raw, policy=default)
    assert (sender, receivers) == ("hello@wangi.example", ["amir@example.my"])
    assert (mail["Subject"], mail["To"], mail["From"]) == (MAIL.subject, "amir@example.my", SENDER)
    assert (mail["Message-ID"], mail["Content-Language"]) == ("<mail-7@wangi.example>", "ms")
    assert [part.get_content_type() for part in mail.iter_parts()] == ["text/plain", "text/html"]
    assert [part.get_content().strip() for part in mail.iter_parts()] == [MAIL.text.strip(), MAIL.html]


async def test_non_ascii_address_is_sent_unchanged() -> None:
    box = Box()
    async with serve_mail(box) as transport:
        await transport.send(MAIL, to="nürul@example.my", message_id="mail-8")
    assert box.mails[0][1] == ["nürul@example.my"]


@pytest.mark.parametrize(
    "to",
    [
        "a@example.my\r\nBcc: b@example.my",
        "a@example.my\nSubject: x",
        "a@example.my>\r\nDATA",
        "a,b@example.my",
        "a b@example.my",
        "<a>@example.my",
        '"a"@example.my',
        "a@b@example.my",
        "a@exa mple.my",
        "a@[127.0.0.1]",
        "a\x00@example.my",
        "@example.my",
        "a@",
        "a",
        "",
        "a@-.my,c@d.my",
    ],
)
async def test_invalid_recipient_gets_no_mail(to: str) -> None:
    box = Box()
    async with serve_mail(box) as transport:
        with pytest.raises(MailRefused):
            await transport.send(MAIL, to=to, message_id="mail-9")
    assert box.mails == []


def test_subject_stays_one_header() -> None:
    malformed = RenderedMail("A\r\nBcc: b@example.my\u2028\x00B", "h", "t", "en")
    message = MailTransport("h", 1, SENDER).message(malformed, to="a@example.my", message_id="m")
    assert message["Bcc"] is None
    assert message["Subject"] == "A Bcc: b@example.my B"


@pytest.mark.parametrize("malformed", ["", "a b", "a\r\nX: y", "a>", "x" * 200])
def test_invalid_message_id_is_refused(malformed: str) -> None:
    with pytest.raises(ValueError, match="message id"):
        MailTransport("h", 1, SENDER).message(MAIL, to="a@example.my", message_id=malformed)


@pytest.mark.parametrize(
    ("answer", "verdict"),
    [
        ("550 No such person", MailRefused),
        ("451 Later", MailServerUnavailable),
        ("421 Busy", MailServerUnavailable),
        ("530 Sign in", MailServerUnavailable),
    ],
)
async def test_permanent_and_temporary_mail_refusals_are_distinguished(
    answer: str, verdict: type[Exception]
) -> None:
    async with serve_mail(Box(answer)) as transport:
        with pytest.raises(verdict):
            await transport.send(MAIL, to="amir@example.my", message_id="mail-1")


async def test_unreachable_mail_server_is_reported() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        with pytest.raises(MailServerUnavailable):
            await MailTransport("127.0.0.1", taken.getsockname()[1], SENDER).send(
                MAIL, to="a@b.my", message_id="m"
            )


async def test_server_without_required_encryption_gets_nothing() -> None:
    box = Box()
    async with serve_mail(box) as transport:
        strict = MailTransport(transport.host, transport.port, SENDER, tls=True)
        with pytest.raises((MailServerUnavailable, MailRefused)):
            await strict.send(MAIL, to="amir@example.my", message_id="m")
    assert box.mails == []
