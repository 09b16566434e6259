from gateway.tests.harness import Harness
from gateway.tests.live.support import open_auction, plain, receive, say
from libs.contracts.event import make_envelope
from libs.contracts.events.auth import NotificationCreated


async def test_notification_reaches_only_its_persons_sockets(harness: Harness) -> None:
    """P-G1"""
    open_auction(harness)
    async with (
        plain(harness) as phone,
        plain(harness) as laptop,
        plain(harness) as other,
        plain(harness) as guest,
    ):
        for ws, person in ((phone, 7), (laptop, 7), (other, 8), (guest, None)):
            await receive(ws)
            if person is not None:
                await say(ws, "auth", token=harness.token(person))
                assert (await receive(ws))["type"] == "auth_success"
        harness.events.publish(
            make_envelope(NotificationCreated(user_id=7, notification_id=41), 1).model_dump_json()
        )
        for ws in (phone, laptop):
            assert await receive(ws) == {"type": "notice", "noticeId": 41}
        for ws in (other, guest):
            await say(ws, "joinAuction", id="after", auctionId=7)
            assert (await receive(ws))["type"] == "resync", "the next thing they receive is their own answer"
