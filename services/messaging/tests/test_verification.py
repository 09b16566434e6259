import asyncio
from datetime import UTC, datetime

import pytest
from sqlalchemy import text

from libs.contracts.events.admin import Decision
from libs.contracts.events.auth import UserErased
from libs.contracts.events.messaging import PersonForgotten
from libs.contracts.events.protection import FundsRefunded
from libs.kit.process import clock
from libs.kit.testing import Service
from libs.marketplace import erasure
from services.messaging.privacy.service import next_piece
from services.messaging.tests.makers import confirm
from services.messaging.tests.sellers import Trader
from services.messaging.verification.service import count_missed, end_due_verifications

pytestmark = pytest.mark.servers


async def test_seller_is_verified_with_the_last_criterion(messaging: Service, catalog: Service) -> None:
    """U13, SELP-09"""
    seller = Trader(messaging, catalog)
    await seller.open()
    first, second, third = seller.buyers
    for buyer, stars in ((first, 4.5), (first, 5), (second, 4.5)):
        await seller.deliver(buyer, stars)
    await seller.be_checked()
    await seller.confirm_payment_method()
    assert await seller.numbers() == {
        "identity": 1, "delivered": 3, "buyers": 2, "rated": 3, "average": 4.66, "payment_method": 1,
        "guidelines": 1,
    }  # fmt: skip
    before = await seller.verification_view()
    assert (before["isVerified"], before["is_verified"], await seller.recorded_events()) == (False, False, [])
    waiting = [(buyer, (await seller.send(buyer))[1]) for buyer in (second, third)]
    await asyncio.gather(*(confirm(messaging, *item) for item in waiting * 2))
    after = await seller.verification_view()
    assert after["isVerified"] is True
    assert after["verifiedSince"] is not None
    assert [item["state"] for item in after["criteria"]] == ["met"] * 7
    average = next(item for item in after["criteria"] if item["name"] == "average")
    assert (average["now"], average["wanted"], average["keeps"]) == (4.66, 4.5, 4.3)
    assert {name: (await seller.numbers())[name] for name in ("delivered", "buyers")} == {
        "delivered": 5,
        "buyers": 3,
    }
    (event,) = await seller.recorded_events()
    assert (event["type"].split(".")[2], event["version"]) == ("SellerVerified", 1)
    assert event["data"]["asked"] == [
        "identity", "delivered", "buyers", "rated", "average", "payment_method", "guidelines",
    ]  # fmt: skip


async def test_deal_below_ten_ringgit_does_not_count(messaging: Service, catalog: Service) -> None:
    """U13"""
    seller = Trader(messaging, catalog)
    await seller.open(price=9)
    await seller.deliver(seller.buyers[0], 5)
    numbers = await seller.numbers()
    assert (numbers["delivered"], numbers["buyers"], numbers["rated"]) == (0, 0, 1)


async def test_badge_lasts_fourteen_days_below_the_floor(messaging: Service, catalog: Service) -> None:
    """U13"""
    seller = Trader(messaging, catalog)
    await seller.become_verified()
    buyer = seller.buyers[2]
    await seller.deliver(buyer, 2)
    shown = await seller.verification_view()
    assert (shown["isVerified"], shown["graceUntil"] is not None) == (True, True)
    assert [item["state"] for item in shown["criteria"] if item["name"] == "average"] == ["missing"]
    for _ in range(4):
        await seller.deliver(buyer, 5)
    assert (await seller.verification_view())["graceUntil"] is None
    await seller.deliver(buyer, 1)
    clock.forward(days=13, hours=23)
    await end_due_verifications(messaging.database)
    assert (await seller.verification_view())["isVerified"] is True
    clock.forward(hours=2)
    await asyncio.gather(*(end_due_verifications(messaging.database) for _ in range(4)))
    assert (await seller.verification_view())["isVerified"] is False
    events = await seller.recorded_events()
    assert [event["type"].split(".")[2] for event in events] == [
        "SellerVerified", "SellerGraceBegan", "SellerGraceBegan", "SellerVerificationLost",
    ]  # fmt: skip
    assert [event["version"] for event in events] == [1, 2, 3, 4]
    assert events[2]["data"]["missing"] == events[3]["data"]["reasons"] == ["average"]


async def test_withdrawn_identity_ends_badge_at_once(messaging: Service, catalog: Service) -> None:
    """U13"""
    seller = Trader(messaging, catalog)
    await seller.become_verified()
    await seller.be_checked(is_checked=False)
    assert (await seller.verification_view())["isVerified"] is False
    await seller.be_checked()
    assert (await seller.verification_view())["isVerified"] is True
    kinds = [event["type"].split(".")[2] for event in await seller.recorded_events()]
    assert kinds == ["SellerVerified", "SellerVerificationLost", "SellerVerified"]


async def test_upheld_report_ends_badge_for_half_a_year(messaging: Service, catalog: Service) -> None:
    """U13"""
    seller = Trader(messaging, catalog)
    await seller.become_verified()
    turns: list[tuple[int, Decision, bool]] = [
        (1, "dismiss", True), (2, "take_down", False), (1, "restore", False), (2, "restore", True),
    ]  # fmt: skip
    for case_id, decision, is_verified in turns:
        await seller.be_decided(case_id, decision)
        assert (await seller.verification_view())["isVerified"] is is_verified, decision
    await seller.be_decided(5, "take_down")
    await seller.be_decided(6, "restore", overturns=5)
    assert (await seller.verification_view())["isVerified"] is True, "the appeal came to a later case"
    for case_id, decision, overturned in ((7, "take_down", None), (8, "take_down", None), (7, "restore", 8)):
        await seller.be_decided(case_id, decision, overturns=overturned)
    assert (await seller.verification_view())["isVerified"] is True, (
        "two agreed, and one decision is put back"
    )
    await seller.be_decided(4, "warn")
    for case_id, granted, is_verified in ((4, False, False), (1, True, False), (4, True, True)):
        await seller.reopen(case_id, granted=granted)
        assert (await seller.verification_view())["isVerified"] is is_verified, (case_id, granted)
    await seller.be_decided(3, "warn")
    assert (await seller.numbers())["guidelines"] == 0
    for days, is_verified in ((179, False), (2, True)):
        clock.forward(days=days)
        await end_due_verifications(messaging.database)
        assert (await seller.verification_view())["isVerified"] is is_verified
    reasons = [event["data"].get("reasons") for event in await seller.recorded_events()]
    assert reasons == [None, ["guidelines"], None] + [["guidelines"], None] * 4


async def test_badge_needs_confirmed_payment_method(messaging: Service, catalog: Service) -> None:
    """U13"""
    seller = Trader(messaging, catalog)
    await seller.become_verified()
    await seller.forget_payment_method()
    await seller.be_checked()
    shown = await seller.verification_view()
    assert (shown["isVerified"], shown["graceUntil"] is not None) == (True, True)
    missing = [item["name"] for item in shown["criteria"] if item["state"] == "missing"]
    assert missing == ["payment_method"]
    clock.forward(days=14, hours=1)
    await end_due_verifications(messaging.database)
    assert (await seller.verification_view())["isVerified"] is False
    await seller.confirm_payment_method(version=2)
    assert (await seller.verification_view())["isVerified"] is True
    events = await seller.recorded_events()
    assert events[2]["data"]["reasons"] == ["payment_method"]


async def test_refunded_buyer_no_longer_counts(messaging: Service, catalog: Service) -> None:
    """U13"""
    seller = Trader(messaging, catalog)
    await seller.open()
    (buyer, *_) = seller.buyers
    bought = [await seller.deliver(buyer) for _ in range(2)]
    for deal_id, left in zip(bought, ((1, 1), (0, 0)), strict=True):
        back = FundsRefunded(
            transaction_id=deal_id, product_id=seller.product_id, seller_id=seller.id, buyer_id=buyer,
            amount=39_000, reason="decided", refunded_at=clock.about_now(),
        )  # fmt: skip
        assert await messaging.deliver(back) == ["handled"]
        numbers = await seller.numbers()
        assert (numbers["delivered"], numbers["buyers"]) == left
        (row,) = await messaging.rows("SELECT state FROM deals WHERE id = :id", id=deal_id)
        assert row["state"] == "cancelled"


async def test_deliveries_of_older_build_are_counted_by_job(messaging: Service, catalog: Service) -> None:
    """U13"""
    seller = Trader(messaging, catalog)
    await seller.open()
    for buyer in (*seller.buyers, *seller.buyers[:2]):
        await seller.deliver(buyer, 5)
    async with messaging.database.transaction() as session:
        for statement in (
            "UPDATE deals SET is_counted = false WHERE seller_id = :id",
            "UPDATE verifications SET delivered = 0, buyers = 0 WHERE seller_id = :id",
        ):
            await session.execute(text(statement), {"id": seller.id})
    await seller.be_checked()
    await seller.confirm_payment_method()
    assert await seller.recorded_events() == []
    await asyncio.gather(*(count_missed(messaging.database) for _ in range(4)))
    numbers = await seller.numbers()
    assert (numbers["delivered"], numbers["buyers"]) == (5, 3)
    assert len(await seller.recorded_events()) == 1


async def test_erased_sellers_badge_ends(messaging: Service, catalog: Service) -> None:
    """U13"""
    seller = Trader(messaging, catalog)
    await seller.become_verified()
    await messaging.deliver(UserErased(user_id=seller.id, erased_at=datetime.now(UTC)), version=9)
    for _ in range(2):
        while await erasure.run_erasures(messaging.database, next_piece, PersonForgotten):
            pass
    assert (await messaging.http.get(f"/api/sellers/{seller.id}/verification")).status_code == 404
    (row,) = await messaging.rows("SELECT * FROM verifications WHERE seller_id = :id", id=seller.id)
    assert (row["identity_checked_at"], row["delivered"], row["buyers"]) == (None, 0, 0)
    await seller.be_checked()
    await seller.confirm_payment_method(version=2)
    (row,) = await messaging.rows("SELECT * FROM verifications WHERE seller_id = :id", id=seller.id)
    kept = (row["identity_checked_at"], row["payment_confirmed_at"])
    assert kept == (None, None), "an event that is read again keeps nothing of a former member"
    assert [event["data"].get("reasons") for event in await seller.recorded_events()] == [None, ["left"]]
