from pydantic import SecretStr

from services.boost.payments.providers import billplz, toyyibpay
from services.boost.payments.providers.port import Provider
from services.boost.settings import (
    API_KEY,
    COLLECTION_ID,
    STAND_IN,
    STAND_IN_PAYOUTS,
    STAND_IN_TOYYIBPAY,
    X_SIGNATURE_KEY,
    BoostSettings,
)

CALLBACK, RETURN = "/api/boost/callback", "/api/boost/return"


def provider_of(settings: BoostSettings) -> Provider | None:
    return _toyyibpay(settings) if settings.wangi_payment_provider == "toyyibpay" else _billplz(settings)


def _billplz(settings: BoostSettings) -> Provider | None:
    key, signature = settings.wangi_billplz_api_key, settings.wangi_billplz_x_signature_key
    collection_id = settings.wangi_billplz_collection_id
    url, callback_base = settings.wangi_billplz_url, settings.base_url
    payouts = settings.wangi_billplz_payout_collection_id
    if key is None or signature is None or collection_id is None:
        if not settings.may_use_stand_in:
            return None
        key, signature = (SecretStr(STAND_IN[name]) for name in (API_KEY, X_SIGNATURE_KEY))
        collection_id, payouts = STAND_IN[COLLECTION_ID], STAND_IN_PAYOUTS
        url, callback_base = settings.sandbox_url, settings.sandbox_callback_url or callback_base
    account = billplz.BillplzAccount(
        url=url,
        api_key=key,
        x_signature_key=signature,
        collection_id=collection_id,
        payer_email=settings.wangi_billplz_payer_email,
        callback_url=f"{callback_base}{CALLBACK}",
        redirect_url=f"{settings.base_url}{RETURN}",
        payout_collection_id=payouts,
    )
    return billplz.Billplz(account)


def _toyyibpay(settings: BoostSettings) -> Provider | None:
    key, category = settings.wangi_toyyibpay_key, settings.wangi_toyyibpay_category_code
    url, callback_base = settings.wangi_toyyibpay_url, settings.base_url
    if key is None or category is None:
        if not settings.may_use_stand_in:
            return None
        key, category = SecretStr(STAND_IN_TOYYIBPAY), STAND_IN_TOYYIBPAY
        url, callback_base = settings.sandbox_url, settings.sandbox_callback_url or callback_base
    account = toyyibpay.ToyyibPayAccount(
        url=url,
        secret_key=key,
        category_code=category,
        payer_email=settings.wangi_billplz_payer_email,
        payer_phone=settings.wangi_toyyibpay_payer_phone,
        callback_url=f"{callback_base}{CALLBACK}",
        redirect_url=f"{settings.base_url}{RETURN}",
    )
    return toyyibpay.ToyyibPay(account)
