"""The VAPID key of this installation (RFC 8292), stored encrypted."""

import time
from urllib.parse import urlsplit

import structlog
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from joserfc import jwt
from joserfc.jwk import ECKey

from libs.kit.db.database import Database
from libs.kit.process import clock
from libs.kit.security.safe import Safe, SealBroken
from libs.kit.security.tokens import ALGORITHM
from services.auth.push import queries
from services.auth.push.encryption import public_bytes
from services.auth.push.models import PushKey
from services.auth.push.rules import as_text
from services.auth.rekeying import PUSH_KEY

log = structlog.get_logger(__name__)


# Push services accept signatures for up to 24 hours. Ours are renewed long before.
SECONDS = 12 * 3_600


RENEWED_BEFORE = 2 * 3_600


class PushSigner:
    def __init__(self, safe: Safe, contact: str) -> None:
        self._safe, self._contact = safe, contact
        self._key: ECKey | None = None
        self.public_key = ""
        # Expiry and header of the current signature, per push service.
        self._kept: dict[str, tuple[int, str]] = {}

    async def open(self, database: Database) -> None:
        """Loads or creates the key. A key that was encrypted with another root secret is kept and push is
        turned off, because replacing the key would end all subscriptions."""
        self._key, self.public_key = None, ""
        self._kept.clear()
        async with database.transaction() as session:
            row = await queries.lock_push_key(session)
            if row is None:
                number = ec.generate_private_key(ec.SECP256R1()).private_numbers().private_value.to_bytes(32)
                sealed = self._safe.seal(number, PUSH_KEY)
                session.add(PushKey(sealed=sealed, created_at=await clock.now(session)))
            else:
                try:
                    number = self._safe.open(row.sealed, PUSH_KEY)
                except SealBroken:
                    log.error("nothing is pushed: this root secret does not open the key for push services")
                    return
        key = ec.derive_private_key(int.from_bytes(number), ec.SECP256R1())
        self.public_key = as_text(public_bytes(key))
        pem = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
        self._key = ECKey.import_key(pem)

    def authorization(self, audience: str) -> str:
        assert self._key is not None, "asked only where there is a public key"
        now = int(time.time())  # Uses real time, because push services do. The sandbox clock may differ.
        until, header = self._kept.get(audience, (0, ""))
        if until - now < RENEWED_BEFORE or until - now > SECONDS:
            until = now + SECONDS
            claims = {"aud": audience, "exp": until, "sub": self._contact}
            token = jwt.encode({"typ": "JWT", "alg": ALGORITHM}, claims, self._key, algorithms=[ALGORITHM])
            header = f"vapid t={token}, k={self.public_key}"
            if len(self._kept) >= 100:  # More than the number of push services.
                self._kept.clear()
            self._kept[audience] = until, header
        return header


def contact_of(base_url: str, mail_sender: str) -> str:
    if urlsplit(base_url).scheme == "https":
        return base_url
    return "mailto:" + mail_sender.rpartition("<")[2].rstrip(">").strip()
