"""Renders the nginx configuration of the front server. The gateways behind it need TRUSTED_PROXY_HOPS=1."""

from collections.abc import Mapping, Sequence
from pathlib import Path

TEMPLATE = Path(__file__).with_name("nginx.conf.in")
# `max_fails=0` retries a server at once. A refused connection is cheap, but a pause would lose requests.
_SERVER = "server {address} max_fails=0;"
_STREAM = """\
    upstream of_{port} {{ {servers} }}
    server {{ listen 127.0.0.1:{port}; proxy_pass of_{port}; proxy_connect_timeout 1s; proxy_timeout 1d; }}"""


def settings(
    place: Path,
    *,
    port: int | str,
    gateways: Sequence[str],
    media: Path,
    streams: Mapping[int, Sequence[str]] | None = None,
) -> str:
    """Returns the configuration for one machine. `streams` are ports whose connections are forwarded
    unchanged."""
    blocks = (
        _STREAM.format(port=behind, servers=_servers(addresses))
        for behind, addresses in (streams or {}).items()
    )
    return TEMPLATE.read_text().format(
        place=place,
        port=port,
        gateways=_servers(gateways),
        media=media,
        streams="\n".join(("stream {", *blocks, "}")) if streams else "",
    )


def _servers(addresses: Sequence[str]) -> str:
    return " ".join(_SERVER.format(address=address) for address in addresses)
