from typing import Annotated

from pydantic import Field

from libs.kit.http.schemas import In, Out
from services.auth.accounts.schemas import Code, Password


class ProofIn(In):
    """The password once more."""

    model_config = In.model_config | {"json_schema_extra": {"example": {"password": "Wangi-demo-1"}}}

    # May be left out where a proof is shown.
    password: Password | None = None


class LeavingIn(ProofIn):
    """The password once more, of a person who deletes their account."""

    # How much wallet credit, in sen, the person was told of and leaves behind.
    left_credit: Annotated[int, Field(strict=True, ge=1, le=10**12)] | None = None


class CodeIn(In):
    """Six digits from the authenticator app."""

    model_config = In.model_config | {"json_schema_extra": {"example": {"code": "123456"}}}

    code: Code


class FullProofIn(In):
    """The password once more, and a code."""

    model_config = In.model_config | {
        "json_schema_extra": {"example": {"password": "Wangi-demo-1", "code": "123456"}}
    }

    # May be left out where a proof is shown.
    password: Password | None = None
    code: Code


class EnrolmentOut(Out):
    """What the authenticator app needs; told once."""

    secret: str
    uri: str
    qr_svg: str


class RecoveryCodesOut(Out):
    """Ten codes, each good once; told once."""

    recovery_codes: list[str]
