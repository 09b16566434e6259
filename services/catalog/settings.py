"""Settings of the catalog service."""

from pathlib import Path

from libs.kit.settings import Settings


class CatalogSettings(Settings):
    """What only this service needs to know."""

    media_dir: Path = Path(".local/media")
