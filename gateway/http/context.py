from dataclasses import dataclass, field

from aiohttp.web import BaseRequest

from gateway.http.table import canonical_path
from libs.kit.http.networks import caller_at, neighbours_of, network_of
from libs.kit.process import telemetry
from libs.kit.security.tokens import Identity


@dataclass(slots=True)
class RequestContext:
    """The caller, the target, and the headers of every response to this request."""

    request: BaseRequest
    method: str
    # Without the query string and the `/api/v1` alias.
    path: str
    query: str
    request_id: str
    # The client's IP address, from the proxies that we trust.
    address: str
    identity: Identity | None = None
    # True if admitted with an API key. Without an identity, the request reads as a guest.
    by_key: bool = False
    # The gateway's span in the caller's trace, if spans are collected.
    traceparent: str | None = None
    answer_headers: dict[str, str] = field(default_factory=dict)

    @classmethod
    def from_request(cls, request: BaseRequest, address: str) -> "RequestContext":
        path, _, query = request.raw_path.partition("?")
        request_id = telemetry.begin_request(request.headers.get("X-Request-Id"))
        return cls(request, request.method, canonical_path(path), query, request_id, address)

    @property
    def network(self) -> str:
        return f"net:{network_of(self.address)}"

    @property
    def address_name(self) -> str:
        """A hash of the client's IP address or its /64 network."""
        return f"at:{caller_at(self.address)}"

    @property
    def neighbours(self) -> str:
        return f"net:{neighbours_of(self.address)}"

    @property
    def target(self) -> str:
        return f"{self.path}?{self.query}" if self.query else self.path

    @property
    def anonymous(self) -> bool:
        """True if the request contains no credentials."""
        headers = self.request.headers
        return "Authorization" not in headers and "Cookie" not in headers

    @property
    def reads_as_guest(self) -> bool:
        """True if the response is the same as for any guest."""
        return self.identity is None if self.by_key else self.anonymous

    @property
    def person(self) -> str | None:
        return f"user:{self.identity.user_id}" if self.identity else None

    @property
    def takes_gzip(self) -> bool:
        return "gzip" in self.request.headers.get("Accept-Encoding", "")

    @property
    def navigates(self) -> bool:
        """True if a browser is opening a page."""
        return self.method in ("GET", "HEAD") and "text/html" in self.request.headers.get("Accept", "")
