"""Events as they come from Kafka, without a copy of the contracts."""

import json
from collections import OrderedDict
from dataclasses import dataclass
from datetime import datetime
from typing import Any

MAX_REMEMBERED = 10_000


@dataclass(frozen=True)
class Event:
    """One event: its envelope, and its data as the catalogue of events describes it."""

    id: str
    type: str
    subject: str
    version: int
    time: datetime
    data: dict[str, Any]


class Reader:
    """Turns what comes from Kafka into events, each once among the newest ten thousand: the stream repeats
    some. One that is started anew may see again what was read before."""

    def __init__(self) -> None:
        self._seen = OrderedDict[str, None]()

    def read(self, value: bytes) -> Event | None:
        """Return the event; None if it was read before."""
        envelope = json.loads(value)
        if envelope["id"] in self._seen:
            return None
        event = Event(
            id=envelope["id"],
            type=envelope["type"],
            subject=envelope["subject"],
            version=envelope["version"],
            time=datetime.fromisoformat(envelope["time"]),
            data=envelope["data"],
        )
        # Last: one that could not be read may be read again.
        self._seen[event.id] = None
        if len(self._seen) > MAX_REMEMBERED:
            self._seen.popitem(last=False)
        return event
