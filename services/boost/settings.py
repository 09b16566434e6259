from pathlib import Path
from typing import Annotated, Literal, Self
from urllib.parse import urlsplit

from pydantic import Field, SecretStr, field_validator, model_validator

from libs.kit.security.secrets import LOCAL_SECRET, is_loopback
from libs.marketplace.settings import Settings
from services.boost.protection.rules import MAX_FEE_BASIS_POINTS

API_KEY, X_SIGNATURE_KEY = "wangi_billplz_api_key", "wangi_billplz_x_signature_key"
COLLECTION_ID = "wangi_billplz_collection_id"
STAND_IN_PAYOUTS = "payouts1"
# Credentials of the stand-in in deploy/billplz. Never used in production.
STAND_IN = {
    API_KEY: "stand-in-api-key",
    X_SIGNATURE_KEY: "stand-in-x-signature-key",
    COLLECTION_ID: "boosts01",
}


STAND_IN_TOYYIBPAY = "stand-in-toyyibpay"
SECRET_KEY, CATEGORY_CODE = "wangi_toyyibpay_key", "wangi_toyyibpay_category_code"


class BoostSettings(Settings):
    body_limit_bytes: int = 6 * 1024 * 1024
    # Hold the buyer's money until the parcel has arrived. Off by default, because a licence may be required.
    wangi_protected_purchase: bool = False
    # The buyer's fee, in hundredths of a percent of the price.
    wangi_protection_fee_basis_points: Annotated[int, Field(ge=0, le=MAX_FEE_BASIS_POINTS)] = 300
    # Encrypts bank accounts. If the secret is lost, people have to enter their accounts again.
    payout_secret: SecretStr = SecretStr(LOCAL_SECRET)
    # The previous secret during a rotation.
    payout_secret_also: SecretStr | None = None
    # Directory or bucket of dispute photographs, for example `s3://bucket/evidence`.
    media_dir: Path = Path(".local/evidence")
    media_url: str = ""
    # Payouts wait until this is set.
    wangi_billplz_payout_collection_id: str | None = None
    # Billplz credentials. Set all three or none. Without them a local run uses the stand-in, and production
    # accepts only wallet credit.
    wangi_billplz_api_key: SecretStr | None = None
    wangi_billplz_x_signature_key: SecretStr | None = None
    wangi_billplz_collection_id: str | None = None
    wangi_billplz_url: str = "https://www.billplz.com"
    # Passed to Billplz as the payer's email. Billplz sends nothing to this address.
    wangi_billplz_payer_email: str = "payments@wangi.example"
    # ToyyibPay does not support payouts.
    wangi_payment_provider: Literal["billplz", "toyyibpay"] = "billplz"
    # ToyyibPay credentials. Set both or neither.
    wangi_toyyibpay_key: SecretStr | None = None
    wangi_toyyibpay_category_code: str | None = None
    wangi_toyyibpay_url: str = "https://toyyibpay.com"
    # ToyyibPay requires a phone number.
    wangi_toyyibpay_payer_phone: str = "60300000000"
    # The stand-in accepts payments without money, so it runs only if HOST is this machine. Set this for
    # containers that only this machine can reach. BASE_URL must also be this machine.
    wangi_payment_stand_in: bool = False
    # URL of the stand-in in deploy/billplz. The callback URL defaults to BASE_URL.
    sandbox_url: str = "http://127.0.0.1:8026"
    sandbox_callback_url: str = ""
    # In sen. Larger refunds and decisions need two members of staff.
    wangi_second_person_above: Annotated[int, Field(ge=0, le=10**12)] = 100_000
    # With 0, the money of a decision moves immediately.
    wangi_dispute_appeal_hours: Annotated[int, Field(ge=0, le=336)] = 48
    wangi_tax_name: str = "SST"
    # The tax included in prices, in hundredths of a percent.
    wangi_tax_basis_points: Annotated[int, Field(ge=0, le=10_000)] = 0

    @field_validator(
        *STAND_IN, "wangi_billplz_payout_collection_id", SECRET_KEY, CATEGORY_CODE, mode="before"
    )
    @classmethod
    def _read_nothing_as_none(cls, value: object) -> object:
        return value or None  # Docker Compose cannot leave a variable unset, so it passes an empty value.

    @property
    def may_use_stand_in(self) -> bool:
        is_closed = not self.reachable or self.wangi_payment_stand_in
        return is_closed and not self.production and self._is_for_this_machine

    @property
    def _is_for_this_machine(self) -> bool:
        return is_loopback(urlsplit(self.base_url).hostname or "")

    @model_validator(mode="after")
    def _refuse_a_public_stand_in(self) -> Self:
        if self.wangi_payment_stand_in and not self.may_use_stand_in:
            raise ValueError(
                "WANGI_PAYMENT_STAND_IN takes payments without money: "
                "ENVIRONMENT may not be production, and BASE_URL must be this machine"
            )
        return self

    @model_validator(mode="after")
    def _refuse_half_an_account(self) -> Self:
        missing = [name.upper() for name in STAND_IN if getattr(self, name) is None]
        if 0 < len(missing) < len(STAND_IN):
            raise ValueError(
                f"an account at Billplz needs all of its settings; missing: {', '.join(missing)}"
            )
        if missing and self.wangi_billplz_payout_collection_id is not None:
            raise ValueError(
                "WANGI_BILLPLZ_PAYOUT_COLLECTION_ID pays people from an account at Billplz; "
                f"missing: {', '.join(missing)}"
            )
        if (self.wangi_toyyibpay_key is None) != (self.wangi_toyyibpay_category_code is None):
            raise ValueError("an account at ToyyibPay needs its secret key and its category code")
        return self

    @model_validator(mode="after")
    def _refuse_the_account_of_another_provider(self) -> Self:
        has = {
            "billplz": self.wangi_billplz_api_key is not None,
            "toyyibpay": self.wangi_toyyibpay_key is not None,
        }
        chosen = self.wangi_payment_provider
        others = [name for name, is_set in has.items() if is_set and name != chosen]
        if others and not has[chosen]:
            raise ValueError(
                f"WANGI_PAYMENT_PROVIDER is {chosen}, whose account is not set, while that of {others[0]} is"
            )
        return self

    @model_validator(mode="after")
    def _refuse_a_provider_without_tls(self) -> Self:
        has_account = self.wangi_billplz_api_key is not None
        if self.production and has_account and not self.wangi_billplz_url.startswith("https://"):
            raise ValueError(
                "WANGI_BILLPLZ_URL must begin with https:// in production: it receives the API key"
            )
        has_account = self.wangi_toyyibpay_key is not None
        if self.production and has_account and not self.wangi_toyyibpay_url.startswith("https://"):
            raise ValueError(
                "WANGI_TOYYIBPAY_URL must begin with https:// in production: it receives the secret key"
            )
        return self
