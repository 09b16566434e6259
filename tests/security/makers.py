import base64
import json
from typing import Any

from joserfc import jws
from joserfc.jwk import ECKey, KeySet

from libs.kit.security.tokens import TokenVerifier
from libs.kit.testing import KEY, token_for

STRONG = "q8Zr2vXw7LkT0bNfYc5HdJm1sPgUe4AoRiW9tKxEyBn"


OURS = {"alg": "ES256", "kid": "test"}


ES256: Any = jws.JWSRegistry.algorithms["ES256"]


STRANGER = ECKey.generate_key("P-256", parameters={"kid": "test", "use": "sig", "alg": "ES256"})


def encoded(part: bytes) -> str:
    return base64.urlsafe_b64encode(part).decode().rstrip("=")


def claims(**malformed: Any) -> dict[str, Any]:
    """None leaves a claim out."""
    usual = json.loads(base64.urlsafe_b64decode(token_for(7).split(".")[1] + "=="))
    return {name: value for name, value in (usual | malformed).items() if value is not None}


def signed(payload: bytes, key: ECKey = KEY, **header: Any) -> str:
    fields = {name: value for name, value in (OURS | header).items() if value is not None}
    body = f"{encoded(json.dumps(fields).encode())}.{encoded(payload)}"
    return f"{body}.{encoded(ES256.sign(body.encode(), key))}"


def unsigned(header: dict[str, Any], signature: bytes = b"") -> str:
    return ".".join(map(encoded, (json.dumps(header).encode(), json.dumps(claims()).encode(), signature)))


def by_a_stranger(**header: Any) -> str:
    return signed(json.dumps(claims()).encode(), STRANGER, **header)


def trusting(*keys: ECKey) -> TokenVerifier:
    made = TokenVerifier("http://127.0.0.1:9/nothing-listens-here")
    made.keys.put(KeySet([*(keys or (KEY,))]))
    return made
