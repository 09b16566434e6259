import pytest

from gateway.live import staff_work
from gateway.tests.harness import Harness
from gateway.tests.live.support import NOW, bid_placed, open_auction, plain, product_sold, receive, say
from libs.contracts.event import Event, make_envelope
from libs.contracts.events.admin import CaseClaimReturned, CaseOpened
from libs.contracts.events.auth import AccountRead, NotificationCreated, UserRegistered
from libs.contracts.events.protection import DisputeClaimReturned

SOON = 0.3


def event(of: Event) -> str:
    return make_envelope(of, 1).model_dump_json()


CASE = CaseOpened(case_id=4, kind="listing", subject_id=5, about_id=2, opened_at=NOW)
NOT_FOR_STAFF = [
    event(NotificationCreated(user_id=99, notification_id=41)),
    event(AccountRead(user_id=99, by_admin_id=1, read_at=NOW)),
]


@pytest.mark.parametrize("role", ["support", "moderator", "finance", "admin"])
async def test_staff_get_one_frame_per_batch_of_changes(
    harness: Harness, role: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(staff_work, "PERIOD", SOON)
    open_auction(harness)
    async with plain(harness) as staff, plain(harness) as seller, plain(harness) as guest:
        for ws, roles in ((staff, (role,)), (seller, ("seller",)), (guest, None)):
            await receive(ws)
            if roles is not None:
                await say(ws, "auth", token=harness.token(7 if ws is staff else 8, roles=roles))
                assert (await receive(ws))["type"] == "auth_success"
        for value in (bid_placed(version=4), *NOT_FOR_STAFF, bid_placed(version=5), event(CASE)):
            harness.events.publish(value)
        assert await receive(staff) == {"type": "staff_work", "areas": ["auctions", "cases"]}
        for value in (
            product_sold(product_id=3),
            event(UserRegistered(user_id=9, is_seller=True, registered_at=NOW)),
        ):
            harness.events.publish(value)
        assert await receive(staff) == {"type": "staff_work", "areas": ["listings", "people"]}
        for ws in (seller, guest):
            await say(ws, "joinAuction", id="after", auctionId=7)
            assert (await receive(ws))["type"] == "resync", "the next thing they receive is their own answer"


async def test_staff_see_released_assignments(harness: Harness, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(staff_work, "PERIOD", SOON)
    given_back = [
        CaseClaimReturned(
            case_id=4, kind="listing", subject_id=5, about_id=2, by_admin_id=7, returned_at=NOW
        ),
        DisputeClaimReturned(
            transaction_id=3, product_id=5, seller_id=2, buyer_id=6, by_admin_id=7, returned_at=NOW
        ),
    ]
    async with plain(harness) as staff:
        await receive(staff)
        await say(staff, "auth", token=harness.token(8, roles=("moderator",)))
        assert (await receive(staff))["type"] == "auth_success"
        for item in given_back:
            harness.events.publish(event(item))
        assert await receive(staff) == {"type": "staff_work", "areas": ["cases", "money"]}


async def test_person_losing_staff_role_gets_no_more_frames(
    harness: Harness, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(staff_work, "PERIOD", SOON)
    open_auction(harness)
    async with plain(harness) as staff, plain(harness) as former:
        for ws, user_id in ((staff, 7), (former, 8)):
            await receive(ws)
            await say(ws, "auth", token=harness.token(user_id, roles=("moderator",)))
            assert (await receive(ws))["type"] == "auth_success"
        await say(former, "auth", token=harness.token(8, roles=()))
        assert (await receive(former))["type"] == "auth_success"
        harness.events.publish(bid_placed(version=4))
        assert await receive(staff) == {"type": "staff_work", "areas": ["auctions"]}
        await say(former, "joinAuction", id="after", auctionId=7)
        assert (await receive(former))["type"] == "resync", "the next thing they receive is their own answer"
