"""Settings of a process, read from the environment; every service's own class starts from this one."""

from typing import Annotated, Literal, Self
from urllib.parse import urlsplit

from pydantic import Field, SecretStr, model_validator
from pydantic_settings import BaseSettings, SettingsConfigDict

LOCAL_SECRET = "local-only"  # noqa: S105 - refused in production below
Seconds = Annotated[float, Field(gt=0, le=3600)]


class Settings(BaseSettings):
    """What all processes share. Names are the environment variables in lower case."""

    model_config = SettingsConfigDict(env_file=None, extra="ignore", frozen=True)

    environment: Literal["local", "test", "production"] = "local"
    host: str = "127.0.0.1"
    port: int = 0
    log_level: Literal["DEBUG", "INFO", "WARNING", "ERROR"] = "INFO"
    log_json: bool = True

    database_url: SecretStr = SecretStr("postgresql://wangi@127.0.0.1:15432/wangi")
    database_pool_size: int = 8
    redis_url: SecretStr = SecretStr("redis://127.0.0.1:16379/0")
    kafka_bootstrap_servers: str = "127.0.0.1:19092"

    base_url: str = "http://localhost:8080"
    cors_origins: list[str] = []
    auth_url: str = "http://127.0.0.1:8101"
    catalog_url: str = "http://127.0.0.1:8102"
    auction_url: str = "http://127.0.0.1:8103"
    messaging_url: str = "http://127.0.0.1:8104"
    boost_url: str = "http://127.0.0.1:8105"
    admin_url: str = "http://127.0.0.1:8106"

    token_issuer: str = "wangi"  # noqa: S105 - a name, not a secret
    token_audience: str = "wangi"  # noqa: S105 - a name, not a secret
    internal_secret: SecretStr = SecretStr(LOCAL_SECRET)
    wangi_relaxed_limits: bool = False

    body_limit_bytes: int = 256 * 1024
    drain_seconds: Annotated[float, Field(ge=0, le=60)] = 0.0
    grace_seconds: Seconds = 8.0
    revocation_patience_seconds: Seconds = 60.0
    otel_exporter_otlp_endpoint: str | None = None

    @property
    def production(self) -> bool:
        """Strict mode: no default secret, no relaxed limit, no demo."""
        return self.environment == "production"

    @property
    def relaxed_limits(self) -> bool:
        """Looser rate limits for outside checks; never in production."""
        return self.wangi_relaxed_limits and not self.production

    @property
    def jwks_url(self) -> str:
        """Where the public keys of our tokens are."""
        return f"{self.auth_url}/.well-known/jwks.json"

    @model_validator(mode="after")
    def _refuse_default_secrets(self) -> Self:
        if self.production and self.internal_secret.get_secret_value() == LOCAL_SECRET:
            raise ValueError("INTERNAL_SECRET must be set in production")
        return self

    @model_validator(mode="after")
    def _refuse_plain_http(self) -> Self:
        base = urlsplit(self.base_url)
        if self.production and base.scheme != "https" and base.hostname not in ("localhost", "127.0.0.1"):
            raise ValueError("BASE_URL must begin with https:// in production: cookies and links are made of it")
        return self
