import asyncio
from datetime import datetime
from typing import Any

import pytest
from sqlalchemy import text

from libs.contracts.events.trades import SellerVerificationLost, SellerVerified
from libs.kit.process import clock
from libs.kit.testing import Service
from services.auth.staff import bans
from services.auth.staff.service import take_role
from services.auth.tests.people import Person, a_person, an_admin, one_of_the_staff

pytestmark = pytest.mark.servers


async def a_verified_seller(auth: Service) -> Person:
    person = await a_person(auth)
    async with auth.database.transaction() as session:
        await session.execute(text("UPDATE users SET is_verified = true WHERE id = :id"), {"id": person.id})
    return person


async def clock_of(auth: Service) -> datetime:
    async with auth.database.reading() as session:
        return await clock.now(session)


async def says(staffer: Person, person: Person, *, is_banned: bool, reason: str = "fake bottles") -> Any:
    body = {"isBanned": is_banned, "reason": reason}
    return await staffer.call("PATCH", f"/api/admin/users/{person.id}/ban", json=body)


async def page(staffer: Person, person: Person) -> Any:
    return (await staffer.call("GET", f"/api/admin/users/{person.id}")).json()


async def test_verified_seller_is_banned_by_two_people(auth: Service) -> None:
    one, other = await one_of_the_staff(auth, "moderator"), await an_admin(auth)
    seller = await a_verified_seller(auth)
    assert (await says(one, seller, is_banned=True)).json()["isBanned"] is False
    assert (await seller.call("GET", "/api/v1/auth/me")).json()["isBanned"] is False
    waiting = (await page(other, seller))["banAsked"]
    assert (waiting["byAdminId"], waiting["reason"], waiting["code"]) == (one.id, "fake bottles", "staff")
    again = await says(one, seller, is_banned=True)
    assert (again.status_code, again.json()["code"]) == (409, "second_person_needed")
    assert (await says(other, seller, is_banned=True, reason="I saw them too")).json()["isBanned"] is True
    assert (await seller.call("GET", "/api/v1/auth/me")).status_code == 401
    body = await page(one, seller)
    assert body["banAsked"] is None
    assert [(act["act"], act["byAdminId"]) for act in body["acts"]] == [
        ("ban", other.id),
        ("ask_ban", one.id),
    ]


async def test_removing_the_badge_first_still_needs_two_people(auth: Service) -> None:
    one, other, seller = (
        await one_of_the_staff(auth, "moderator"), await one_of_the_staff(auth, "moderator"), await a_person(auth),
    )  # fmt: skip
    now = await clock_of(auth)
    given = SellerVerified(seller_id=seller.id, asked=[], verified_at=now)
    lost = SellerVerificationLost(seller_id=seller.id, reasons=["identity"], lost_at=now)
    assert await auth.deliver(given, lost) == ["handled"] * 2
    assert (await says(one, seller, is_banned=True)).json()["isBanned"] is False
    assert (await says(one, seller, is_banned=True)).json()["code"] == "second_person_needed"
    assert (await page(other, seller))["banTakesTwo"] is True
    assert (await says(other, seller, is_banned=True)).json()["isBanned"] is True
    await says(one, seller, is_banned=False)
    clock.forward(days=7)
    assert (await page(other, seller))["banTakesTwo"] is False
    assert (await says(one, seller, is_banned=True)).json()["isBanned"] is True, "after a week one is enough"


async def test_ban_request_ends_with_its_authors_role(auth: Service) -> None:
    one, other = await one_of_the_staff(auth, "moderator"), await one_of_the_staff(auth, "moderator")
    seller = await a_verified_seller(auth)
    await says(one, seller, is_banned=True)
    async with auth.database.transaction() as session:
        await take_role(session, one.id, reason="their account was stolen")
    assert (await page(other, seller))["banAsked"] is None
    assert (await says(other, seller, is_banned=True)).json()["isBanned"] is False, "asked for anew"
    third = await an_admin(auth)
    assert (await says(third, seller, is_banned=True)).json()["isBanned"] is True


async def test_ban_request_is_withdrawn_by_either(auth: Service) -> None:
    one, other = await one_of_the_staff(auth, "moderator"), await one_of_the_staff(auth, "moderator")
    seller = await a_verified_seller(auth)
    for staffer in (one, other):
        await says(one, seller, is_banned=True)
        assert (await says(staffer, seller, is_banned=False)).json()["isBanned"] is False
        assert (await page(one, seller))["banAsked"] is None
    assert (await says(other, seller, is_banned=True)).json()["isBanned"] is False, "asked for anew"


async def test_ban_request_lapses_after_a_day(auth: Service) -> None:
    one, seller = await one_of_the_staff(auth, "moderator"), await a_verified_seller(auth)
    await says(one, seller, is_banned=True)
    async with auth.database.transaction() as session:
        clock.forward(hours=23, minutes=59)
        assert await bans.get_pending_ban_request(session, seller.id) is not None
        clock.forward(minutes=2)
        assert await bans.get_pending_ban_request(session, seller.id) is None


async def test_sixteen_requests_of_one_person_ban_nobody(auth: Service) -> None:
    """P-F7"""
    one, seller = await one_of_the_staff(auth, "moderator"), await a_verified_seller(auth)
    answers = await asyncio.gather(*(says(one, seller, is_banned=True) for _ in range(16)))
    statuses = [answer.status_code for answer in answers]
    assert statuses.count(200) == 1
    assert set(statuses) <= {200, 409, 503}, (
        "on a busy machine some wait longer than a lock may be waited for"
    )
    assert (await seller.call("GET", "/api/v1/auth/me")).json()["isBanned"] is False


async def test_concurrent_approval_and_withdrawal_are_serialised(auth: Service) -> None:
    one, other = await one_of_the_staff(auth, "moderator"), await one_of_the_staff(auth, "moderator")
    for _ in range(6):
        seller = await a_verified_seller(auth)
        await says(one, seller, is_banned=True)
        await asyncio.gather(says(other, seller, is_banned=True), says(one, seller, is_banned=False))
        seen = await page(one, seller)
        acts = [act["act"] for act in seen["acts"]]
        assert acts in (["unban", "ban", "ask_ban"], ["ask_ban", "withdraw_ban", "ask_ban"]), acts
        assert seen["account"]["isBanned"] is False


async def test_unverified_person_is_banned_by_one(auth: Service) -> None:
    one, person = await one_of_the_staff(auth, "moderator"), await a_person(auth)
    assert (await says(one, person, is_banned=True)).json()["isBanned"] is True
    assert (await says(one, person, is_banned=False)).json()["isBanned"] is False
    kinds = [act["act"] for act in (await page(one, person))["acts"]]
    assert kinds == ["unban", "ban"]


async def test_operator_needs_no_second_person(auth: Service) -> None:
    seller = await a_verified_seller(auth)
    async with auth.database.transaction() as session:
        user = await bans.ban_account(session, seller.id, admin_id=None, reason="a court said so")
    assert user.is_banned is True
