from datetime import datetime
from typing import Self

from pydantic import model_validator

from libs.kit.http.schemas import In, Out
from services.auth.accounts.schemas import Code, Password
from services.auth.passkeys.schemas import ChallengeId, Credential


class AgainIn(In):
    """Send exactly one of password, code or passkey credential."""

    model_config = In.model_config | {"json_schema_extra": {"example": {"password": "Wangi-demo-1"}}}

    password: Password | None = None
    code: Code | None = None
    challenge_id: ChallengeId | None = None
    credential: Credential | None = None

    @model_validator(mode="after")
    def _one_of_them(self) -> Self:
        given = [self.password is not None, self.code is not None, self.credential is not None]
        if sum(given) != 1 or (self.credential is None) != (self.challenge_id is None):
            raise ValueError("Give the password, a code, or a passkey")
        return self


class ProofOut(Out):
    """Send `proof` as the header `Wangi-Proof`."""

    proof: str
    expires_at: datetime
