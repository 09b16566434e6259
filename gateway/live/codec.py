"""What both dialects share: commands come in by name, events and replies go out."""

from dataclasses import dataclass
from typing import Any, Protocol


class MalformedFrame(Exception):
    """The text says why the frame is malformed."""


@dataclass(frozen=True, slots=True)
class Call:
    name: str
    fields: dict[str, Any]
    client_id: str | int | None = None
    # The acknowledgement number of a Socket.IO client.
    acknowledge: int | None = None


@dataclass(frozen=True, slots=True)
class Opened:
    """The client has opened its session, perhaps with a token."""

    token: str | None


@dataclass(frozen=True, slots=True)
class Say:
    """An answer that the protocol itself needs."""

    text: str


class Goodbye:
    pass


Incoming = Call | Opened | Say | Goodbye | None


class Codec(Protocol):
    """One dialect on one connection."""

    dialect: str
    # The server's ping.
    ping: bytes
    # Whether the client may send commands yet.
    open: bool

    def greeting(self) -> str | None:
        """The first text on the connection."""

    def parse(self, text: str) -> Incoming:
        """Raises `MalformedFrame`."""

    def opened(self) -> list[str]:
        pass

    def refused(self, body: str) -> str | None: ...
    def event(self, name: str, body: str) -> str:
        pass

    def reply(self, call: Call, name: str, body: str) -> list[str]:
        pass


def client_id_of(value: object) -> str | int | None:
    """A client's own id for a call, which is echoed and forwarded as a header: short plain text or a whole
    number."""
    if isinstance(value, bool) or value is None:
        return None
    if isinstance(value, int) and 0 <= value <= 2**53:
        return value
    if isinstance(value, str) and 0 < len(value) <= 64 and value.isascii() and value.isprintable():
        return value
    raise MalformedFrame("id must be a short text of plain characters or a whole number")


def join_members(first: str, body: str) -> str:
    """One JSON object from the members `first` (without braces) and the object `body`."""
    rest = body[1:]
    return f"{{{first}{rest}" if rest == "}" else f"{{{first},{rest}"
