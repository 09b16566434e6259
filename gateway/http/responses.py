import json
from typing import Any

from aiohttp.web import Response

from libs.kit.errors import DomainError
from libs.kit.http.error_responses import body_of


class BadRequest(DomainError):
    status = 400
    code = "bad_request"
    message = "The request could not be understood."


class MethodNotAllowed(DomainError):
    status = 405
    code = "method_not_allowed"
    message = "This address does not take that method."

    def headers(self) -> dict[str, str]:
        return {"Allow": ", ".join(self.details.get("allowed", ()))}


class BadGateway(DomainError):
    """The service could not be reached, or the connection was interrupted."""

    status = 502
    code = "bad_gateway"
    message = "This part of the shop cannot be reached right now. Please try again in a moment."

    def headers(self) -> dict[str, str]:
        return {"Retry-After": "2"}


class TooSlow(DomainError):
    status = 408
    code = "request_timeout"
    message = "The request took too long to arrive."


class GatewayTimeout(BadGateway):
    """The service did not respond in time. It is unknown whether the request was processed."""

    status = 504
    code = "gateway_timeout"
    message = "This took too long. Please check whether it was done before you try again."


def as_json(body: Any, status: int = 200, headers: dict[str, str] | None = None) -> Response:
    text = json.dumps(body, ensure_ascii=False, separators=(",", ":"))
    return Response(body=text.encode(), status=status, headers=headers, content_type="application/json")


def refusal_response(refusal: DomainError) -> Response:
    return as_json(body_of(refusal), refusal.status, refusal.headers())
