"""The broker's topics are those of the table: made from it at set-up, compared with it at start."""

import asyncio

from aiokafka.admin import AIOKafkaAdminClient, NewTopic
from aiokafka.errors import KafkaError, TopicAlreadyExistsError, for_code

from libs.contracts.topics import TOPICS


async def apply_topics(bootstrap: str, replication: int = 1) -> list[str]:
    """Create what is missing; returns the names that were made."""
    admin = await _admin(bootstrap)
    try:
        present = set(await admin.list_topics())
        missing = [topic for topic in TOPICS if topic.name not in present]
        if missing:
            new = [NewTopic(t.name, t.partitions, replication, topic_configs=t.config) for t in missing]
            _raise_errors(await admin.create_topics(new))
        return [topic.name for topic in missing]
    finally:
        await admin.close()


async def check_topics(bootstrap: str) -> list[str]:
    """What differs between the broker and the table, in words; nothing when all is well."""
    admin = await _admin(bootstrap)
    try:
        described = {entry["topic"]: entry for entry in await admin.describe_topics([t.name for t in TOPICS])}
    finally:
        await admin.close()
    faults = []
    for topic in TOPICS:
        entry = described.get(topic.name)
        if entry is None or entry["error_code"]:
            faults.append(f"{topic.name} is missing")
        elif len(entry["partitions"]) != topic.partitions:
            faults.append(f"{topic.name} has {len(entry['partitions'])} partitions, not {topic.partitions}")
    return faults


async def _admin(bootstrap: str) -> AIOKafkaAdminClient:
    """A broker that is just starting is asked again for ten seconds."""
    for attempt in range(50):
        admin = AIOKafkaAdminClient(bootstrap_servers=bootstrap)
        try:
            await admin.start()
            return admin
        except KafkaError:
            await admin.close()
            if attempt == 49:
                raise
            await asyncio.sleep(0.2)
    raise AssertionError("unreachable")


def _raise_errors(response: object) -> None:
    for error in getattr(response, "topic_errors", ()):
        kind = for_code(error[1])
        if error[1] and kind is not TopicAlreadyExistsError:
            raise kind(f"{error[0]}: {error[2] if len(error) > 2 else ''}")
