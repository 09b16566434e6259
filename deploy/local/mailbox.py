"""The mail catcher. Receives every mail, sends none, and shows them on a page and in an API."""

import asyncio
import html
import itertools
import os
import re
import signal
from collections import deque
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from email import message_from_bytes, policy
from email.message import EmailMessage
from string import Template

from aiohttp import web
from aiosmtpd.smtp import SMTP, Envelope, Session

from deploy.local.ports import LOOPBACK

MAX_MAILS = 500
LINK = re.compile(r"https?://[^\s\"'<>]+")
PRESSED = re.compile(r"""href=["'](https?://[^"']+)""")
SAFE = {
    "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; frame-src 'self'; img-src data:"
}
PAGE = Template("""<!doctype html><html lang="en"><meta charset="utf-8"><title>Mail catcher</title>
<meta name="viewport" content="width=device-width"><style>
body { font: 16px/1.5 system-ui, sans-serif; max-width: 52rem; margin: 2rem auto; padding: 0 1rem; }
article { border: 1px solid #8884; border-radius: 8px; padding: 1rem; margin: 1rem 0; }
h2 { font-size: 1.1rem; margin: 0 0 .25rem; } pre { white-space: pre-wrap; } small { color: #777; }
iframe { width: 100%; min-height: 20rem; border: 1px solid #8884; background: #fff; }
:root { color-scheme: light dark; }</style>
<main><h1>Mail catcher</h1><p>$count caught. Nothing leaves this machine. <a href="/">Look again</a></p>
$mails</main></html>
""")
MAIL = Template("""<article><h2>$subject</h2><small>To $to · $when</small>$body<p>$links</p></article>""")


@dataclass(frozen=True)
class Mail:
    id: int
    to: str
    subject: str
    receivedAt: str  # noqa: N815 - the wire name
    text: str
    html: str
    links: list[str]


@dataclass
class Mailbox:
    mails: deque[Mail] = field(default_factory=lambda: deque(maxlen=MAX_MAILS))
    numbers: "itertools.count[int]" = field(default_factory=lambda: itertools.count(1))

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:
        message = message_from_bytes(envelope.original_content or b"", policy=policy.default)
        for receiver in envelope.rcpt_tos:
            self.mails.appendleft(read(message, receiver, next(self.numbers)))
        return "250 Kept"

    def to(self, address: str | None) -> list[Mail]:
        return [mail for mail in self.mails if not address or mail.to.lower() == address.lower()]


def read(message: EmailMessage, receiver: str, number: int) -> Mail:
    text, page = _body(message, "plain"), _body(message, "html")
    links = dict.fromkeys([*LINK.findall(text), *(html.unescape(link) for link in PRESSED.findall(page))])
    when = datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
    return Mail(number, receiver, str(message["subject"] or ""), when, text, page, list(links))


def _body(message: EmailMessage, kind: str) -> str:
    part = message.get_body((kind,))
    return "" if part is None else str(part.get_content())


def page(mails: list[Mail]) -> str:
    """Renders the mails. Their content is escaped or sandboxed."""
    return PAGE.substitute(count=len(mails), mails="".join(map(_article, mails)))


def _article(mail: Mail) -> str:
    safe = {name: html.escape(str(value)) for name, value in asdict(mail).items()}
    boxed = (
        f'<iframe sandbox="" title="{safe["subject"]}" srcdoc="{safe["html"]}"></iframe>' if mail.html else ""
    )
    links = "<br>".join(f'<a href="{html.escape(link)}">{html.escape(link)}</a>' for link in mail.links)
    body = boxed or f"<pre>{safe['text']}</pre>"
    return MAIL.substitute(
        subject=safe["subject"], to=safe["to"], when=safe["receivedAt"], body=body, links=links
    )


def application(mailbox: Mailbox) -> web.Application:
    async def show(request: web.Request) -> web.Response:
        return web.Response(
            text=page(mailbox.to(request.query.get("to"))), content_type="text/html", headers=SAFE
        )

    async def messages(request: web.Request) -> web.Response:
        return web.json_response([asdict(mail) for mail in mailbox.to(request.query.get("to"))])

    async def clear(_: web.Request) -> web.Response:
        mailbox.mails.clear()
        return web.Response(status=204)

    async def well(_: web.Request) -> web.Response:
        return web.json_response({"status": "ok"})

    app = web.Application()
    app.router.add_get("/", show)
    app.router.add_get("/api/messages", messages)
    app.router.add_delete("/api/messages", clear)
    app.router.add_get("/readyz", well)
    return app


async def serve(smtp_port: int, page_port: int, stop: asyncio.Event) -> None:
    mailbox = Mailbox()
    runner = web.AppRunner(application(mailbox), access_log=None)
    await runner.setup()
    await web.TCPSite(runner, LOOPBACK, page_port).start()
    loop = asyncio.get_running_loop()
    smtp = await loop.create_server(
        lambda: SMTP(mailbox, enable_SMTPUTF8=True, loop=loop), LOOPBACK, smtp_port
    )
    await stop.wait()
    smtp.close()
    await runner.cleanup()


def run() -> None:
    asyncio.run(_run())


async def _run() -> None:
    stop = asyncio.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(number, stop.set)
    await serve(int(os.environ["SMTP_PORT"]), int(os.environ["MAIL_PORT"]), stop)
