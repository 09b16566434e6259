"""What the two dialects have in common: a call by name comes in, events and replies go out."""

from dataclasses import dataclass
from typing import Any, Protocol


class MalformedFrame(Exception):
    """A frame that is not of this dialect; the text says why."""


@dataclass(frozen=True, slots=True)
class Call:
    """A command of a client."""

    name: str
    fields: dict[str, Any]
    client_id: str | int | None = None
    # The number of the callback a Socket.IO client waits with.
    acknowledge: int | None = None


@dataclass(frozen=True, slots=True)
class Opened:
    """The client has opened its session; `token` if it brought one."""

    token: str | None


@dataclass(frozen=True, slots=True)
class Say:
    """The protocol itself asks for this answer."""

    text: str


class Goodbye:
    """The client says good-bye."""


Incoming = Call | Opened | Say | Goodbye | None


class Codec(Protocol):
    """One dialect on one connection."""

    dialect: str
    # What the server sends to see whether the client is still there.
    ping: bytes
    # Whether the client may give commands yet.
    open: bool

    def greeting(self) -> str | None:
        """Return the first text on the connection."""

    def read(self, text: str) -> Incoming:
        """Understand one text; raises `MalformedFrame`."""

    def opened(self) -> list[str]:
        pass

    def refused(self, body: str) -> str | None:
        """Return what tells that the session was not opened."""

    def event(self, name: str, body: str) -> str:
        pass

    def reply(self, call: Call, name: str, body: str) -> list[str]:
        pass


def client_id_of(value: object) -> str | int | None:
    """Return a client's own id for a call, to be echoed and to go on as a header: short plain text or a whole
    number."""
    if isinstance(value, bool) or value is None:
        return None
    if isinstance(value, int) and 0 <= value <= 2**53:
        return value
    if isinstance(value, str) and 0 < len(value) <= 64 and value.isascii() and value.isprintable():
        return value
    raise MalformedFrame("id must be a short text of plain characters or a whole number")


def joined(first: str, body: str) -> str:
    """Return one JSON object of `first` (members without braces) and the members of the object `body`."""
    rest = body[1:]
    return f"{{{first}{rest}" if rest == "}" else f"{{{first},{rest}"
