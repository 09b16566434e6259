from aiohttp.web import BaseRequest

from gateway.http.table import Who
from libs.contracts.events.auth import session_mark
from libs.kit.errors import Forbidden, NotSignedIn
from libs.kit.security.tokens import Identity, TokenVerifier
from libs.marketplace.access import STAFF_ROLES, refuse_inactive

_MAX_EPOCHS = 200_000


class Authenticator:
    def __init__(self, verifier: TokenVerifier) -> None:
        self._verifier = verifier
        self._lowest_epoch: dict[int, int] = {}
        self._ended: dict[int, None] = {}

    async def identify(self, token: str, *, of_key: bool = False) -> Identity:
        """Raises `NotSignedIn`. Tokens of API keys are only accepted with `of_key`, because otherwise they
        would bypass their scopes."""
        try:
            identity = await self._verifier.verify(token)
        except RecursionError as fault:  # The header contains only brackets.
            raise NotSignedIn from fault
        if (identity.scopes is not None) is not of_key:
            raise NotSignedIn
        if identity.epoch < self._lowest_epoch.get(identity.user_id, 0):
            raise NotSignedIn
        if self._ended and session_mark(identity.session_id) in self._ended:
            raise NotSignedIn
        return identity

    async def identify_request(self, request: BaseRequest) -> Identity | None:
        """Returns None if the token is missing or invalid. The route table decides whether guests may call
        the route."""
        token = bearer_token(request)
        if token is None:
            return None
        try:
            return await self.identify(token)
        except NotSignedIn:
            return None

    def revoke(self, user_id: int, epoch: int) -> None:
        known = self._lowest_epoch.pop(user_id, 0)
        self._lowest_epoch[user_id] = max(known, epoch)
        if len(self._lowest_epoch) > _MAX_EPOCHS:
            # All tokens from before the oldest revocation have expired.
            del self._lowest_epoch[next(iter(self._lowest_epoch))]

    def end_session(self, session: int) -> None:
        self._ended.pop(session, None)
        self._ended[session] = None
        if len(self._ended) > _MAX_EPOCHS:
            del self._ended[next(iter(self._ended))]


def check_role(who: Who, identity: Identity | None) -> None:
    if who is Who.ANYONE:
        return
    if identity is None:
        raise NotSignedIn
    if who is Who.STAFF and identity.roles.isdisjoint(STAFF_ROLES):
        raise Forbidden
    if who is Who.SELLER and not identity.roles & {"seller", "admin"}:
        refuse_inactive(identity)  # A ban also removes the seller role, so it is reported first.
        raise Forbidden


def bearer_token(request: BaseRequest) -> str | None:
    kind, _, token = request.headers.get("Authorization", "").partition(" ")
    return token.strip() if kind.lower() == "bearer" and token else None
