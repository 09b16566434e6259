import asyncio
import json
from collections.abc import Callable
from typing import Any

import pytest
from aiohttp import web
from structlog.testing import capture_logs

from gateway.http import batches
from gateway.tests.harness import SECRET, Harness
from libs.contracts.bids import SubmittedBid

PLACED = {"bid": {"id": 1}, "auction": {"id": 5}, "result": "leading", "message": "Your bid was accepted."}


def auction_service(
    harness: Harness, answer: Callable[[dict[str, Any]], tuple[int, dict[str, Any]]]
) -> list[list[dict[str, Any]]]:
    """Slow, so that bids gather. Returns the bids of each call."""
    calls: list[list[dict[str, Any]]] = []

    async def take(request: web.Request) -> web.Response:
        calls.append([json.loads(line) for line in (await request.text()).splitlines()])
        mine = calls[-1]
        await asyncio.sleep(0.05)
        lines = [f"{status} {json.dumps(body)}" for status, body in map(answer, mine)]
        return web.Response(text="\n".join(lines))

    harness.services.answers["/internal/bids"] = take
    return calls


async def post(harness: Harness, user_id: int, amount: float, **headers: str) -> tuple[int, dict[str, Any]]:
    address = f"{harness.address}/api/auctions/5/bids"
    async with harness.http.post(
        address, json={"amount": amount}, headers=harness.bearer(user_id) | headers
    ) as answer:
        return answer.status, await answer.json()


def too_low_for_eight(sent: dict[str, Any]) -> tuple[int, dict[str, Any]]:
    if json.loads(sent["body"])["amount"] == 8:
        return 409, {"message": "Your bid must be at least RM 9.00.", "code": "bid_too_low", "details": {}}
    return 201, PLACED | {"bid": {"id": int(json.loads(sent["body"])["amount"])}}


async def test_concurrent_bids_share_a_call_and_get_their_own_answers(harness: Harness) -> None:
    calls = auction_service(harness, too_low_for_eight)
    answers = await asyncio.gather(
        *(post(harness, 10 + n, n, **{"Idempotency-Key": f"key-{n}"}) for n in range(1, 21))
    )
    assert [status for status, _ in answers] == [409 if n == 8 else 201 for n in range(1, 21)]
    assert [body["bid"]["id"] for status, body in answers if status == 201] == [
        n for n in range(1, 21) if n != 8
    ]
    assert len(calls) < 10, "they did not travel together"
    sent = {json.loads(item["body"])["amount"]: item for call in calls for item in call}
    assert {n: one["key"] for n, one in sent.items()} == {n: f"key-{n}" for n in range(1, 21)}
    assert len({item["token"] for item in sent.values()}) == 20
    secrets = [
        seen.header("X-Internal-Secret") for seen in harness.services.seen if seen.target == "/internal/bids"
    ]
    assert set(secrets) == {SECRET}


async def test_lone_bid_is_sent_at_once(harness: Harness) -> None:
    calls = auction_service(harness, too_low_for_eight)
    assert (await post(harness, 7, 5))[0] == 201
    assert [len(call) for call in calls] == [1]


async def test_unreadable_answer_is_an_unknown_outcome(harness: Harness) -> None:
    async def garbles(request: web.Request) -> web.Response:
        return web.Response(text="what?")

    harness.services.answers["/internal/bids"] = garbles
    with capture_logs() as logs:
        status, body = await post(harness, 7, 5)
    assert (status, body["code"]) == (503, "outcome_unknown")
    assert "batch_failed" not in [entry["event"] for entry in logs]


@pytest.mark.parametrize("status", [404, 500])
async def test_bids_are_not_confirmed_without_an_answer(harness: Harness, status: int) -> None:
    async def falls_over(request: web.Request) -> web.Response:
        return web.Response(status=status, text="201 {}")

    harness.services.answers["/internal/bids"] = falls_over
    answers = await asyncio.gather(*(post(harness, 10 + n, n) for n in range(1, 5)))
    code = "unavailable" if status == 404 else "outcome_unknown"
    assert {(answered, body["code"]) for answered, body in answers} == {(503, code)}
    assert not [seen for seen in harness.services.seen if seen.target == "/api/auctions/5/bids"], (
        "sent a second time"
    )


async def test_wrong_number_of_answers_confirms_no_bid(harness: Harness) -> None:
    async def forgets_one(request: web.Request) -> web.Response:
        return web.Response(text="\n".join(["201 {}"] * (len((await request.text()).splitlines()) + 1)))

    harness.services.answers["/internal/bids"] = forgets_one
    assert (await post(harness, 7, 5))[0] == 503


@pytest.mark.parametrize(
    ("path", "headers", "body"),
    [
        ("/api/auctions/5/bids?x=1", {}, b'{"amount": 5}'),
        ("/api/auctions/9223372036854775807/bids", {}, b'{"amount": 5}'),
        ("/api/auctions/5/bids", {"Content-Type": "text/plain"}, b'{"amount": 5}'),
        ("/api/auctions/5/bids", {}, b"\xff\xfe"),
        ("/api/auctions/5/bids", {}, b'{"amount": 5, "note": "' + b"x" * 1024 + b'"}'),
    ],
)
async def test_unusual_bids_are_forwarded_unchanged_by_the_ordinary_route(
    harness: Harness, path: str, headers: dict[str, str], body: bytes
) -> None:
    calls = auction_service(harness, too_low_for_eight)
    sent = harness.bearer() | {"Content-Type": "application/json"} | headers
    async with harness.http.post(f"{harness.address}{path}", data=body, headers=sent) as answer:
        assert answer.status == 200
    assert calls == []
    (seen,) = [seen for seen in harness.services.seen if seen.target == path]
    assert seen.body == body


async def test_unusual_bid_is_sent_alone_once(harness: Harness) -> None:
    async def usual(request: web.Request) -> web.Response:
        return web.json_response(
            {"message": "Please enter a valid number.", "code": "invalid_amount"}, status=422
        )

    harness.services.answers["/api/auctions/5/bids"] = usual
    assert await post(harness, 7, 5) == (
        422,
        {"message": "Please enter a valid number.", "code": "invalid_amount"},
    )
    assert [seen.target for seen in harness.services.seen] == ["/internal/bids", "/api/auctions/5/bids"]


async def test_bid_with_very_long_key_is_sent_alone(harness: Harness) -> None:
    calls = auction_service(harness, too_low_for_eight)
    await post(harness, 7, 5, **{"Idempotency-Key": "k" * 4_000})
    assert calls == []


async def test_bid_arriving_as_last_call_ends_is_sent(
    harness: Harness, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(batches, "MAX_CALLS", 1)
    calls = auction_service(harness, too_low_for_eight)
    waiting = harness.gateway.edge.bid_way.bids
    for n in (5, 6, 7):
        sent = SubmittedBid(5, json.dumps({"amount": n}), harness.token(7), None, "r", None)
        async with asyncio.timeout(2):
            assert (placed := await waiting.place(sent)) is not None
        assert placed.status == 201
    assert [len(call) for call in calls] == [1, 1, 1]
    assert waiting.calls == set()


async def test_key_with_binary_bytes_does_not_affect_other_bids(harness: Harness) -> None:
    async def answers(request: web.Request) -> web.Response:
        return web.Response(text="\n".join("201 {}" for _ in (await request.text()).splitlines()))

    harness.services.answers["/internal/bids"] = answers
    head = f"POST /api/auctions/5/bids HTTP/1.1\r\nHost: x\r\nAuthorization: {harness.bearer(9)['Authorization']}\r\n"
    head += "Content-Type: application/json\r\nContent-Length: 13\r\n"
    head += "Idempotency-Key: k\xff\r\nConnection: close\r\n\r\n"
    first, *others = await asyncio.gather(
        harness.raw(head + '{"amount":10}'), *(post(harness, 20 + n, n) for n in range(4))
    )
    assert [status for status, _ in others] == [201] * 4
    assert first[0] not in (500, 503)
