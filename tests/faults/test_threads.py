from dataclasses import replace

import pytest

from tests.faults.history import Broken
from tests.faults.threads import Line, SentMessage, check_screen, check_sent, check_unread

ANA, BEN = 7, 8
STORED = [Line(1, 11, ANA, "a1"), Line(2, 12, BEN, "b1"), Line(3, 14, ANA, "a2")]
SENT = [
    SentMessage(ANA, "a1", 1.0, 2.0, frozenset({1})),
    SentMessage(BEN, "b1", 1.5, 4.0, frozenset({2})),
    SentMessage(ANA, "a2", 3.0, 9.0),
    SentMessage(BEN, "b2", 5.0, 20.0),
]


def test_valid_conversation_passes_with_unknown_message_either_way() -> None:
    check_sent(SENT, STORED)
    check_sent(SENT, STORED[:2])
    check_screen("Ana", STORED, STORED)
    check_unread({ANA: 0, BEN: 1}, {ANA: 1, BEN: 1}, STORED)


@pytest.mark.parametrize(
    ("stored", "words"),
    [
        pytest.param(STORED[:1], "acknowledged and lost", id="an acknowledged message is lost"),
        pytest.param([STORED[0], replace(STORED[2], seq=3)], "have a gap", id="a gap"),
        pytest.param([*STORED, Line(4, 15, ANA, "a1")], "stands twice", id="doubled"),
        pytest.param([*STORED, Line(4, 15, ANA, "a9")], "never sent", id="nobody sent it"),
        pytest.param([*STORED, Line(4, 15, ANA, "b2")], "never sent", id="under another name"),
        pytest.param(
            [Line(1, 12, BEN, "b1"), Line(2, 11, ANA, "a1")], "acknowledged and lost", id="in another order"
        ),
    ],
)
def test_fault_in_stored_messages_is_detected(stored: list[Line], words: str) -> None:
    with pytest.raises(Broken, match=words):
        check_sent(SENT, stored)


def test_two_answers_or_wrong_order_are_detected() -> None:
    with pytest.raises(Broken, match="two answers"):
        check_sent([replace(SENT[0], seqs=frozenset({1, 3})), *SENT[1:]], STORED)
    late = [SENT[0], replace(SENT[1], began=0.1, ended=0.2), *SENT[2:]]
    with pytest.raises(Broken, match="against real time"):
        check_sent(late, STORED)


@pytest.mark.parametrize(
    "screen",
    [
        pytest.param(STORED[:2], id="the last is missing"),
        pytest.param([STORED[1], STORED[0], STORED[2]], id="another order"),
        pytest.param([*STORED, STORED[2]], id="one is shown twice"),
        pytest.param([*STORED[:2], replace(STORED[2], words="other")], id="other words"),
    ],
)
def test_diverging_conversation_screen_is_detected(screen: list[Line]) -> None:
    with pytest.raises(Broken, match="Ben shows"):
        check_screen("Ben", screen, STORED)


def test_wrong_unread_count_is_detected() -> None:
    with pytest.raises(Broken, match="2 messages wait for person 8, by their marks 1"):
        check_unread({ANA: 3, BEN: 2}, {ANA: 0, BEN: 2}, STORED)
