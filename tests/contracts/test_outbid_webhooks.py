import pytest

from libs.contracts.event import make_envelope
from libs.contracts.events.auction import BidPlaced
from libs.kit.events.inbox import Inbox
from libs.kit.testing import Service, as_message
from services.auction.tests.makers import an_auction, bid, bidder
from services.auth.tests.auctioned_listings import an_auctioned_listing, notifications_of
from services.auth.tests.conftest import to_loopback  # noqa: F401 - a fixture
from services.auth.tests.receivers import a_receiver, a_webhook, listener, send_all
from services.auth.tests.webhook_news import a_bid

pytestmark = [pytest.mark.servers, pytest.mark.usefixtures("to_loopback")]


async def deliver_bids(auth: Service, auction: Service, auction_id: int, *, after: int = 0) -> int:
    events = [item for item in await auction.recorded(auction_id) if item["type"] == BidPlaced.type_name()]
    bids = [(BidPlaced.parse(item["data"]), item["version"]) for item in events]
    inbox = Inbox("auth", auth.database, auth.app.state.subscriptions)
    await inbox.handle_all([as_message(make_envelope(event, version)) for event, version in bids[after:]])
    return len(bids)


async def test_each_outbid_within_a_minute_is_sent_to_webhooks(auth: Service, auction: Service) -> None:
    async with a_receiver() as receiver, a_receiver() as other:
        person, _ = await listener(auth, receiver, "bid.outbid")
        rival, _ = await listener(auth, other, "bid.outbid")
        auction_id = await an_auction(auction)
        for amount in (105, 115, 125):
            await bid(auction, auction_id, amount, bidder(person.id, "amir"))
            await bid(auction, auction_id, amount + 5, bidder(rival.id, "zaki"))
        await deliver_bids(auth, auction, auction_id)
        await send_all(auth)
        assert sorted(message["data"]["price"] for message in receiver.messages) == [110, 120, 130]
        assert sorted(message["data"]["price"] for message in other.messages) == [115, 125]
        assert set(receiver.messages[0]["data"]) == {"auctionId", "productId", "price", "endsAt"}
    assert await notifications_of(person) == []


async def test_leader_with_answering_maximum_is_not_outbid(auth: Service, auction: Service) -> None:
    async with a_receiver() as receiver, a_receiver() as other:
        person, _ = await listener(auth, receiver, "bid.outbid")
        rival, _ = await listener(auth, other, "bid.outbid")
        auction_id = await an_auction(auction)
        await bid(auction, auction_id, 105, bidder(person.id, "amir"), most=200)
        await bid(auction, auction_id, 150, bidder(rival.id, "zaki"))
        known = await deliver_bids(auth, auction, auction_id)
        await send_all(auth)
        assert receiver.messages == []
        assert [message["data"]["price"] for message in other.messages] == [155]
        await bid(auction, auction_id, 160, bidder(rival.id, "zaki"), most=300)
        await deliver_bids(auth, auction, auction_id, after=known)
        await send_all(auth)
        assert [message["data"]["price"] for message in receiver.messages] == [205]
        assert len(other.messages) == 1


async def test_following_outbid_event_is_not_sent_again(auth: Service) -> None:
    listing = await an_auctioned_listing(auth)
    async with a_receiver() as receiver:
        await a_webhook(listing.bidder, url=receiver.address, events=["bid.outbid"])
        await auth.deliver(a_bid(listing.seller.id, previous_bidder_id=listing.bidder.id), listing.outbid())
        await send_all(auth)
        assert len(receiver.came) == 1
    assert len(await notifications_of(listing.bidder)) == 1
