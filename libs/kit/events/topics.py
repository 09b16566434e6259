"""The broker's topics are those of the table: made from it at set-up, compared with it at start."""

from typing import Annotated, Literal, Self

from aiokafka.admin import NewTopic
from aiokafka.errors import TopicAlreadyExistsError, for_code
from pydantic import Field, model_validator
from pydantic_settings import BaseSettings, SettingsConfigDict

from libs.contracts.topics import TOPICS
from libs.kit.events.broker import opened


class TopicSettings(BaseSettings):
    """How many copies of each topic there are; for the commands that make topics and look at them."""

    model_config = SettingsConfigDict(env_file=None, extra="ignore", frozen=True)

    environment: Literal["local", "test", "production"] = "local"
    topic_replication: Annotated[int, Field(ge=1, le=9)] = 1
    # Copies that must have a fact before it counts as told.
    topic_min_insync: Annotated[int, Field(ge=1, le=9)] = 1

    @model_validator(mode="after")
    def _refuse_single_copies(self) -> Self:
        if self.environment == "production" and min(self.topic_replication, self.topic_min_insync) < 2:
            raise ValueError("TOPIC_REPLICATION and TOPIC_MIN_INSYNC must be 2 or more in production")
        if self.topic_min_insync > self.topic_replication:
            raise ValueError("TOPIC_MIN_INSYNC cannot be more than TOPIC_REPLICATION")
        return self


async def apply_topics(bootstrap: str, replication: int = 1, min_insync: int = 1) -> list[str]:
    """Create what is missing; returns the names that were made."""
    async with opened(bootstrap) as admin:
        present = set(await admin.list_topics())
        missing = [topic for topic in TOPICS if topic.name not in present]
        if missing:
            new = [
                NewTopic(t.name, t.partitions, replication, topic_configs=t.config(min_insync))
                for t in missing
            ]
            _raise_errors(await admin.create_topics(new))
        return [topic.name for topic in missing]


async def check_topics(bootstrap: str, replication: int = 1) -> list[str]:
    """Return what differs between the broker and the table, in words; nothing when all is well."""
    async with opened(bootstrap) as admin:
        described = {entry["topic"]: entry for entry in await admin.describe_topics([t.name for t in TOPICS])}
    faults = []
    for topic in TOPICS:
        entry = described.get(topic.name)
        if entry is None or entry["error_code"]:
            faults.append(f"{topic.name} is missing")
        elif len(entry["partitions"]) != topic.partitions:
            faults.append(f"{topic.name} has {len(entry['partitions'])} partitions, not {topic.partitions}")
        elif (copies := min(len(one["replicas"]) for one in entry["partitions"])) < replication:
            faults.append(f"{topic.name} has {copies} copies, not {replication}")
    return faults


def _raise_errors(response: object) -> None:
    for error in getattr(response, "topic_errors", ()):
        kind = for_code(error[1])
        if error[1] and kind is not TopicAlreadyExistsError:
            raise kind(f"{error[0]}: {error[2] if len(error) > 2 else ''}")
