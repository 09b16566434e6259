"""No acknowledged message is lost or duplicated, and both people read the same order."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tests.faults.history import Broken


@dataclass(frozen=True)
class SentMessage:
    sender_id: int
    words: str
    began: float
    ended: float
    # Sequence numbers in responses. Empty if unknown.
    seqs: frozenset[int] = frozenset()


@dataclass(frozen=True)
class Line:
    seq: int
    id: int
    sender_id: int
    words: str


def check_sent(messages: Sequence[SentMessage], stored: Sequence[Line]) -> None:
    """Acknowledged messages are stored once, where the response said, and no others."""
    if [line.seq for line in stored] != list(range(1, len(stored) + 1)):
        raise Broken(f"the numbers of the messages have a gap: {[line.seq for line in stored]}")
    sent = {(message.sender_id, message.words): message for message in messages}
    places: dict[tuple[int, str], int] = {}
    for line in stored:
        key = line.sender_id, line.words
        if key not in sent:
            raise Broken(f"stored, but never sent: {line}")
        if key in places:
            raise Broken(f"stands twice, at {places[key]} and {line.seq}: {line.words}")
        places[key] = line.seq
    for message in messages:
        if len(message.seqs) > 1:
            raise Broken(f"one client id, two answers: {message}")
        if message.seqs and message.seqs != {places.get((message.sender_id, message.words))}:
            raise Broken(f"acknowledged and lost: {message}")
    _check_real_time(messages, places)


def check_screen(whose: str, screen: Sequence[Line], stored: Sequence[Line]) -> None:
    if list(screen) != list(stored):
        wrong = {line.seq for line in set(screen) ^ set(stored)}
        raise Broken(f"{whose} shows {len(screen)} of {len(stored)} messages, or others: {sorted(wrong)[:9]}")


def check_unread(marks: Mapping[int, int], unread: Mapping[int, int], stored: Sequence[Line]) -> None:
    for person, mark in marks.items():
        due = sum(line.sender_id != person and line.seq > mark for line in stored)
        if unread[person] != due:
            raise Broken(f"{unread[person]} messages wait for person {person}, by their marks {due}")


def _check_real_time(sent: Sequence[SentMessage], places: Mapping[tuple[int, str], int]) -> None:
    known = [(places[key], item) for item in sent if (key := (item.sender_id, item.words)) in places]
    latest = float("-inf")
    for _, one in sorted(known, key=lambda pair: pair[0]):
        if one.seqs and one.ended < latest:
            raise Broken(f"against real time: {one} stands after what was begun when it had been answered")
        latest = max(latest, one.began)
