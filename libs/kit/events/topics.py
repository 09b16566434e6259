from dataclasses import dataclass
from typing import Annotated, Literal, Self

from aiokafka.admin import AIOKafkaAdminClient, NewTopic
from aiokafka.admin.config_resource import ConfigResource, ConfigResourceType
from aiokafka.errors import TopicAlreadyExistsError, for_code
from pydantic import Field, model_validator
from pydantic_settings import BaseSettings, SettingsConfigDict

from libs.contracts.topics import TOPICS, Topic
from libs.kit.events.broker import open_admin

# Kafka's code for a setting that is set on the topic itself.
_OF_THE_TOPIC = 1
_OF_THE_DEPLOYMENT = "min.insync.replicas"


class TopicSettings(BaseSettings):
    model_config = SettingsConfigDict(env_file=None, extra="ignore", frozen=True)

    environment: Literal["local", "test", "production"] = "local"
    topic_replication: Annotated[int, Field(ge=1, le=9)] = 1
    # The number of in-sync replicas that must store an event before it counts as published.
    topic_min_insync: Annotated[int, Field(ge=1, le=9)] = 1

    @model_validator(mode="after")
    def _refuse_single_copies(self) -> Self:
        if self.environment == "production" and min(self.topic_replication, self.topic_min_insync) < 2:
            raise ValueError("TOPIC_REPLICATION and TOPIC_MIN_INSYNC must be 2 or more in production")
        if self.topic_min_insync > self.topic_replication:
            raise ValueError("TOPIC_MIN_INSYNC cannot be more than TOPIC_REPLICATION")
        return self


async def apply_topics(bootstrap: str, replication: int = 1, min_insync: int = 1) -> list[str]:
    """Creates missing topics and updates existing topics. Returns the changes."""
    async with open_admin(bootstrap) as admin:
        present = set(await admin.list_topics())
        missing = [topic for topic in TOPICS if topic.name not in present]
        if missing:
            new = [
                NewTopic(t.name, t.partitions, replication, topic_configs=t.config(min_insync))
                for t in missing
            ]
            _raise_errors(await admin.create_topics(new))
        done = [f"made {topic.name}" for topic in missing]
        found = await _settings(admin, [topic.name for topic in TOPICS if topic.name in present])
        for topic in TOPICS:
            if topic.name in found and (differing := _differing(topic, found[topic.name])):
                await _alter(admin, topic, found[topic.name])
                done += [
                    f"set {key} of {topic.name} to {wanted}, was {was}" for key, was, wanted in differing
                ]
        return done


async def check_topics(bootstrap: str, replication: int = 1) -> list[str]:
    """Returns the differences between the broker and the table."""
    async with open_admin(bootstrap) as admin:
        described = {entry["topic"]: entry for entry in await admin.describe_topics([t.name for t in TOPICS])}
        found = await _settings(admin, [name for name, entry in described.items() if not entry["error_code"]])
    faults = []
    for topic in TOPICS:
        entry = described.get(topic.name)
        if entry is None or entry["error_code"]:
            faults.append(f"{topic.name} is missing")
            continue
        if len(entry["partitions"]) != topic.partitions:
            faults.append(f"{topic.name} has {len(entry['partitions'])} partitions, not {topic.partitions}")
        elif (copies := min(len(partition["replicas"]) for partition in entry["partitions"])) < replication:
            faults.append(f"{topic.name} has {copies} copies, not {replication}")
        faults += [
            f"{topic.name} has {key} {was}, not {wanted}"
            for key, was, wanted in _differing(topic, found[topic.name])
        ]
    return faults


@dataclass(frozen=True)
class _TopicSettings:
    """The effective settings, and the settings of the topic itself."""

    all: dict[str, str]
    own: dict[str, str]


async def _settings(admin: AIOKafkaAdminClient, names: list[str]) -> dict[str, _TopicSettings]:
    if not names:
        return {}
    asked = [ConfigResource(ConfigResourceType.TOPIC, name) for name in names]
    found = {}
    for response in await admin.describe_configs(asked):
        for code, words, _, name, entries in response.resources:
            if code:
                raise for_code(code)(f"{name}: {words}")
            values = {key: value for key, value, *_ in entries}
            own = {key: value for key, value, _, source, *_ in entries if source == _OF_THE_TOPIC}
            found[name] = _TopicSettings(values, own)
    return found


def _differing(topic: Topic, found: _TopicSettings) -> list[tuple[str, str | None, str]]:
    """Returns name, actual value and expected value. Ignores the number of in-sync replicas, which each
    deployment chooses."""
    return [
        (key, found.all.get(key), wanted)
        for key, wanted in topic.config().items()
        if key != _OF_THE_DEPLOYMENT and found.all.get(key) != wanted
    ]


async def _alter(admin: AIOKafkaAdminClient, topic: Topic, found: _TopicSettings) -> None:
    """Sends all settings, because the broker resets settings that are not named."""
    wanted = {key: value for key, value in topic.config().items() if key != _OF_THE_DEPLOYMENT}
    resource = ConfigResource(ConfigResourceType.TOPIC, topic.name, configs=found.own | wanted)
    for response in await admin.alter_configs([resource]):
        for code, words, _, name in response.resources:
            if code:
                raise for_code(code)(f"{name}: {words}")


def _raise_errors(response: object) -> None:
    for error in getattr(response, "topic_errors", ()):
        kind = for_code(error[1])
        if error[1] and kind is not TopicAlreadyExistsError:
            raise kind(f"{error[0]}: {error[2] if len(error) > 2 else ''}")
