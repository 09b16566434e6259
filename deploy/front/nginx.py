"""Fills in the front server's settings. The gateway behind it is told to trust one hop:
TRUSTED_PROXY_HOPS=1."""

from pathlib import Path

TEMPLATE = Path(__file__).with_name("nginx.conf.in")


def settings(place: Path, *, port: int, gateway: str, media: Path) -> str:
    """Return the settings for one machine: where it may write, where it listens, where gateway and pictures
    are."""
    return TEMPLATE.read_text().format(place=place, port=port, gateway=gateway, media=media)
