from dataclasses import dataclass
from datetime import datetime

from libs.kit.process import clock

MAX_BYTES, LONGEST_QUERY = 16 * 1024 * 1024, 500


@dataclass(frozen=True, slots=True)
class Answer:
    headers: tuple[tuple[bytes, bytes], ...]
    body: bytes
    until: datetime | None


class Answers:
    """Cached responses. Any change of the index drops all of them, and a full cache drops the oldest."""

    def __init__(self) -> None:
        self.kept: dict[bytes, Answer] = {}
        self._state: object = None
        self._bytes = 0

    def get(self, query: bytes, state: object) -> Answer | None:
        """Returns None if the index has changed since or the response has expired."""
        answer = self.kept.get(query) if state == self._state else None
        if answer is None or (answer.until is not None and answer.until <= clock.about_now()):
            return None
        return answer

    def put(self, query: bytes, answer: Answer, state: object) -> None:
        if len(query) > LONGEST_QUERY:
            return
        if state != self._state:
            self.kept.clear()
            self._state, self._bytes = state, 0
        self._drop(query)
        self.kept[query] = answer
        self._bytes += len(answer.body) + LONGEST_QUERY
        while self._bytes > MAX_BYTES:
            self._drop(next(iter(self.kept)))

    def _drop(self, query: bytes) -> None:
        answer = self.kept.pop(query, None)
        self._bytes -= len(answer.body) + LONGEST_QUERY if answer else 0
