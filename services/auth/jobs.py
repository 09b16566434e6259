import asyncio
from functools import partial

from fastapi import FastAPI

from libs.kit.process import clock
from libs.kit.process.jobs import turn
from services.auth.auth_services import AuthServices
from services.auth.mail import outbid as outbid_mails
from services.auth.mail.service import MailSender
from services.auth.mail.templates import TEMPLATES, MailTemplates
from services.auth.mail.transport import MailTransport
from services.auth.privacy import erasure, trimming
from services.auth.push.sending import PushSender
from services.auth.webhooks.client import WebhookClient
from services.auth.webhooks.sending import WebhookSender

LOOK_EVERY = 1.0


TIDY_EVERY = 30.0


def mail_sender_of(app: FastAPI) -> MailSender:
    auth: AuthServices = app.state.auth
    settings = auth.settings
    transport = MailTransport(
        host=settings.smtp_host,
        port=settings.smtp_port,
        sender=settings.mail_sender,
        user=settings.smtp_user,
        password=settings.smtp_password.get_secret_value(),
        tls=settings.smtp_tls,
    )
    return MailSender(auth, MailTemplates(TEMPLATES), transport, app.state.calls["boost"])


async def send_mail(app: FastAPI) -> None:
    sender = mail_sender_of(app)
    while True:
        sent = 0
        with turn(app, "send_mail"):
            sent = await sender.send_due()
        if not sent:
            await sender.wait(LOOK_EVERY)


async def mail_outbids(app: FastAPI) -> None:
    while True:
        written = 0
        with turn(app, "mail_outbids"):
            written = await outbid_mails.send_due(app.state.database, app.state.calls["auction"])
        if written < outbid_mails.AT_ONCE:
            await asyncio.sleep(LOOK_EVERY)


async def send_webhooks(app: FastAPI) -> None:
    auth: AuthServices = app.state.auth
    client = WebhookClient(to_loopback=auth.settings.webhooks_to_loopback)
    try:
        await WebhookSender(auth.database, auth.safe, client).run(partial(turn, app, "send_webhooks"))
    finally:
        await client.close()


async def send_pushes(app: FastAPI) -> None:
    auth: AuthServices = app.state.auth
    to_loopback = auth.settings.webhooks_to_loopback
    client = WebhookClient(to_loopback=to_loopback)
    try:
        await PushSender(auth.database, auth.push_signer, client, to_loopback=to_loopback).run(
            partial(turn, app, "send_pushes")
        )
    finally:
        await client.close()


async def erase(app: FastAPI) -> None:
    while True:
        with turn(app, "erase"):
            await erasure.erase_due(app.state.auth)
        await asyncio.sleep(LOOK_EVERY)


async def tidy(app: FastAPI) -> None:
    """Reloads keys that other replicas changed, logs late erasures and deletes expired rows. Runs every 30
    seconds."""
    auth: AuthServices = app.state.auth
    while True:
        await asyncio.sleep(TIDY_EVERY)
        with turn(app, "tidy"):
            await tidy_once(app, auth)


async def tidy_once(app: FastAPI, auth: AuthServices) -> None:
    await auth.keys.follow(auth.database)
    app.state.verifier.keys.pin(auth.keys.public_keys)
    await erasure.watch_acknowledgements(auth)
    await erasure.free_names(auth)
    await trimming.trim(auth.database, clock.about_now())
