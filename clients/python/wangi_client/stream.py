"""Server-sent events: text to events, and when to come back after a break."""

import json
from collections.abc import Iterable, Iterator
from typing import Any, TypedDict

# A ping comes each fifteen seconds: after three without one the connection counts as lost.
LONGEST_SILENCE = 45.0
# The longest wait between two tries while nothing answers.
LONGEST_BREAK = 30.0


class Event(TypedDict):
    """What happened; amounts are in sen. `open` comes first where no `after` was given: what happens from now
    on follows. `gap` says that events before it can't be replayed. At both, read anew what you follow."""

    id: str
    type: str
    time: str | None
    data: dict[str, Any]


class Place:
    """The last id that came: a stream goes on behind it."""

    def __init__(self, after: str | None) -> None:
        self.last = after
        self.breaks = 0

    def next_break(self) -> float:
        """Return how long to wait before the next try: longer each time until something comes."""
        self.breaks += 1
        return min(2.0 ** (self.breaks - 1), LONGEST_BREAK)

    def read(self, lines: Iterable[str]) -> Iterator[Event]:
        """Yield the events of one answer, and keep the place behind each."""
        fields: dict[str, str] = {}
        for line in lines:
            self.breaks = 0
            if line:
                name, _, value = line.partition(":")
                fields[name] = value.removeprefix(" ")
                continue
            is_first, self.last = self.last is None, fields.get("id", self.last)
            if is_first and self.last is not None:
                yield {"id": self.last, "type": "open", "time": None, "data": {}}
            if "event" in fields and self.last is not None:
                sent = json.loads(fields["data"])
                is_gap = fields["event"] == "gap"
                data, time = (sent, None) if is_gap else (sent["data"], sent["time"])
                yield {"id": self.last, "type": fields["event"], "time": time, "data": data}
            fields = {}
