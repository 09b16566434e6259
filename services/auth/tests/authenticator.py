import base64
import hashlib
import json
import os
import struct
from dataclasses import dataclass, field
from typing import Any

import cbor2
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec

PRESENT, VERIFIED, ATTESTED = 0x01, 0x04, 0x40


def letters(raw: bytes) -> str:
    return base64.urlsafe_b64encode(raw).decode().rstrip("=")


@dataclass
class Device:
    origin: str = ""
    rp_id: str = "localhost"
    flags: int = PRESENT | VERIFIED
    count: int = 0
    id: bytes = field(default_factory=lambda: os.urandom(32))
    key: ec.EllipticCurvePrivateKey = field(default_factory=lambda: ec.generate_private_key(ec.SECP256R1()))
    handle: str | None = None

    def create(self, options: dict[str, Any]) -> dict[str, Any]:
        self.handle = options["user"]["id"]
        point = self.key.public_key().public_numbers()
        public = {1: 2, 3: -7, -1: 1, -2: point.x.to_bytes(32, "big"), -3: point.y.to_bytes(32, "big")}
        attested = b"\0" * 16 + struct.pack(">H", len(self.id)) + self.id + cbor2.dumps(public)
        statement = {"fmt": "none", "attStmt": {}, "authData": self._data(ATTESTED) + attested}
        client_data = self._client_data("webauthn.create", options["challenge"])
        response = {
            "clientDataJSON": letters(client_data),
            "attestationObject": letters(cbor2.dumps(statement)),
        }
        return self._credential(response)

    def get(self, options: dict[str, Any]) -> dict[str, Any]:
        self.count += 1
        client_data, data = self._client_data("webauthn.get", options["challenge"]), self._data(0)
        signature = self.key.sign(data + hashlib.sha256(client_data).digest(), ec.ECDSA(hashes.SHA256()))
        response = {"clientDataJSON": letters(client_data), "authenticatorData": letters(data)}
        response |= {"signature": letters(signature)}
        return self._credential(response | ({"userHandle": self.handle} if self.handle else {}))

    def _data(self, more: int) -> bytes:
        return hashlib.sha256(self.rp_id.encode()).digest() + struct.pack(
            ">BI", self.flags | more, self.count
        )

    def _client_data(self, kind: str, challenge: str) -> bytes:
        return json.dumps({"type": kind, "challenge": challenge, "origin": self.origin}).encode()

    def _credential(self, response: dict[str, str]) -> dict[str, Any]:
        return {"id": letters(self.id), "rawId": letters(self.id), "type": "public-key", "response": response}
