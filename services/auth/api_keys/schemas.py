from datetime import datetime
from typing import Annotated, Self

from pydantic import AfterValidator, Field

from libs.contracts.scopes import SCOPES, Scope
from libs.kit.http.schemas import In, Out
from services.auth.api_keys.models import ApiKey
from services.auth.api_keys.rules import LONGEST_DAYS, USUAL_DAYS, check_key_name, in_order
from services.auth.second_factor.schemas import ProofIn


class ApiKeyIn(ProofIn):
    model_config = In.model_config | {
        "json_schema_extra": {
            "example": {"name": "Stock sync", "scopes": ["read", "listings:write"], "days": 90}
        }
    }

    name: Annotated[str, Field(max_length=200), AfterValidator(check_key_name)]
    scopes: Annotated[list[Scope], Field(min_length=1, max_length=len(SCOPES)), AfterValidator(in_order)]
    days: Annotated[int, Field(strict=True, ge=1, le=LONGEST_DAYS)] = USUAL_DAYS


class RotationIn(ProofIn):
    model_config = In.model_config | {"json_schema_extra": {"example": {"endNow": False}}}

    end_now: Annotated[bool, Field(strict=True)] = False


class ApiKeyOut(Out):
    id: int
    name: str
    scopes: list[Scope]
    prefix: str
    created_at: datetime
    expires_at: datetime
    last_used_at: datetime | None
    # When the previous secret stops being valid.
    previous_ends_at: datetime | None
    is_expired: bool

    @classmethod
    def from_model(cls, key: ApiKey, now: datetime) -> Self:
        ends = key.previous_ends_at
        return cls(
            id=key.known_id,
            name=key.name,
            scopes=key.scopes,
            prefix=key.prefix,
            created_at=key.created_at,
            expires_at=key.expires_at,
            last_used_at=key.last_used_at,
            previous_ends_at=ends if ends is not None and ends > now else None,
            is_expired=key.expires_at <= now,
        )


class NewApiKeyOut(Out):
    key: ApiKeyOut
    secret: str


class PresentedIn(In):
    key: Annotated[str, Field(max_length=64)]


class ExchangedOut(Out):
    """The token is null if the key is invalid."""

    token: str | None
