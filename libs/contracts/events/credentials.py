"""Facts about what signs a person in: what has changed, and which browser is new. No address, no name of a
device, no e-mail."""

import hashlib
from datetime import datetime
from typing import ClassVar, Literal

from libs.contracts.events.auth import UserFact
from libs.contracts.fact import Fact, Id

SignInWay = Literal["password", "passkey", "provider", "reset"]
# "email_restored": the owner made the address of before the account's again.
CredentialChange = Literal[
    "password_changed", "password_reset", "email_changed", "email_restored", "second_factor_on", "second_factor_off",
    "passkey_added", "passkey_removed", "provider_linked",
]  # fmt: skip


class CredentialChanged(UserFact):
    """What signs a person in has changed; what it is now is known to its owner alone."""

    change: CredentialChange
    changed_at: datetime


class DeviceAdded(Fact):
    """A browser that was not seen on this account before signed in, or set a new password; the account's
    first browser is not told of. `device` is a hash of its mark and of the account, so that two accounts at
    one browser cannot be linked by it."""

    topic: ClassVar[str] = "wangi.users"
    producer: ClassVar[str] = "auth"

    user_id: Id
    device: Id
    way: SignInWay
    # Whether no other sign-in of the account that is still kept came from the same network.
    is_new_network: bool
    added_at: datetime

    @property
    def key(self) -> str:
        return f"device-{self.device}"


def device_mark(user_id: int, device_hash: bytes) -> int:
    return int.from_bytes(hashlib.sha256(b"%d:%b" % (user_id, device_hash)).digest()[:8]) >> 1 or 1
