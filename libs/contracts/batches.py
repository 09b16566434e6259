"""The wire format of batched calls. The gateway sends a line per call, and the service returns a line per
response."""

import json
from collections.abc import Iterable
from operator import itemgetter
from typing import Any, NamedTuple, Protocol, TypeVar

MEDIA_TYPE = "application/x-ndjson"


class BatchedCall(Protocol):
    @property
    def body(self) -> str:
        pass

    @property
    def key(self) -> str | None:
        pass

    def _asdict(self) -> dict[str, Any]: ...


Call = TypeVar("Call", bound=BatchedCall)


class BatchAnswer(NamedTuple):
    status: int
    body: bytes


# The result for an undecided call, which the gateway then sends alone to its ordinary route.
_UNDECIDED_STATUS = b"0"
_UNDECIDED = _UNDECIDED_STATUS + b" {}"


def encode_calls(calls: Iterable[BatchedCall]) -> bytes:
    return "\n".join(json.dumps(call._asdict(), ensure_ascii=False) for call in calls).encode()


def decode_calls(kind: Any, body: bytes) -> list[Any]:
    # Selects fields by name, so that a newer sender may add fields.
    fields = itemgetter(*kind._fields)
    return [kind._make(fields(json.loads(line))) for line in body.splitlines()]


def encode_answers(answers: Iterable[BatchAnswer | None]) -> bytes:
    """None encodes an undecided call."""
    return b"\n".join(_UNDECIDED if answer is None else b"%d %b" % answer for answer in answers)


def decode_answers(body: bytes) -> list[BatchAnswer | None]:
    return [_answer(line) for line in body.splitlines()]


def _answer(line: bytes) -> BatchAnswer | None:
    status, _, body = line.partition(b" ")
    return None if status == _UNDECIDED_STATUS else BatchAnswer(int(status), body)
