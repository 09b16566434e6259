from pathlib import Path
from typing import Annotated, Literal, Self
from urllib.parse import urlsplit

from pydantic import Field, SecretStr, field_validator, model_validator

from libs.kit.security.secrets import LOCAL_SECRET, is_loopback
from libs.marketplace.settings import Settings
from services.boost.protection.rules import MOST_FEE_BASIS_POINTS

API_KEY, X_SIGNATURE_KEY = "wangi_billplz_api_key", "wangi_billplz_x_signature_key"
COLLECTION_ID = "wangi_billplz_collection_id"
STAND_IN_PAYOUTS = "payouts1"
# What the stand-in of deploy/billplz knows; it protects nothing, and is never used in production.
STAND_IN = {
    API_KEY: "stand-in-api-key",
    X_SIGNATURE_KEY: "stand-in-x-signature-key",
    COLLECTION_ID: "boosts01",
}


# The account at ToyyibPay, and what the stand-in knows instead of either.
STAND_IN_TOYYIBPAY = "stand-in-toyyibpay"
SECRET_KEY, CATEGORY_CODE = "wangi_toyyibpay_key", "wangi_toyyibpay_category_code"


class BoostSettings(Settings):
    body_limit_bytes: int = 6 * 1024 * 1024
    # Money of a buyer is held until they have the parcel. Holding it may need a licence: off by default.
    wangi_protected_purchase: bool = False
    # What a buyer pays beside the price for it, in hundredths of a percent.
    wangi_protection_fee_basis_points: Annotated[int, Field(ge=0, le=MOST_FEE_BASIS_POINTS)] = 300
    # Seals the bank accounts that payouts go to. Lose it and people write theirs down again.
    payout_secret: SecretStr = SecretStr(LOCAL_SECRET)
    # Opens too while the secret is exchanged; accounts written down from then on are sealed with the new one.
    payout_secret_also: SecretStr | None = None
    # Where photographs of disputes are kept, or instead in `s3://bucket/evidence`.
    media_dir: Path = Path(".local/evidence")
    media_url: str = ""
    # From where Billplz pays people; without it payouts wait.
    wangi_billplz_payout_collection_id: str | None = None
    # The account at Billplz: all three or none. With none a local run uses the stand-in, and in production
    # only orders paid by wallet credit can be placed.
    wangi_billplz_api_key: SecretStr | None = None
    wangi_billplz_x_signature_key: SecretStr | None = None
    wangi_billplz_collection_id: str | None = None
    wangi_billplz_url: str = "https://www.billplz.com"
    # Who is named as payer on bills; Billplz sends them nothing.
    wangi_billplz_payer_email: str = "payments@wangi.example"
    # Where payments are made. Through ToyyibPay no one is paid out.
    wangi_payment_provider: Literal["billplz", "toyyibpay"] = "billplz"
    # The account at ToyyibPay: both or none; with none as above.
    wangi_toyyibpay_key: SecretStr | None = None
    wangi_toyyibpay_category_code: str | None = None
    wangi_toyyibpay_url: str = "https://toyyibpay.com"
    # Who is named as payer on its bills, which must have a number.
    wangi_toyyibpay_payer_phone: str = "60300000000"
    # The stand-in takes payments without money, so it serves only where HOST is this machine. Set this for
    # containers whose ports only this machine reaches, where BASE_URL has to be this machine too.
    wangi_payment_stand_in: bool = False
    # The stand-in of deploy/billplz, and where it reaches us if not at BASE_URL.
    sandbox_url: str = "http://127.0.0.1:8026"
    sandbox_callback_url: str = ""
    # More than that, in sen, is given back or decided about by two members of staff.
    wangi_second_person_above: Annotated[int, Field(ge=0, le=10**12)] = 100_000
    # So long the decision of a dispute may be appealed before its money moves; with 0 it moves at once.
    wangi_dispute_appeal_hours: Annotated[int, Field(ge=0, le=336)] = 48
    wangi_tax_name: str = "SST"
    # Tax that prices include, in hundredths of a percent.
    wangi_tax_basis_points: Annotated[int, Field(ge=0, le=10_000)] = 0

    @field_validator(
        *STAND_IN, "wangi_billplz_payout_collection_id", SECRET_KEY, CATEGORY_CODE, mode="before"
    )
    @classmethod
    def _read_nothing_as_none(cls, value: object) -> object:
        return value or None  # compose has no other way to say that there is none

    @property
    def may_use_stand_in(self) -> bool:
        """Whether the payment stand-in may be used if no account is configured."""
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
                "WANGI_BILLPLZ_URL must begin with https:// in production: it is told the API key"
            )
        has_account = self.wangi_toyyibpay_key is not None
        if self.production and has_account and not self.wangi_toyyibpay_url.startswith("https://"):
            raise ValueError(
                "WANGI_TOYYIBPAY_URL must begin with https:// in production: it is told the secret key"
            )
        return self
