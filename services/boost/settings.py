"""Settings of the boost service."""

from typing import Annotated, Self

from pydantic import Field, SecretStr, field_validator, model_validator

from libs.kit.process.settings import Settings

API_KEY, X_SIGNATURE_KEY = "wangi_billplz_api_key", "wangi_billplz_x_signature_key"
COLLECTION_ID = "wangi_billplz_collection_id"
# What the stand-in of deploy/billplz knows; it protects nothing, and is never used in production.
STAND_IN = {
    API_KEY: "stand-in-api-key",
    X_SIGNATURE_KEY: "stand-in-x-signature-key",
    COLLECTION_ID: "boosts01",
}


class BoostSettings(Settings):
    """What only this service needs to know."""

    # The account at Billplz: all three or none. With none a local run uses the stand-in, and in production
    # only orders paid by wallet credit can be placed.
    wangi_billplz_api_key: SecretStr | None = None
    wangi_billplz_x_signature_key: SecretStr | None = None
    wangi_billplz_collection_id: str | None = None
    wangi_billplz_url: str = "https://www.billplz.com"
    # Who is named as payer on bills; Billplz sends them nothing.
    wangi_billplz_payer_email: str = "payments@wangi.example"
    # The stand-in of deploy/billplz, and where it reaches us if not at BASE_URL.
    sandbox_url: str = "http://127.0.0.1:8026"
    sandbox_callback_url: str = ""
    wangi_tax_name: str = "SST"
    # Tax that prices include, in hundredths of a percent.
    wangi_tax_basis_points: Annotated[int, Field(ge=0, le=10_000)] = 0

    @field_validator(*STAND_IN, mode="before")
    @classmethod
    def _read_nothing_as_none(cls, value: object) -> object:
        return value or None  # compose has no other way to say that there is none

    @model_validator(mode="after")
    def _refuse_half_an_account(self) -> Self:
        missing = [name.upper() for name in STAND_IN if getattr(self, name) is None]
        if 0 < len(missing) < len(STAND_IN):
            raise ValueError(
                f"an account at Billplz needs all of its settings; missing: {', '.join(missing)}"
            )
        return self

    @model_validator(mode="after")
    def _refuse_a_provider_without_tls(self) -> Self:
        has_account = self.wangi_billplz_api_key is not None
        if self.production and has_account and not self.wangi_billplz_url.startswith("https://"):
            raise ValueError(
                "WANGI_BILLPLZ_URL must begin with https:// in production: it is told the API key"
            )
        return self
