import pytest

from libs.contracts.topics import DAY_MS, EVENT_TOPICS, INBOX_DAYS, SEGMENT_DAYS, Topic

# After an outage a broker sends what it had accepted before.
LONGEST_OUTAGE_DAYS = 7


@pytest.mark.parametrize("topic", EVENT_TOPICS, ids=lambda topic: topic.name)
def test_no_event_outlives_the_inbox(topic: Topic) -> None:
    assert not topic.compacted, "it would be kept for ever"
    config = topic.config()
    longest_ms = int(config["retention.ms"]) + int(config["segment.ms"])
    assert longest_ms == (topic.retention_days + SEGMENT_DAYS) * DAY_MS
    assert longest_ms + LONGEST_OUTAGE_DAYS * DAY_MS < INBOX_DAYS * DAY_MS
