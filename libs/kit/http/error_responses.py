from collections.abc import Mapping, Sequence
from typing import Any

import structlog
from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from pydantic import BaseModel
from starlette.exceptions import HTTPException

from libs.kit.errors import READING, DomainError, InvalidInput, OutcomeUnknown
from libs.kit.process import telemetry

log = structlog.get_logger(__name__)


class ErrorBody(BaseModel):
    """The response format of all errors."""

    message: str
    code: str
    details: dict[str, Any]
    requestId: str  # noqa: N815 - the wire name


def error_body(message: str, code: str, details: Mapping[str, Any] | None = None) -> dict[str, Any]:
    return {
        "message": message,
        "code": code,
        "details": dict(details or {}),
        "requestId": telemetry.request_id(),
    }


def body_of(refusal: DomainError) -> dict[str, Any]:
    return error_body(str(refusal), refusal.code, refusal.details)


def refusals(*kinds: type[DomainError]) -> dict[int | str, dict[str, Any]]:
    """Declares the errors of a route for the OpenAPI document."""
    declared: dict[int | str, dict[str, Any]] = {}
    for kind in kinds:
        entry = declared.setdefault(kind.status, {"model": ErrorBody, "description": ""})
        entry["description"] = ", ".join(filter(None, [entry["description"], f"`{kind.code}`"]))
    return declared


def refusal_response(refusal: DomainError) -> JSONResponse:
    return JSONResponse(body_of(refusal), status_code=refusal.status, headers=refusal.headers())


_STATUS_CODES = {
    401: "not_signed_in",
    403: "forbidden",
    404: "not_found",
    405: "method_not_allowed",
    413: "too_large",
}


MAX_FAULTS, LONGEST_PLACE = 20, 100
# Replaces those messages of pydantic that contain a class or a pattern.
_SENTENCES = {
    "model_type": "Please send an object.",
    "model_attributes_type": "Please send an object.",
    "dataclass_type": "Please send an object.",
    "is_instance_of": "Please send another kind of value.",
    "datetime": "Please give a date and time with its time zone.",
    "string_pattern_mismatch": "This is not in the expected form.",
}


def faults_of(errors: Sequence[Mapping[str, Any]], sent: Any, skip: int = 0) -> list[dict[str, str]]:
    """Returns a message for each invalid field. The messages contain neither the input, which may be a
    password, nor internal names."""
    found: dict[str, str] = {}
    for error in errors:
        found.setdefault(_place(error, sent, skip), _sentence(error))
    return [{"field": place, "message": words} for place, words in list(found.items())[:MAX_FAULTS]]


def _place(error: Mapping[str, Any], sent: Any, skip: int) -> str:
    path, here = list[str](), sent
    where = error["loc"][skip:]
    for number, part in enumerate(where, 1):
        if _holds(here, part):
            here = here[part]
        elif error["type"] != "missing" or number < len(where):
            continue
        path.append(str(part)[:LONGEST_PLACE])
    return ".".join(path)


def _holds(sent: Any, part: int | str) -> bool:
    if isinstance(sent, list):
        return isinstance(part, int) and 0 <= part < len(sent)
    return isinstance(sent, dict) and part in sent


def _sentence(error: Mapping[str, Any]) -> str:
    kind = str(error["type"])
    own = _SENTENCES.get("datetime" if kind.startswith("datetime") else kind)
    return own or str(error["msg"]).removeprefix("Value error, ")


def _faults(error: RequestValidationError) -> list[dict[str, str]]:
    in_body = [item for item in error.errors() if item["loc"][:1] == ("body",)]
    others = [item for item in error.errors() if item["loc"][:1] != ("body",)]
    # The name of a parameter is public. The parts after it may not be.
    named = [{**other, "loc": other["loc"][1:2], "type": "missing"} for other in others]
    return (faults_of(named, None) + faults_of(in_body, error.body, skip=1))[:MAX_FAULTS]


def install_handlers(app: FastAPI) -> None:
    @app.exception_handler(DomainError)
    async def refuse(request: Request, refusal: DomainError) -> JSONResponse:
        if refusal.status >= 500:
            log.warning("refused", code=refusal.code, path=request.url.path, cause=repr(refusal.__cause__))
        return refusal_response(refusal)

    @app.exception_handler(RequestValidationError)
    async def refuse_input(request: Request, error: RequestValidationError) -> JSONResponse:
        return refusal_response(InvalidInput(fields=_faults(error)))

    @app.exception_handler(HTTPException)
    async def refuse_http(request: Request, error: HTTPException) -> JSONResponse:
        code = _STATUS_CODES.get(error.status_code, "refused")
        body = error_body(str(error.detail), code)
        return JSONResponse(body, status_code=error.status_code, headers=error.headers)

    @app.exception_handler(Exception)
    async def apologise(request: Request, error: Exception) -> JSONResponse:
        # The error may come after a commit, so only a read has certainly changed nothing.
        reads = request.method in READING
        sentence = "Something went wrong on our side."
        body = error_body(sentence if reads else f"{sentence} {OutcomeUnknown.message}", "internal_error")
        return JSONResponse(body, status_code=500)
