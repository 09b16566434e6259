"""Encryption of push messages (RFC 8291, RFC 8188)."""

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

RECORD_SIZE = 4096


# Push services accept 4096 bytes including header, key, delimiter and tag.
LONGEST = RECORD_SIZE - 16 - 4 - 1 - 65 - 1 - 16


_LAST_RECORD = b"\x02"


def encrypt(
    content: bytes, *, p256dh: bytes, secret: bytes, key: ec.EllipticCurvePrivateKey, salt: bytes
) -> bytes:
    """`key` and `salt` must be new for each message."""
    if len(content) > LONGEST:
        raise ValueError("longer than a push service takes")
    own = public_bytes(key)
    shared = key.exchange(ec.ECDH(), read_public(p256dh))
    root = _derive(secret, shared, b"WebPush: info\x00" + p256dh + own, 32)
    content_key = _derive(salt, root, b"Content-Encoding: aes128gcm\x00", 16)
    nonce = _derive(salt, root, b"Content-Encoding: nonce\x00", 12)
    head = salt + RECORD_SIZE.to_bytes(4) + bytes([len(own)]) + own
    return head + AESGCM(content_key).encrypt(nonce, content + _LAST_RECORD, None)


def public_bytes(key: ec.EllipticCurvePrivateKey) -> bytes:
    return key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def read_public(point: bytes) -> ec.EllipticCurvePublicKey:
    return ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), point)


def _derive(salt: bytes, key: bytes, info: bytes, length: int) -> bytes:
    return HKDF(algorithm=SHA256(), length=length, salt=salt, info=info).derive(key)
