import hmac
from pathlib import Path
from typing import Annotated, Literal, Self
from urllib.parse import urlsplit

from pydantic import Field, SecretStr, ValidationInfo, field_validator, model_validator
from pydantic_settings import BaseSettings, SettingsConfigDict

from libs.kit.events import broker
from libs.kit.security.secrets import LOCAL_SECRET, check_secret, is_loopback

Seconds = Annotated[float, Field(gt=0, le=3600)]
REVOCATION_PATIENCE = 60.0


class ServerAddresses(BaseSettings):
    """The settings that operators' commands need."""

    model_config = SettingsConfigDict(env_file=None, extra="ignore", frozen=True, hide_input_in_errors=True)

    database_url: SecretStr = SecretStr("postgresql://wangi@127.0.0.1:15432/wangi")
    # Either `host:port,...`, or a URL with TLS as in `libs/kit/events/broker.py`.
    kafka_bootstrap_servers: Annotated[str, Field(repr=False)] = "127.0.0.1:19092"

    @model_validator(mode="after")
    def _refuse_malformed_broker(self) -> Self:
        broker.check_address(self.kafka_bootstrap_servers)
        return self


class Settings(ServerAddresses):
    """Each setting is read from the environment variable of the same name in upper case."""

    environment: Literal["local", "test", "production"] = "local"
    host: str = "127.0.0.1"
    port: int = 0
    log_level: Literal["DEBUG", "INFO", "WARNING", "ERROR"] = "INFO"
    log_json: bool = True

    database_pool_size: int = 8
    redis_url: SecretStr = SecretStr("redis://127.0.0.1:16379/0")

    base_url: str = "http://localhost:8080"
    cors_origins: list[str] = []
    auth_url: str = "http://127.0.0.1:8101"

    token_issuer: str = "wangi"  # noqa: S105 - a name, not a secret
    token_audience: str = "wangi"  # noqa: S105 - a name, not a secret
    internal_secret: SecretStr = SecretStr(LOCAL_SECRET)
    # Also accepted while the secret is rotated. First add the new secret here in every service, then make it
    # `internal_secret`, then remove it here.
    internal_secret_also: SecretStr | None = None
    wangi_relaxed_limits: bool = False

    body_limit_bytes: int = 256 * 1024
    drain_seconds: Annotated[float, Field(ge=0, le=60)] = 0.0
    grace_seconds: Seconds = 8.0
    revocation_patience_seconds: Seconds = REVOCATION_PATIENCE
    otel_exporter_otlp_endpoint: str | None = None
    # A file that moves the clock in development. Never used in production.
    sandbox_clock: Path | None = None
    # The point at which a fault test kills this process. Only used on loopback.
    wangi_kill_at: str = ""

    @property
    def production(self) -> bool:
        """In production there are no default secrets, no relaxed limits and no demo data."""
        return self.environment == "production"

    @property
    def relaxed_limits(self) -> bool:
        """Higher rate limits for external checks. Always off in production."""
        return self.wangi_relaxed_limits and not self.production

    @property
    def jwks_url(self) -> str:
        return f"{self.auth_url}/.well-known/jwks.json"

    @property
    def reachable(self) -> bool:
        """True if other machines can connect to this process. Default secrets are then refused."""
        return self.production or not is_loopback(self.host)

    def is_internal(self, secret: str) -> bool:
        """Takes constant time. An empty secret is never valid."""
        known = [
            item.get_secret_value()
            for item in (self.internal_secret, self.internal_secret_also)
            if item is not None
        ]
        fits = [hmac.compare_digest(secret.encode(), item.encode()) for item in known if item]
        return any(fits) and bool(secret)

    @field_validator("*", mode="before")
    @classmethod
    def _read_empty_as_none(cls, value: object, info: ValidationInfo) -> object:
        """Treats an empty `*_secret_also` as None, because Compose cannot leave a variable unset."""
        is_also = str(info.field_name).endswith("_secret_also")
        return None if is_also and not value else value

    @model_validator(mode="after")
    def _refuse_weak_secrets(self) -> Self:
        for name in type(self).model_fields:
            secret = getattr(self, name)
            if isinstance(secret, SecretStr) and name.endswith(("_secret", "_secret_also")):
                check_secret(name.upper(), secret.get_secret_value(), strict=self.reachable)
        return self

    @model_validator(mode="after")
    def _refuse_shared_secrets(self) -> Self:
        """Refuses equal secrets for different purposes, because every service knows INTERNAL_SECRET."""
        purposes: dict[str, str] = {}
        for name in type(self).model_fields:
            secret = getattr(self, name)
            if (
                self.reachable
                and isinstance(secret, SecretStr)
                and name.endswith(("_secret", "_secret_also"))
            ):
                purpose = name.removesuffix("_also")
                if purposes.setdefault(secret.get_secret_value(), purpose) != purpose:
                    other = purposes[secret.get_secret_value()]
                    raise ValueError(f"{name.upper()} must differ from {other.upper()}")
        return self

    @model_validator(mode="after")
    def _refuse_default_password(self) -> Self:
        password = urlsplit(self.database_url.get_secret_value()).password
        if self.reachable and password == LOCAL_SECRET:
            raise ValueError("DATABASE_URL has the password of a machine of one's own; set another one")
        return self

    @model_validator(mode="after")
    def _refuse_open_servers(self) -> Self:
        if self.reachable and not urlsplit(self.redis_url.get_secret_value()).password:
            raise ValueError("REDIS_URL must carry a password where more than this machine can reach us")
        if self.reachable and not broker.is_guarded(self.kafka_bootstrap_servers):
            raise ValueError(
                "KAFKA_BOOTSTRAP_SERVERS must carry credentials where more than this machine can reach us"
            )
        return self

    @model_validator(mode="after")
    def _refuse_moved_time(self) -> Self:
        if self.sandbox_clock is not None and self.production:
            raise ValueError("SANDBOX_CLOCK moves the time: it is for a machine of one's own")
        return self

    @model_validator(mode="after")
    def _refuse_planned_death(self) -> Self:
        if self.wangi_kill_at and self.reachable:
            raise ValueError("WANGI_KILL_AT ends this process: HOST must be this machine")
        return self

    @model_validator(mode="after")
    def _refuse_unnamed_environment(self) -> Self:
        if self.reachable and "environment" not in self.model_fields_set:
            raise ValueError("ENVIRONMENT must be named where HOST is more than this machine")
        return self

    @model_validator(mode="after")
    def _refuse_plain_http(self) -> Self:
        base = urlsplit(self.base_url)
        if self.production and base.scheme != "https" and base.hostname not in ("localhost", "127.0.0.1"):
            raise ValueError(
                "BASE_URL must begin with https:// in production: cookies and links are made of it"
            )
        if self.production and not all(origin.startswith("https://") for origin in self.cors_origins):
            raise ValueError(
                "CORS_ORIGINS must begin with https:// in production: pages there act for their visitors"
            )
        return self
