from pathlib import Path
from typing import Annotated

from pydantic import BaseModel, Field, SecretStr

from libs.kit.process.settings import Settings
from libs.kit.security.secrets import LOCAL_SECRET


class ProviderSettings(BaseModel):
    """One outside place that people may sign in with (OpenID Connect)."""

    id: Annotated[str, Field(pattern=r"^[a-z0-9-]{1,32}$")]
    name: str
    issuer: str
    client_id: str
    client_secret: SecretStr
    scopes: str = "openid email profile"


class AuthSettings(Settings):
    """What only this service needs to know."""

    body_limit_bytes: int = 6 * 1024 * 1024
    # Seals signing keys and second factors, derives one-time links and the handles of passkeys. Lose it and
    # everyone signs in anew by password, without their authenticators, recovery codes and passkeys.
    account_secret: SecretStr = SecretStr(LOCAL_SECRET)
    # Accepted too while the secret is exchanged; decision 0004 has the steps (`wangi account-secret`).
    account_secret_also: SecretStr | None = None
    default_is_seller: bool = True
    access_minutes: int = 10
    refresh_days: int = 30
    refresh_grace_seconds: int = 10
    # Whether staff serves only with an authenticator; when not set, in production.
    wangi_staff_second_factor: bool | None = None
    link_minutes: Annotated[int, Field(ge=1, le=30)] = 30
    password_workers: int = 1
    password_queue: int = 32
    # How long a new signing key is shown before it signs: twice the time others keep our keys.
    key_head_start_seconds: int = 600

    smtp_host: str = "127.0.0.1"
    smtp_port: int = 1025
    smtp_user: str = ""
    smtp_password: SecretStr = SecretStr("")
    smtp_tls: bool = False
    mail_sender: str = "Wangi <hello@wangi.example>"

    media_dir: Path = Path(".local/portraits")
    # Where pictures are kept instead of the folder, such as `s3://bucket/portraits`.
    media_url: str = ""

    # Webhooks go to this very machine too, over plain http; for development and tests, never in production.
    wangi_webhooks_to_loopback: bool = False

    # Empty by default: no button is shown that leads nowhere.
    oidc_providers: list[ProviderSettings] = []

    @property
    def webhooks_to_loopback(self) -> bool:
        """Return whether webhooks may be sent to this machine."""
        return self.wangi_webhooks_to_loopback and not self.production

    @property
    def loopback_setting(self) -> str | None:
        """Return the name of the setting by which webhooks may be sent to this machine; in production nothing
        is said of it."""
        return None if self.production else "WANGI_WEBHOOKS_TO_LOOPBACK"

    @property
    def asks_staff_for_second_factor(self) -> bool:
        """Return whether a role on the staff counts only for those who sign in in two steps."""
        chosen = self.wangi_staff_second_factor
        return self.production if chosen is None else chosen
