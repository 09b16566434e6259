from typing import Annotated

from pydantic import Field

from libs.kit.http.schemas import In, Out
from services.auth.accounts.schemas import Code, Handle


class ProviderOut(Out):
    id: str
    name: str


class ExchangeIn(In):
    model_config = In.model_config | {
        "json_schema_extra": {"example": {"supabaseToken": "the-token-that-came-back-in-the-address"}}
    }

    supabase_token: Annotated[str, Field(min_length=1, max_length=16_384)]
    code: Code | None = None


class SyncIn(In):
    model_config = In.model_config | {
        "json_schema_extra": {
            "example": {
                "email": "aisyah@wangi.example",
                "provider": "google",
                "providerId": "1098",
                "idToken": "the-id-token-of-the-provider",
            }
        }
    }

    email: Handle
    provider_id: Annotated[str, Field(max_length=255)]
    provider: Annotated[str, Field(max_length=64)]
    id_token: Annotated[str, Field(max_length=16_384)] = ""
