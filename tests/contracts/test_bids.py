import json
from types import SimpleNamespace
from typing import Any

import pytest
from fastapi import FastAPI

from gateway.http.bids import Bids
from libs.contracts.batches import (
    BatchAnswer,
    decode_answers,
    decode_calls,
    encode_answers,
    encode_calls,
)
from libs.contracts.bids import SubmittedBid
from services.auction.bidding.middleware import BidMiddleware

SECRET = "a-secret-of-both-ends"
TEXTS = ["a", "", "麝香 🌸", 'quoted "\\" text', "two\nlines\r\nand \u2028\x85 more", "\x00"]


def a_bid(text: str = "t", key: str | None = None, traceparent: str | None = None) -> SubmittedBid:
    return SubmittedBid(
        7, json.dumps({"amount": 105, "note": text}), f"token-{text}", key, "click-1", traceparent
    )


@pytest.mark.parametrize("text", TEXTS)
def test_bid_call_round_trips(text: str) -> None:
    bids = [a_bid(text), a_bid(text, key=text, traceparent=text), a_bid()]
    assert decode_calls(SubmittedBid, encode_calls(bids)) == bids


def test_bid_answers_round_trip_and_undecided_bid_has_none() -> None:
    answers = [BatchAnswer(201, '{"name": "麝 香"}'.encode()), None, BatchAnswer(409, b"{}")]
    assert decode_answers(encode_answers(answers)) == answers


def test_field_of_newer_gateway_is_ignored() -> None:
    newer = json.dumps(a_bid()._asdict() | {"added_later": 1}).encode()
    assert decode_calls(SubmittedBid, newer) == [a_bid()]


def test_bid_wire_format_is_compatible_between_builds() -> None:
    assert encode_answers([None, BatchAnswer(201, b'{"a": 1}')]) == b'0 {}\n201 {"a": 1}'
    assert json.loads(encode_calls([a_bid()])) == {
        "auction_id": 7, "body": '{"amount": 105, "note": "t"}', "token": "token-t", "key": None,
        "request_id": "click-1", "traceparent": None,
    }  # fmt: skip


class _Service:
    def __init__(self) -> None:
        service = FastAPI()
        service.state.settings = SimpleNamespace(is_internal=lambda secret: secret == SECRET)
        self.app = BidMiddleware(service, service=service)
        self.breaker = SimpleNamespace(failed=lambda: None, succeeded=lambda: None)
        self.pool = self

    async def enter(self, seconds: float) -> None:
        pass

    def leave(self) -> None:
        pass

    async def request(self, method: str, path: str, headers: Any, body: bytes, seconds: float) -> Any:
        head = [(name.lower().encode(), value.encode()) for name, value in headers]
        scope = {
            "type": "http",
            "method": method,
            "path": path,
            "raw_path": path.encode(),
            "query_string": b"",
        }
        scope["headers"] = [*head, (b"content-length", str(len(body)).encode())]
        sent: list[Any] = []

        async def receive() -> Any:
            return {"type": "http.request", "body": body}

        async def send(message: Any) -> None:
            sent.append(message)

        await self.app(scope, receive, send)

        async def read() -> bytes:
            return b"".join(message.get("body", b"") for message in sent)

        return SimpleNamespace(status=sent[0]["status"], read=read, release=lambda: None)


@pytest.mark.parametrize("text", TEXTS)
async def test_auction_service_answers_the_gateways_format(
    monkeypatch: pytest.MonkeyPatch, text: str
) -> None:
    taken: list[SubmittedBid] = []

    async def decide(self: BidMiddleware, bid: SubmittedBid) -> BatchAnswer | None:
        taken.append(bid)
        return None if bid.key is None else BatchAnswer(409, json.dumps({"key": bid.key}).encode())

    monkeypatch.setattr(BidMiddleware, "decide", decide)
    bids = Bids({"auction": _Service()}, SECRET)  # type: ignore[arg-type]
    decided, undecided = a_bid(text, key="k1"), a_bid(text)
    assert await bids.place(decided) == BatchAnswer(409, b'{"key": "k1"}')
    assert await bids.place(undecided) is None
    assert taken == [decided, undecided]
