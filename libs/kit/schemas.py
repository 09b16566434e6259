"""The edge models: what comes in is bounded, exact and known; what goes out has every field it promises."""

from datetime import UTC, datetime
from typing import Annotated, Any

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, model_validator
from pydantic.alias_generators import to_camel

Id = Annotated[int, Field(strict=True, ge=1, le=2**63 - 1)]
Count = Annotated[int, Field(strict=True, ge=0, le=100_000)]


class In(BaseModel):
    """A request body: camelCase, no unknown field, no text that the database cannot hold."""

    model_config = ConfigDict(extra="forbid", alias_generator=to_camel, validate_by_name=False, validate_by_alias=True)

    @model_validator(mode="before")
    @classmethod
    def _plain_text_only(cls, data: Any) -> Any:
        if isinstance(data, dict):
            for value in data.values():
                if isinstance(value, str) and not _storable(value):
                    raise ValueError("Text must not hold control characters.")
        return data


def _storable(words: str) -> bool:
    """No NUL and no lone surrogate."""
    try:
        words.encode()
    except UnicodeEncodeError:
        return False
    return "\0" not in words


class Out(BaseModel):
    """An answer: camelCase, and no field left to chance."""

    model_config = ConfigDict(alias_generator=to_camel, validate_by_name=True, serialize_by_alias=True)


def _from_text(value: Any) -> Any:
    if isinstance(value, str | datetime):
        return value
    raise ValueError("Please give a date and time with its time zone.")


def _aware(value: datetime) -> datetime:
    if value.tzinfo is None:
        raise ValueError("Please give a date and time with its time zone.")
    return value.astimezone(UTC)


Instant = Annotated[datetime, BeforeValidator(_from_text), AfterValidator(_aware)]
"""A moment with its zone, as text; plain numbers and naive times are refused."""
