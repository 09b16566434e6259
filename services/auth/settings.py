"""Settings of the auth service."""

from pathlib import Path

from libs.kit.settings import Settings


class AuthSettings(Settings):
    """What only this service needs to know."""

    signing_key_file: Path = Path(".local/signing-key.pem")
    access_minutes: int = 10
    refresh_days: int = 30
    refresh_grace_seconds: int = 10
    password_workers: int = 2
    password_queue: int = 32
