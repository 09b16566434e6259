import asyncio
import smtplib
from collections.abc import AsyncIterator
from email.message import EmailMessage

import aiohttp
import pytest

from deploy.local.mailbox import serve
from deploy.local.ports import LOOPBACK, moved
from deploy.local.stack import free_offset

LINK = "http://localhost:8080/auth/verify#access_token=abc"


@pytest.fixture
async def ports() -> AsyncIterator[tuple[int, int]]:
    free, stop = moved(free_offset()), asyncio.Event()
    serving = asyncio.create_task(serve(free.smtp, free.mail, stop))
    await asyncio.sleep(0.1)
    yield free.smtp, free.mail
    stop.set()
    await serving


async def send(port: int, *receivers: str, html: str = "") -> None:
    message = EmailMessage()
    message["From"], message["To"], message["Subject"] = (
        "shop@wangi.example",
        receivers[0],
        "Selamat datang, Zoë",
    )
    message.set_content(f"Verify your address: {LINK}")
    if html:
        message.add_alternative(html, subtype="html")

    def deliver() -> None:
        with smtplib.SMTP(LOOPBACK, port) as smtp:
            smtp.send_message(message, to_addrs=receivers)

    await asyncio.to_thread(deliver)


async def ask(method: str, port: int, path: str) -> tuple[int, str]:
    async with (
        aiohttp.ClientSession() as client,
        client.request(method, f"http://{LOOPBACK}:{port}{path}") as answer,
    ):
        return answer.status, await answer.text()


async def messages(port: int, to: str = "") -> list[dict[str, object]]:
    async with (
        aiohttp.ClientSession() as client,
        client.get(f"http://{LOOPBACK}:{port}/api/messages", params={"to": to}) as answer,
    ):
        found: list[dict[str, object]] = await answer.json()
        return found


async def test_mails_are_found_by_receiver_with_links(ports: tuple[int, int]) -> None:
    smtp, page = ports
    await send(smtp, "buyer@wangi.example", "seller@wangi.example")
    await send(smtp, "buyer@wangi.example", html=f'<a href="{LINK}&amp;type=email_change">Verify</a>')
    assert [mail["id"] for mail in await messages(page)] == [3, 2, 1]
    newest, oldest = await messages(page, "Buyer@wangi.example")
    assert set(newest) == {"id", "to", "subject", "receivedAt", "text", "html", "links"}
    assert oldest["subject"] == "Selamat datang, Zoë"
    assert oldest["links"] == [LINK]
    assert newest["links"] == [LINK, f"{LINK}&type=email_change"]


async def test_cleared_mailbox_is_empty(ports: tuple[int, int]) -> None:
    smtp, page = ports
    await send(smtp, "buyer@wangi.example")
    assert (await ask("DELETE", page, "/api/messages"))[0] == 204
    assert await messages(page) == []


async def test_mail_page_does_not_run_content(ports: tuple[int, int]) -> None:
    smtp, page = ports
    await send(smtp, "buyer@wangi.example", html="<script>alert(1)</script>")
    _, shown = await ask("GET", page, "/")
    assert "<script>" not in shown
    assert 'sandbox=""' in shown
