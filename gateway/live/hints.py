"""Revocation hints over Redis, which arrive faster than Kafka events and do not depend on Kafka."""

from gateway.http.authentication import Authenticator
from gateway.live.hub import Hub
from libs.kit.security.revocation import Revocations


class Hints(Revocations):
    def __init__(self, hub: Hub, authenticator: Authenticator) -> None:
        super().__init__()
        self._hub, self._authenticator = hub, authenticator

    def raise_epoch(self, user_id: int, epoch: int) -> None:
        """Revoke a person's tokens below `epoch`, and close the person's connections."""
        self._authenticator.revoke(user_id, epoch)
        self._hub.revoke(user_id, epoch)

    def end_session(self, user_id: int, session: int) -> None:
        self._authenticator.end_session(session)
        self._hub.end_session(user_id, session)
