"""Every Kafka topic as data; the launcher, compose and the cluster's manifests are made from or checked
against it."""

from dataclasses import dataclass

DAY_MS = 86_400_000
# A file of the broker is deleted whole, when its newest fact is too old: the oldest lives so much longer.
SEGMENT_DAYS = 7
# How long a part remembers what it handled; longer than any fact can come again (decision 0005). The
# function `keep_tables` of each schema holds the same number.
INBOX_DAYS = 45


@dataclass(frozen=True)
class Topic:
    """One topic: its key keeps the order, its producer is the only service that writes it."""

    name: str
    key: str
    producer: str
    partitions: int = 4
    retention_days: int = 30
    dead_letter_days: int = 90
    compacted: bool = False

    def config(self, min_insync: int = 1) -> dict[str, str]:
        """Return the broker's settings of this topic; how many copies must have a fact is for the deployment
        to say."""
        return {
            "retention.ms": str(self.retention_days * DAY_MS),
            "segment.ms": str(SEGMENT_DAYS * DAY_MS),
            "cleanup.policy": "compact" if self.compacted else "delete",
            "min.insync.replicas": str(min_insync),
            "max.message.bytes": "1048576",
        }


FACT_TOPICS = (
    Topic("wangi.users", key="user id", producer="auth"),
    # A seller's own words are in these: not longer than the privacy policy allows for forgetting.
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
    for t in FACT_TOPICS
)

TOPICS = FACT_TOPICS + DEAD_LETTER_TOPICS

# Which topics each part reads; the broker lets it read no other (`libs/kit/events/rights.py`).
SUBSCRIPTIONS = {
    "auth": (
        "wangi.users", "wangi.products", "wangi.auctions", "wangi.messages", "wangi.trades", "wangi.boosts",
        "wangi.moderation",
    ),
    "catalog": (
        "wangi.users", "wangi.auctions", "wangi.messages", "wangi.trades", "wangi.boosts", "wangi.moderation",
    ),
    "auction": ("wangi.users", "wangi.products", "wangi.trades", "wangi.boosts", "wangi.moderation"),
    "messaging": ("wangi.users", "wangi.products", "wangi.auctions", "wangi.boosts", "wangi.moderation"),
    "boost": ("wangi.users", "wangi.products", "wangi.trades", "wangi.moderation"),
    "admin": tuple(topic.name for topic in FACT_TOPICS),
    "gateway": tuple(topic.name for topic in FACT_TOPICS),
}  # fmt: skip
# Who is no part of the platform, reads all facts and writes nothing.
ANALYSTS = "analysts"
