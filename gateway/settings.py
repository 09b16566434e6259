from pathlib import Path
from typing import Annotated, Self
from urllib.parse import urlsplit

from pydantic import Field, model_validator

from libs.marketplace.settings import Settings


class GatewaySettings(Settings):
    port: int = 8080
    metrics_port: int = 8100
    web_dir: Path | None = None
    # Number of our own proxies in front of the gateway. If 0, the peer of the socket is the client.
    trusted_proxy_hops: Annotated[int, Field(ge=0, le=8)] = 0
    upstream_connections: Annotated[int, Field(ge=1, le=4096)] = 128
    max_sockets: Annotated[int, Field(ge=1)] = 20_000
    guest_sockets_per_network: Annotated[int, Field(ge=1)] = 2000

    @model_validator(mode="after")
    def _refuse_forgotten_proxy(self) -> Self:
        if self.production and self.base_url.startswith("https://") and self.trusted_proxy_hops == 0:
            raise ValueError(
                "TRUSTED_PROXY_HOPS must be 1 or more: TLS ends before the gateway, at a proxy of ours"
            )
        return self

    def address_of(self, service: str) -> str:
        return str(getattr(self, f"{service}_url")).rstrip("/")

    @property
    def allowed_origins(self) -> frozenset[str]:
        base = urlsplit(self.base_url)
        return frozenset(
            {f"{base.scheme}://{base.netloc}", *(origin.rstrip("/") for origin in self.cors_origins)}
        )
