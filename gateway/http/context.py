"""One request as the gateway sees it, while it is being answered."""

from dataclasses import dataclass, field

from aiohttp.web import BaseRequest

from gateway.http.table import canonical
from libs.kit.http.networks import caller_at, neighbours_of, network_of
from libs.kit.process import telemetry
from libs.kit.security.tokens import Identity


@dataclass(slots=True)
class RequestContext:
    """Who asks for what, and the headers every answer to it carries."""

    request: BaseRequest
    method: str
    # Without the query, and without `/api/v1` where that is only another name.
    path: str
    query: str
    request_id: str
    # Where the client is, as far as our own proxies vouch for it.
    address: str
    identity: Identity | None = None
    # An API key came along and was admitted; without an identity it reads what guests may.
    by_key: bool = False
    # Our own span in the caller's trace, when spans are collected.
    traceparent: str | None = None
    answer_headers: dict[str, str] = field(default_factory=dict)

    @classmethod
    def of(cls, request: BaseRequest, address: str) -> "RequestContext":
        path, _, query = request.raw_path.partition("?")
        request_id = telemetry.begin_request(request.headers.get("X-Request-Id"))
        return cls(request, request.method, canonical(path), query, request_id, address)

    @property
    def network(self) -> str:
        return f"net:{network_of(self.address)}"

    @property
    def address_name(self) -> str:
        """Return a name for the client's own address, or its /64; it does not say where that is."""
        return f"at:{caller_at(self.address)}"

    @property
    def neighbours(self) -> str:
        return f"net:{neighbours_of(self.address)}"

    @property
    def target(self) -> str:
        return f"{self.path}?{self.query}" if self.query else self.path

    @property
    def anonymous(self) -> bool:
        """Return whether nothing in this request can say who asks."""
        headers = self.request.headers
        return "Authorization" not in headers and "Cookie" not in headers

    @property
    def reads_as_guest(self) -> bool:
        """Return whether the answer is the one that any guest gets."""
        return self.identity is None if self.by_key else self.anonymous

    @property
    def person(self) -> str | None:
        return f"user:{self.identity.user_id}" if self.identity else None

    @property
    def takes_gzip(self) -> bool:
        """Return whether the client can read gzip."""
        return "gzip" in self.request.headers.get("Accept-Encoding", "")

    @property
    def navigates(self) -> bool:
        """Return whether a browser is opening a page."""
        return self.method in ("GET", "HEAD") and "text/html" in self.request.headers.get("Accept", "")
