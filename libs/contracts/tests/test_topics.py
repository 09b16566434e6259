"""A fact that comes again is known: a part remembers what it handled for longer than any topic keeps it."""

import pytest

from libs.contracts.topics import DAY_MS, FACT_TOPICS, INBOX_DAYS, SEGMENT_DAYS, Topic

# A broker that is away for so long sends, when it is back, what it had taken before it went.
LONGEST_OUTAGE_DAYS = 7


@pytest.mark.parametrize("topic", FACT_TOPICS, ids=lambda topic: topic.name)
def test_no_fact_outlives_the_memory_of_those_who_handled_it(topic: Topic) -> None:
    """A duplicate finds its row."""
    assert not topic.compacted, "it would be kept for ever"
    config = topic.config()
    longest_ms = int(config["retention.ms"]) + int(config["segment.ms"])
    assert longest_ms == (topic.retention_days + SEGMENT_DAYS) * DAY_MS
    assert longest_ms + LONGEST_OUTAGE_DAYS * DAY_MS < INBOX_DAYS * DAY_MS
