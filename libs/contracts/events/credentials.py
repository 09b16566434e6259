"""Events of credentials: changes and new browsers. They contain no IP address, device name or email
address."""

import hashlib
from datetime import datetime
from typing import ClassVar, Literal

from libs.contracts.event import Event, Id
from libs.contracts.events.auth import UserEvent

SignInWay = Literal["password", "passkey", "provider", "reset"]
# `email_restored` means that the owner restored the previous email address.
CredentialChange = Literal[
    "password_changed", "password_reset", "email_changed", "email_restored", "second_factor_on", "second_factor_off",
    "passkey_added", "passkey_removed", "provider_linked",
]  # fmt: skip


class CredentialChanged(UserEvent):
    """A credential of a person has changed. The new value is not included."""

    change: CredentialChange
    changed_at: datetime


class DeviceAdded(Event):
    """A new browser signed in to an account or set its password.
    The first browser of an account is not published. `device` is a hash of the device cookie and the account,
    so that it cannot link accounts."""

    topic: ClassVar[str] = "wangi.users"
    producer: ClassVar[str] = "auth"

    user_id: Id
    device: Id
    way: SignInWay
    # True if no other stored sign-in of the account came from the same network.
    is_new_network: bool
    added_at: datetime

    @property
    def key(self) -> str:
        return f"device-{self.device}"


def device_mark(user_id: int, device_hash: bytes) -> int:
    return int.from_bytes(hashlib.sha256(b"%d:%b" % (user_id, device_hash)).digest()[:8]) >> 1 or 1
