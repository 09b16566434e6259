import json
from datetime import UTC, datetime

import pytest

from libs.contracts.event import Envelope, Event, envelope_json, make_envelope
from libs.contracts.events.auction import BidPlaced

AT = datetime(2026, 11, 22, 9, 0, 0, 120, tzinfo=UTC)


def a_bid(name: str) -> Event:
    return BidPlaced(
        auction_id=1, product_id=2, seller_id=3, bid_id=4, bidder_id=5, bidder_name=name, amount=100, placed_at=AT,
        previous_bidder_id=None, bid_count=1, minimum_bid=200, ends_at=AT, reserve_met=None, epoch=1,
    )  # fmt: skip


@pytest.mark.parametrize("name", ["a***z", 'x***"', "麝***香", "\\***\n"])
@pytest.mark.parametrize("traceparent", [None, "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"])
def test_fast_serialiser_matches_the_envelope(name: str, traceparent: str | None) -> None:
    event = a_bid(name)
    written = envelope_json(event, 7, traceparent=traceparent)
    built = make_envelope(event, 7, traceparent=traceparent).model_dump_json()
    ours, theirs = json.loads(written), json.loads(built)
    assert list(ours) == list(theirs)
    assert {**ours, "id": "", "time": ""} == {**theirs, "id": "", "time": ""}
    assert Envelope.model_validate_json(written).event() == event
