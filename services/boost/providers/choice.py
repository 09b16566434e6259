"""Which provider a process has, by its settings."""

from pydantic import SecretStr

from services.boost.providers.billplz import Account, Billplz
from services.boost.providers.port import Provider
from services.boost.settings import API_KEY, COLLECTION_ID, STAND_IN, X_SIGNATURE_KEY, BoostSettings


def provider_of(settings: BoostSettings) -> Provider | None:
    """Return the account at Billplz, the stand-in of a local run, or none."""
    key, signature = settings.wangi_billplz_api_key, settings.wangi_billplz_x_signature_key
    collection_id = settings.wangi_billplz_collection_id
    url, callback_base = settings.wangi_billplz_url, settings.base_url
    if key is None or signature is None or collection_id is None:
        if settings.production:
            return None
        key, signature = (SecretStr(STAND_IN[name]) for name in (API_KEY, X_SIGNATURE_KEY))
        collection_id = STAND_IN[COLLECTION_ID]
        url, callback_base = settings.sandbox_url, settings.sandbox_callback_url or callback_base
    account = Account(
        url=url,
        api_key=key,
        x_signature_key=signature,
        collection_id=collection_id,
        payer_email=settings.wangi_billplz_payer_email,
        callback_url=f"{callback_base}/api/boost/callback",
        redirect_url=f"{settings.base_url}/api/boost/return",
    )
    return Billplz(account)
