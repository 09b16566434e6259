"""How calls of one kind travel together: the gateway posts one line for each call, the service answers one
line for each."""

import json
from collections.abc import Iterable
from operator import itemgetter
from typing import Any, NamedTuple, Protocol, TypeVar

MEDIA_TYPE = "application/x-ndjson"


class BatchedCall(Protocol):
    """One call of a batch: a named tuple whose fields are strings, numbers or None."""

    @property
    def body(self) -> str:
        pass

    @property
    def key(self) -> str | None:
        pass

    def _asdict(self) -> dict[str, Any]: ...


Call = TypeVar("Call", bound=BatchedCall)


class BatchAnswer(NamedTuple):
    """The status and the JSON text that answer one call."""

    status: int
    body: bytes


# The line of a call that the service did not decide: the gateway sends it alone, to its ordinary route.
_UNDECIDED_STATUS = b"0"
_UNDECIDED = _UNDECIDED_STATUS + b" {}"


def encode_calls(calls: Iterable[BatchedCall]) -> bytes:
    return "\n".join(json.dumps(call._asdict(), ensure_ascii=False) for call in calls).encode()


def decode_calls(kind: Any, body: bytes) -> list[Any]:
    """Return the calls of a request body, in order, as this kind of named tuple."""
    # Picks the fields by name, so that a reader takes lines that a newer writer has added a field to.
    fields = itemgetter(*kind._fields)
    return [kind._make(fields(json.loads(line))) for line in body.splitlines()]


def encode_answers(answers: Iterable[BatchAnswer | None]) -> bytes:
    """Return the response body for these answers, in the order of the calls; None stands for an undecided
    call."""
    return b"\n".join(_UNDECIDED if answer is None else b"%d %b" % answer for answer in answers)


def decode_answers(body: bytes) -> list[BatchAnswer | None]:
    """Return the answers of a response body, in order; None for each undecided call."""
    return [_answer(line) for line in body.splitlines()]


def _answer(line: bytes) -> BatchAnswer | None:
    status, _, body = line.partition(b" ")
    return None if status == _UNDECIDED_STATUS else BatchAnswer(int(status), body)
