"""The base class of all events, and their envelope."""

import json
import os
import time
import uuid
from datetime import UTC, datetime
from typing import Annotated, Any, ClassVar, Self

from pydantic import BaseModel, ConfigDict, Field
from pydantic.alias_generators import to_camel

Id = Annotated[int, Field(ge=1, le=2**63 - 1)]
Sen = Annotated[int, Field(ge=0, le=10_000_000_000_00, description="Money in whole sen (MYR).")]
Version = Annotated[int, Field(ge=1)]

# Every event type by name. Filled when the event modules are imported.
EVENTS: dict[str, type["Event"]] = {}


class PublicModel(BaseModel):
    """Uses camelCase on the wire and snake_case in Python. Undeclared fields raise a validation error."""

    model_config = ConfigDict(
        frozen=True,
        extra="forbid",
        alias_generator=to_camel,
        validate_by_name=True,
        validate_by_alias=True,
        serialize_by_alias=True,
    )


class Event(PublicModel):
    """Something that happened, named in the past tense. Contains only public data."""

    topic: ClassVar[str]
    producer: ClassVar[str]
    key_field: ClassVar[str]
    revision: ClassVar[int] = 1
    # Fields with a person's words. Permanent records omit these fields.
    words: ClassVar[frozenset[str]] = frozenset()
    # Other fields that permanent records omit, because they link people.
    unrecorded: ClassVar[frozenset[str]] = frozenset()
    # The field with the id of the author of `words`.
    written_by: ClassVar[str | None] = None

    @classmethod
    def __pydantic_init_subclass__(cls, **kwargs: Any) -> None:
        super().__pydantic_init_subclass__(**kwargs)
        family = cls.__name__.endswith("Event") or not hasattr(cls, "producer")
        if not family:
            EVENTS[cls.type_name()] = cls

    @classmethod
    def type_name(cls) -> str:
        """The CloudEvents type, such as `wangi.auction.BidPlaced.v1`."""
        return f"wangi.{cls.producer}.{cls.__name__}.v{cls.revision}"

    @property
    def key(self) -> str:
        """The aggregate id. Events with the same key stay in order."""
        return str(getattr(self, self.key_field))

    @property
    def writer(self) -> int | None:
        """The id of the author of the event's words, or None."""
        return getattr(self, self.written_by) if self.written_by else None

    @classmethod
    def parse(cls, data: dict[str, Any]) -> Self:
        """Parse an event from an older or newer build. Unknown fields are ignored."""
        return cls.model_validate(data, extra="ignore")


class ErasureAcknowledged(Event):
    """A service has erased a person's data.
    Each service that stores personal data publishes its own event."""

    user_id: Id
    forgotten_at: datetime

    @property
    def key(self) -> str:
        """Distinct from all other keys of the topic."""
        return f"person-{self.user_id}"


class Envelope(BaseModel):
    """CloudEvents 1.0 in structured JSON mode.
    `version` is an extension that increases by one per event of an aggregate."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    specversion: str = "1.0"
    id: Annotated[str, Field(min_length=1, max_length=64)]
    type: Annotated[str, Field(max_length=128)]
    source: Annotated[str, Field(max_length=64)]
    subject: Annotated[str, Field(max_length=128)]
    time: datetime
    dataschema: Annotated[str, Field(max_length=256)]
    datacontenttype: str = "application/json"
    traceparent: Annotated[str, Field(max_length=64)] | None = None
    version: Version
    data: dict[str, Any]

    def event(self) -> Event:
        """The typed event. Raises KeyError for an unknown type."""
        return EVENTS[self.type].parse(self.data)


def make_envelope(
    event: Event, version: int, *, at: datetime | None = None, traceparent: str | None = None
) -> Envelope:
    """Wrap an event. `version` must increase by one with each event of the aggregate."""
    return Envelope(
        id=str(uuid7()),
        type=event.type_name(),
        source=f"/{event.producer}",
        subject=event.key,
        time=at or datetime.now(UTC),
        dataschema=f"urn:wangi:schema:{event.type_name()}",
        traceparent=traceparent,
        version=version,
        data=event.model_dump(mode="json"),
    )


def envelope_json(event: Event, version: int, *, traceparent: str | None = None) -> bytes:
    """The envelope as JSON. Serialised directly, because thousands of events are sent per second."""
    kind, now = event.type_name(), datetime.now(UTC).isoformat().removesuffix("+00:00")
    trace = "null" if traceparent is None else json.dumps(traceparent)
    return (
        f'{{"specversion":"1.0","id":"{uuid7()}","type":"{kind}","source":"/{event.producer}",'
        f'"subject":{json.dumps(event.key)},"time":"{now}Z","dataschema":"urn:wangi:schema:{kind}",'
        f'"datacontenttype":"application/json","traceparent":{trace},"version":{version},'
        f'"data":{event.model_dump_json()}}}'
    ).encode()


def uuid7() -> uuid.UUID:
    """A time-ordered UUID (RFC 9562), so that an index grows only at one end."""
    millis = time.time_ns() // 1_000_000
    tail = int.from_bytes(os.urandom(10), "big")
    value = (millis & (2**48 - 1)) << 80 | 0x7 << 76 | (tail >> 68) << 64 | 0b10 << 62 | tail & (2**62 - 1)
    return uuid.UUID(int=value)
