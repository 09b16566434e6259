from typing import Annotated

from pydantic import Field

from libs.kit.http.schemas import In, Out
from services.auth.accounts.schemas import Code, Password


class ProofIn(In):
    model_config = In.model_config | {"json_schema_extra": {"example": {"password": "Wangi-demo-1"}}}

    # May be omitted if a proof is sent.
    password: Password | None = None


class LeavingIn(ProofIn):
    # Wallet credit in sen that the person gives up.
    left_credit: Annotated[int, Field(strict=True, ge=1, le=10**12)] | None = None


class CodeIn(In):
    model_config = In.model_config | {"json_schema_extra": {"example": {"code": "123456"}}}

    code: Code


class FullProofIn(In):
    model_config = In.model_config | {
        "json_schema_extra": {"example": {"password": "Wangi-demo-1", "code": "123456"}}
    }

    # May be omitted if a proof is sent.
    password: Password | None = None
    code: Code


class EnrolmentOut(Out):
    secret: str
    uri: str
    qr_svg: str


class RecoveryCodesOut(Out):
    recovery_codes: list[str]
