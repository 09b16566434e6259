import io
from datetime import timedelta
from typing import Any

import httpx2
from PIL import Image

from libs.contracts.events.auth import UserBanned, UserEvent, UserSuspended
from libs.kit.process import clock
from libs.kit.testing import signed_in
from services.boost.tests.till import Till
from services.boost.tests.trades import PRICE, Trade

TOTAL = PRICE + 2_400


GIVEN: dict[str, Any] = {"reason": "not_as_described", "words": "Half as full as it was."}


async def disputed(till: Till, **given: str) -> Trade:
    trade = await Trade(till).opened()
    await trade.paid()
    await trade.shipped()
    await trade.does("dispute", **(GIVEN | given))
    return trade


async def add_evidence(trade: Trade) -> None:
    await trade.does("evidence", trade.seller, kind="statement", words="I sent it full.")


def a_photograph() -> bytes:
    written = io.BytesIO()
    Image.new("RGB", (900, 600), "red").save(written, "JPEG")
    return written.getvalue()


async def show(trade: Trade, who: int) -> httpx2.Response:
    return await trade.boost.http.post(
        f"/api/boost/deals/{trade.deal_id}/evidence/photograph",
        files={"image": ("p.jpg", a_photograph(), "image/jpeg")},
        headers=signed_in(who, f"person{who}"),
    )


async def put_out(trade: Trade, user: int, how: str) -> None:
    now = clock.about_now()
    event: UserEvent = UserSuspended(user_id=user, until=now + timedelta(days=90), suspended_at=now)
    if how == "banned":
        event = UserBanned(user_id=user, by_admin_id=7, banned_at=now)
    await trade.boost.deliver(event, version=2)
