"""Random passwords of a local installation, readable only by their owner."""

import json
import os
import secrets
from dataclasses import asdict, dataclass, field
from pathlib import Path

from libs.contracts.services import SERVICES

REDIS_OWNER, REDIS_USERS = "owner", (*SERVICES, "gateway")


def _secret() -> str:
    return secrets.token_urlsafe(32)


@dataclass(frozen=True)
class Passwords:
    owner: str = field(default_factory=_secret)
    internal: str = field(default_factory=_secret)
    account: str = field(default_factory=_secret)
    payout: str = field(default_factory=_secret)
    standby: str = field(default_factory=_secret)
    redis: dict[str, str] = field(
        default_factory=lambda: {name: _secret() for name in (REDIS_OWNER, *REDIS_USERS)}
    )
    roles: dict[str, str] = field(
        default_factory=lambda: {name: _secret() for name in (*SERVICES, "migrator")}
    )

    @classmethod
    def of(cls, state: Path) -> "Passwords":
        """Reads the passwords, or creates them on first use."""
        file = state / "secrets.json"
        if file.exists():
            kept = json.loads(file.read_text())
            known = cls(**kept)
            if len(kept) < len(asdict(known)):  # The file was written before the newest secret existed.
                file.write_text(json.dumps(asdict(known)))
            return known
        state.mkdir(parents=True, exist_ok=True)
        made = cls()
        descriptor = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "w") as out:
            json.dump(asdict(made), out)
        return made
