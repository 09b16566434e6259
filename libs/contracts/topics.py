"""Every Kafka topic, for the launcher, Docker Compose and the manifests."""

from dataclasses import dataclass

DAY_MS = 86_400_000
# The broker deletes whole segments after their newest event has expired, so events may be retained this much
# longer.
SEGMENT_DAYS = 7
# How long the inbox remembers an event. Longer than redelivery is possible (decision 0005). The SQL function
# `keep_tables` of each schema contains the same number.
INBOX_DAYS = 45


@dataclass(frozen=True)
class Topic:
    """A topic. Only its producer may write to it."""

    name: str
    key: str
    producer: str
    partitions: int = 4
    retention_days: int = 30
    dead_letter_days: int = 90
    compacted: bool = False

    def config(self, min_insync: int = 1) -> dict[str, str]:
        """Broker settings of the topic. The deployment sets the number of replicas."""
        return {
            "retention.ms": str(self.retention_days * DAY_MS),
            "segment.ms": str(SEGMENT_DAYS * DAY_MS),
            "cleanup.policy": "compact" if self.compacted else "delete",
            "min.insync.replicas": str(min_insync),
            "max.message.bytes": "1048576",
        }


EVENT_TOPICS = (
    Topic("wangi.users", key="user id", producer="auth"),
    # These events contain sellers' words, so they expire as the privacy policy promises.
    Topic("wangi.products", key="product id", producer="catalog", retention_days=14, dead_letter_days=14),
    Topic("wangi.auctions", key="auction id", producer="auction"),
    Topic("wangi.messages", key="conversation id", producer="messaging"),
    Topic("wangi.trades", key="transaction id", producer="messaging"),
    Topic("wangi.boosts", key="boost order or deal id", producer="boost"),
    Topic("wangi.moderation", key="case id", producer="admin"),
)

DEAD_LETTER_TOPICS = tuple(
    Topic(
        f"{t.name}.dlq", key=t.key, producer="any consumer", partitions=1, retention_days=t.dead_letter_days
    )
    for t in EVENT_TOPICS
)

TOPICS = EVENT_TOPICS + DEAD_LETTER_TOPICS

# The topics that each service consumes. The broker denies all other topics (`libs/kit/events/rights.py`).
SUBSCRIPTIONS = {
    "auth": (
        "wangi.users", "wangi.products", "wangi.auctions", "wangi.messages", "wangi.trades", "wangi.boosts",
        "wangi.moderation",
    ),
    "catalog": (
        "wangi.users", "wangi.auctions", "wangi.messages", "wangi.trades", "wangi.boosts", "wangi.moderation",
    ),
    "auction": ("wangi.users", "wangi.products", "wangi.trades", "wangi.moderation"),
    "messaging": ("wangi.users", "wangi.products", "wangi.auctions", "wangi.boosts", "wangi.moderation"),
    "boost": ("wangi.users", "wangi.products", "wangi.trades", "wangi.moderation"),
    "admin": tuple(topic.name for topic in EVENT_TOPICS),
    "gateway": tuple(topic.name for topic in EVENT_TOPICS),
}  # fmt: skip
ANALYSTS = "analysts"
