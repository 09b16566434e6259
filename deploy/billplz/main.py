import asyncio
import contextlib
import os
from collections.abc import Mapping

import aiohttp
import structlog
import uvicorn

from deploy.billplz.app import application
from deploy.billplz.bank import Bank, Delivery
from services.boost.settings import STAND_IN

log = structlog.get_logger(__name__)

LOOK_SECONDS, PATIENCE_SECONDS = 0.2, 20.0


def bank_of(environment: Mapping[str, str]) -> Bank:
    settings = {name: environment.get(name.upper()) or usual for name, usual in STAND_IN.items()}
    bank = Bank(
        base_url=environment.get("PUBLIC_URL") or Bank.base_url,
        api_key=settings["wangi_billplz_api_key"],
        x_signature_key=settings["wangi_billplz_x_signature_key"],
        speed=float(environment.get("WANGI_BILLPLZ_SPEED") or Bank.speed),
    )
    bank.collections[settings["wangi_billplz_collection_id"]] = "Boosts"
    bank.payouts.callback_url = environment.get("PAYOUT_CALLBACK_URL") or None
    if payouts := environment.get("WANGI_BILLPLZ_PAYOUT_COLLECTION_ID"):
        bank.payouts.collections[payouts] = "Payouts"
    return bank


async def deliver(bank: Bank, session: aiohttp.ClientSession, delivery: Delivery) -> None:
    """Posts a callback. Any response except a 200 within 20 seconds is a failure."""
    try:
        form = {"Content-Type": "application/x-www-form-urlencoded"}
        async with session.post(
            delivery.url, data=delivery.body, headers=form, allow_redirects=False
        ) as answer:
            is_well = answer.status == 200
    except (aiohttp.ClientError, TimeoutError):
        is_well = False
    log.info("callback", attempt=delivery.attempt, is_well=is_well)
    bank.delivered(delivery, is_well=is_well)


async def keep_delivering(bank: Bank) -> None:
    async with aiohttp.ClientSession(timeout=aiohttp.ClientTimeout(total=PATIENCE_SECONDS)) as session:
        while True:
            await asyncio.gather(*(deliver(bank, session, item) for item in bank.due()))
            await asyncio.sleep(LOOK_SECONDS)


def run() -> None:
    asyncio.run(_run())


async def _run() -> None:
    bank = bank_of(os.environ)
    host, port = os.environ.get("HOST", "127.0.0.1"), int(os.environ.get("PORT", "8026"))
    config = uvicorn.Config(application(bank), host=host, port=port, log_config=None, access_log=False)
    delivering = asyncio.create_task(keep_delivering(bank))
    try:
        await uvicorn.Server(config).serve()
    finally:
        delivering.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await delivering


if __name__ == "__main__":
    run()
