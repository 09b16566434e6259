from pathlib import Path
from typing import Annotated

from pydantic import BaseModel, Field, SecretStr

from libs.kit.security.secrets import LOCAL_SECRET
from libs.marketplace.settings import Settings


class ProviderSettings(BaseModel):
    id: Annotated[str, Field(pattern=r"^[a-z0-9-]{1,32}$")]
    name: str
    issuer: str
    client_id: str
    client_secret: SecretStr
    scopes: str = "openid email profile"


class AuthSettings(Settings):
    body_limit_bytes: int = 6 * 1024 * 1024
    # Encrypts signing keys and second factors, and derives one-time links and passkey handles. If the secret
    # is lost, everyone must sign in again by password. Authenticators, recovery codes and passkeys no longer
    # work.
    account_secret: SecretStr = SecretStr(LOCAL_SECRET)
    # Also accepted while the secret is rotated (decision 0004, `wangi account-secret`).
    account_secret_also: SecretStr | None = None
    default_is_seller: bool = True
    access_minutes: int = 10
    refresh_days: int = 30
    refresh_grace_seconds: int = 10
    # Whether staff roles require an authenticator. By default only in production.
    wangi_staff_second_factor: bool | None = None
    link_minutes: Annotated[int, Field(ge=1, le=30)] = 30
    password_workers: int = 1
    password_queue: int = 32
    # New keys are published this long before they sign. Must be twice the time that others cache our keys.
    key_head_start_seconds: int = 600

    smtp_host: str = "127.0.0.1"
    smtp_port: int = 1025
    smtp_user: str = ""
    smtp_password: SecretStr = SecretStr("")
    smtp_tls: bool = False
    mail_sender: str = "Wangi <hello@wangi.example>"

    media_dir: Path = Path(".local/portraits")
    # Where pictures are stored instead of `media_dir`, such as `s3://bucket/portraits`.
    media_url: str = ""

    # Allows webhooks to this machine over http. For development and tests only.
    wangi_webhooks_to_loopback: bool = False

    # Empty by default, so that the sign-in page shows no provider that is not configured.
    oidc_providers: list[ProviderSettings] = []

    @property
    def webhooks_to_loopback(self) -> bool:
        return self.wangi_webhooks_to_loopback and not self.production

    @property
    def loopback_setting(self) -> str | None:
        return None if self.production else "WANGI_WEBHOOKS_TO_LOOPBACK"

    @property
    def asks_staff_for_second_factor(self) -> bool:
        chosen = self.wangi_staff_second_factor
        return self.production if chosen is None else chosen
