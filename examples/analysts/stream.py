"""Prints each bid as it is placed: how to read the event stream with FastStream and the contracts.

KAFKA_BOOTSTRAP_SERVERS=localhost:9092 faststream run examples.analysts.stream:app
"""

import os
from collections import OrderedDict

from faststream import FastStream
from faststream.kafka import KafkaBroker, KafkaMessage
from faststream.security import SASLScram512

from libs.contracts.event import Envelope, Event
from libs.contracts.events.auction import BidPlaced
from libs.contracts.registry import EVENTS

MAX_REMEMBERED = 10_000


class Reader:
    """Turns what comes from Kafka into events, each once: the stream repeats some after a restart."""

    def __init__(self) -> None:
        self._seen = OrderedDict[str, None]()

    def read(self, value: bytes) -> Event | None:
        """Return the event; None if it was read before, or is of a kind that this copy of the contracts does
        not know."""
        envelope = Envelope.model_validate_json(value)
        if envelope.id in self._seen or envelope.type not in EVENTS:
            return None
        self._seen[envelope.id] = None
        if len(self._seen) > MAX_REMEMBERED:
            self._seen.popitem(last=False)
        return envelope.event()


def _broker() -> KafkaBroker:
    password = os.environ.get("WANGI_PASSWORD_ANALYSTS")
    security = SASLScram512(username="analysts", password=password) if password else None
    return KafkaBroker(os.environ.get("KAFKA_BOOTSTRAP_SERVERS", "localhost:9092"), security=security)


broker = _broker()
app = FastStream(broker)
reader = Reader()


# A group of one's own, which begins with the name that analysts have in Kafka.
@broker.subscriber("wangi.auctions", group_id="wangi-analysts-bids", auto_offset_reset="earliest")
async def print_bid(message: KafkaMessage) -> None:
    """Print a bid; every other event of the topic is passed over."""
    event = reader.read(message.body)
    if isinstance(event, BidPlaced):
        print(f"auction {event.auction_id}: RM{event.amount / 100:,.2f}, bid {event.bid_count}")
