import base64
from datetime import datetime
from typing import Annotated, Any, Self

from pydantic import AfterValidator, Field

from libs.kit.http.schemas import In, Out
from services.auth.passkeys.models import Passkey
from services.auth.passkeys.rules import check_passkey_name

ChallengeId = Annotated[str, Field(min_length=1, max_length=64)]


# The JSON that `PublicKeyCredential.toJSON` returns.
Credential = Annotated[dict[str, Any], Field(max_length=20)]


class PasskeyIn(In):
    model_config = In.model_config | {
        "json_schema_extra": {
            "example": {
                "challengeId": "0123456789abcdef0123456789abcdef",
                "name": "My phone",
                "credential": {"id": "", "rawId": "", "type": "public-key", "response": {}},
            }
        }
    }

    challenge_id: ChallengeId
    name: Annotated[str, AfterValidator(check_passkey_name)] = "Passkey"
    credential: Credential


class PasskeySignInIn(In):
    model_config = In.model_config | {
        "json_schema_extra": {
            "example": {
                "challengeId": "0123456789abcdef0123456789abcdef",
                "credential": {"id": "", "rawId": "", "type": "public-key", "response": {}},
            }
        }
    }

    challenge_id: ChallengeId
    credential: Credential


class EmptyIn(In):
    model_config = In.model_config | {"json_schema_extra": {"example": {}}}


class QuestionOut(Out):
    """Options for `navigator.credentials`. Send the challenge id with the credential."""

    challenge_id: str
    public_key: dict[str, Any]


class PasskeyOut(Out):
    id: str
    name: str
    created_at: datetime
    last_used_at: datetime | None

    @classmethod
    def from_model(cls, passkey: Passkey) -> Self:
        letters = base64.urlsafe_b64encode(passkey.id).decode().rstrip("=")
        return cls(
            id=letters, name=passkey.name, created_at=passkey.created_at, last_used_at=passkey.last_used_at
        )


def passkey_id_of(letters: str) -> bytes:
    """Text that cannot be decoded returns an empty id, which no passkey has."""
    try:
        return base64.b64decode(letters + "=" * (-len(letters) % 4), altchars=b"-_", validate=True)
    except ValueError:
        return b""
