import json
from datetime import UTC, datetime
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, model_validator
from pydantic.alias_generators import to_camel

Id = Annotated[int, Field(strict=True, ge=1, le=2**63 - 1)]
# The database cannot store NUL.
NO_NUL = r"^[^\x00]*$"
# Serialising JSON needs a few stack frames per level.
DEEPEST = 20
Count = Annotated[int, Field(strict=True, ge=0, le=100_000)]


class In(BaseModel):
    """A request body: camelCase, strict types, no unknown fields, and text that can be stored."""

    model_config = ConfigDict(
        strict=True, extra="forbid", alias_generator=to_camel, validate_by_name=False, validate_by_alias=True
    )

    @model_validator(mode="before")
    @classmethod
    def _plain_text_only(cls, data: Any) -> Any:
        if isinstance(data, dict):
            for value in data.values():
                for words in value if isinstance(value, list) else [value]:
                    if isinstance(words, str) and not _storable(words):
                        raise ValueError("Text must not hold control characters.")
        return data


def check_keepable(value: Any, most: int) -> None:
    """Raises ValueError for JSON that cannot be stored or is larger than `most` bytes."""
    if _is_deeper(value, DEEPEST):
        raise ValueError("This cannot be kept")
    try:
        written = json.dumps(value, allow_nan=False, ensure_ascii=False).encode()
    except ValueError:  # NaN, or a lone surrogate.
        raise ValueError("This cannot be kept") from None
    if len(written) > most:
        raise ValueError("This is too long")
    if b"\\u0000" in written:  # An escaped NUL.
        raise ValueError("Text must not hold control characters.")


def _is_deeper(value: Any, than: int) -> bool:
    parts = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return than < 0 or any(_is_deeper(part, than - 1) for part in parts)


def _storable(words: str) -> bool:
    """True if the text contains neither NUL nor lone surrogates."""
    try:
        words.encode()
    except UnicodeEncodeError:
        return False
    return "\0" not in words


class Out(BaseModel):
    """A response body: camelCase, and every field is always present."""

    # Declares fields with a default as required in the OpenAPI document, because they are always present.
    model_config = ConfigDict(
        alias_generator=to_camel,
        validate_by_name=True,
        serialize_by_alias=True,
        json_schema_serialization_defaults_required=True,
    )


def _from_text(value: Any) -> Any:
    if isinstance(value, datetime) or (isinstance(value, str) and not _is_number(value)):
        return value
    raise ValueError("Please give a date and time with its time zone.")


def _is_number(words: str) -> bool:
    try:
        float(words)
    except ValueError:
        return False
    return True


def _aware(value: datetime) -> datetime:
    if value.tzinfo is None:
        raise ValueError("Please give a date and time with its time zone.")
    try:
        return value.astimezone(UTC)
    except OverflowError:  # The first and last hours of the calendar.
        raise ValueError("Please give a date and time of this age.") from None


def _is_true(value: Any) -> Any:
    if value is True:
        return value
    raise ValueError("Send true or leave it out.")


# A literal alone would accept 1 for True.
OnlyTrue = Annotated[Literal[True], BeforeValidator(_is_true)]
# Text with a time zone. Numbers and times without a zone are refused.
Instant = Annotated[datetime, Field(strict=False), BeforeValidator(_from_text), AfterValidator(_aware)]
