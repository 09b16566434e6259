"""The interface of both dialects: incoming commands, outgoing events and replies."""

from dataclasses import dataclass
from typing import Any, Protocol


class MalformedFrame(Exception):
    """The text is the reason."""


@dataclass(frozen=True, slots=True)
class Call:
    name: str
    fields: dict[str, Any]
    client_id: str | int | None = None
    # Acknowledgement number of a Socket.IO client.
    acknowledge: int | None = None


@dataclass(frozen=True, slots=True)
class Opened:
    """The client has opened its session, optionally with a token."""

    token: str | None


@dataclass(frozen=True, slots=True)
class Say:
    """A response required by the protocol itself."""

    text: str


class Goodbye:
    pass


Incoming = Call | Opened | Say | Goodbye | None


class Codec(Protocol):
    dialect: str
    # The frame of the server's ping.
    ping: bytes
    # True if the client may send commands.
    open: bool

    def greeting(self) -> str | None:
        """The first text to send on the connection, or None."""

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
    """Validates a client's own id for a call: short printable ASCII text or a whole number. The id is echoed
    and forwarded as a header."""
    if isinstance(value, bool) or value is None:
        return None
    if isinstance(value, int) and 0 <= value <= 2**53:
        return value
    if isinstance(value, str) and 0 < len(value) <= 64 and value.isascii() and value.isprintable():
        return value
    raise MalformedFrame("id must be a short text of plain characters or a whole number")


def join_members(first: str, body: str) -> str:
    """Returns a JSON object with the members `first` (without braces) and the members of the JSON object
    `body`."""
    rest = body[1:]
    return f"{{{first}{rest}" if rest == "}" else f"{{{first},{rest}"
