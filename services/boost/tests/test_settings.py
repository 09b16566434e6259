from typing import Any

import pytest
from pydantic import SecretStr, ValidationError

from services.boost.payments.providers.billplz import Billplz
from services.boost.payments.providers.choice import provider_of
from services.boost.settings import STAND_IN, BoostSettings

WHOLE: dict[str, Any] = {name: f"live-{name}" for name in STAND_IN}
PRODUCTION: dict[str, Any] = {
    "environment": "production", "base_url": "https://wangi.example",
    "internal_secret": SecretStr("q8Zr2vXw7LkT0bNfYc5HdJm1sPgUe4AoRiW9tKxEyBn"),
    "payout_secret": SecretStr("w9Kx2vZr8LkT0bNfYc5HdJm1sPgUe4AoRiQ7tXyEnBq"),
    "database_url": SecretStr("postgresql://wangi:s3cr3t@db/wangi"), "redis_url": SecretStr("redis://:s3cr3t@r/0"),
    "kafka_bootstrap_servers": "sasl_ssl://boost:s3cr3t@k:9092?mechanism=PLAIN",
}  # fmt: skip


@pytest.mark.parametrize("missing", STAND_IN)
def test_incomplete_provider_account_refuses_start(missing: str) -> None:
    half = {name: value for name, value in WHOLE.items() if name != missing}
    with pytest.raises(ValidationError) as refusal:
        BoostSettings(**half)
    assert f"needs all of its settings; missing: {missing.upper()}" in str(refusal.value)
    assert "live-" not in str(refusal.value)
    alone: dict[str, Any] = {missing: "alone"}
    with pytest.raises(ValidationError, match="missing"):
        BoostSettings(**alone)


def test_default_is_stand_in_locally_and_no_provider_in_production() -> None:
    nothing: dict[str, Any] = dict.fromkeys(STAND_IN, "")
    stand_in = provider_of(BoostSettings(**nothing))
    assert isinstance(stand_in, Billplz)
    assert stand_in.account.url == "http://127.0.0.1:8026"
    assert provider_of(BoostSettings(**PRODUCTION)) is None


@pytest.mark.parametrize("provider", ["billplz", "toyyibpay"])
@pytest.mark.parametrize("host", ["0.0.0.0", "::", "192.168.1.20"])
def test_stand_in_serves_only_local_shops(host: str, provider: str) -> None:
    beyond = PRODUCTION | {
        "environment": "local", "base_url": "http://localhost:8080", "host": host,
        "wangi_payment_provider": provider,
    }  # fmt: skip
    assert provider_of(BoostSettings(**beyond)) is None, "unless it is asked for"
    assert provider_of(BoostSettings(**beyond | {"wangi_payment_stand_in": True})) is not None
    public = {"base_url": "http://shop.example", "host": "127.0.0.1", "environment": "local"}
    assert provider_of(BoostSettings(**beyond | public)) is None
    for wider in ({"base_url": "http://192.168.1.20:8080"}, {"environment": "production"}):
        with pytest.raises(ValidationError, match="WANGI_PAYMENT_STAND_IN"):
            BoostSettings(**beyond | {"wangi_payment_stand_in": True} | wider)


def test_provider_key_is_never_sent_without_tls() -> None:
    with pytest.raises(ValidationError, match="WANGI_BILLPLZ_URL must begin with https"):
        BoostSettings(**PRODUCTION | WHOLE | {"wangi_billplz_url": "http://billplz.example"})


def test_complete_account_uses_real_service_and_hides_secrets() -> None:
    settings = BoostSettings(**PRODUCTION | WHOLE)
    provider = provider_of(settings)
    assert isinstance(provider, Billplz)
    assert provider.account.url == "https://www.billplz.com"
    assert provider.account.callback_url == "https://wangi.example/api/boost/callback"
    for name in ("wangi_billplz_api_key", "wangi_billplz_x_signature_key"):
        assert WHOLE[name] not in f"{settings!r} {settings} {provider.account!r} {settings.model_dump_json()}"


def test_payout_collection_without_account_refuses_start() -> None:
    alone: dict[str, Any] = {"wangi_billplz_payout_collection_id": "live-payouts"}
    for environment in ({}, PRODUCTION):
        with pytest.raises(
            ValidationError, match="WANGI_BILLPLZ_PAYOUT_COLLECTION_ID pays people"
        ) as refusal:
            BoostSettings(**environment | alone)
        assert "missing: WANGI_BILLPLZ_API_KEY" in str(refusal.value)
        assert "live-" not in str(refusal.value)
    whole = provider_of(BoostSettings(**PRODUCTION | WHOLE | alone))
    assert whole is not None
    assert whole.pays_out


TOYYIBPAY: dict[str, Any] = {"wangi_toyyibpay_key": "live-key", "wangi_toyyibpay_category_code": "live-code"}


@pytest.mark.parametrize(("chosen", "account"), [("toyyibpay", WHOLE), ("billplz", TOYYIBPAY)])
def test_account_of_unchosen_provider_refuses_start(chosen: str, account: dict[str, Any]) -> None:
    choice: dict[str, Any] = {"wangi_payment_provider": chosen}
    for environment in ({}, PRODUCTION):
        with pytest.raises(ValidationError, match=f"WANGI_PAYMENT_PROVIDER is {chosen}") as refusal:
            BoostSettings(**environment | account | choice)
        assert "live-" not in str(refusal.value)
    both = BoostSettings(**PRODUCTION | WHOLE | TOYYIBPAY | choice)
    provider = provider_of(both)
    assert provider is not None
    assert provider.name == chosen
