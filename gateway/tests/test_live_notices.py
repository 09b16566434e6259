"""A notice rings the bell of every open socket of one person, and nobody else's (issue 6, G1)."""

from gateway.tests.house import House
from gateway.tests.live import hear, open_auction, plain, say
from libs.contracts.events.auth import NoticeTold
from libs.contracts.fact import seal


async def test_a_notice_goes_to_each_socket_of_its_person_and_to_no_other(house: House) -> None:
    """G1: who is told something is private; the frame says that, not what."""
    open_auction(house)
    async with plain(house) as phone, plain(house) as desk, plain(house) as other, plain(house) as guest:
        for ws, person in ((phone, 7), (desk, 7), (other, 8), (guest, None)):
            await hear(ws)
            if person is not None:
                await say(ws, "auth", token=house.token(person))
                assert (await hear(ws))["type"] == "auth_success"
        house.facts.tell(seal(NoticeTold(user_id=7, notice_id=41), 1).model_dump_json())
        for ws in (phone, desk):
            assert await hear(ws) == {"type": "notice", "noticeId": 41}
        for ws in (other, guest):
            await say(ws, "joinAuction", id="after", auctionId=7)
            assert (await hear(ws))["type"] == "resync", "the next thing they hear is their own answer"
