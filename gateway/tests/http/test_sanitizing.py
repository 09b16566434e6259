import pytest
from yarl import URL

from gateway.http import sanitizing
from gateway.http.table import TABLE
from gateway.tests.harness import Harness

GOOD = "GET /api/images/a HTTP/1.1\r\nHost: x\r\n"
LOGIN = "POST /api/v1/auth/login HTTP/1.1\r\nHost: x\r\n"


@pytest.mark.parametrize(
    "request_text",
    [
        LOGIN + "Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        LOGIN + "Transfer-Encoding: chunked\r\nContent-Length: 4\r\n\r\n0\r\n\r\n",
        LOGIN + "Content-Length: 4\r\nContent-Length: 5\r\n\r\nabcde",
        LOGIN + "Content-Length: 4\r\nContent-Length: 4\r\n\r\nabcd",
        LOGIN + "Content-Length: +4\r\n\r\nabcd",
        LOGIN + "Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n",
        LOGIN + "Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n",
        LOGIN + "Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n",
        GOOD + "Host: y\r\n\r\n",
        GOOD + "Content-Length: 4\r\n\r\nabcd",
        GOOD + "Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        "HEAD /api/images/a HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\n\r\nabcd",
        "GET /api/images/a HTTP/1.1\r\nHost: x y\r\n\r\n",
        "GET /api/images/a HTTP/1.1\r\nHost: \xff\r\n\r\n",
        "GET /api/images/a HTTP/1.1\r\n\r\n",
        GOOD + "X-Fold: a\r\n b\r\n\r\n",
        GOOD + "X-Bad\x00: a\r\n\r\n",
        GOOD + "X-Bad: a\rb\r\n\r\n",
        "GET http://evil.example/api/images/a HTTP/1.1\r\nHost: x\r\n\r\n",
        "GET /api/images/../../internal/auctions/1/room HTTP/1.1\r\nHost: x\r\n\r\n",
        "GET /api/images/%2e%2e/x HTTP/1.1\r\nHost: x\r\n\r\n",
        "GET /api/images/%2E/x HTTP/1.1\r\nHost: x\r\n\r\n",
        "GET /api/images%2f..%2finternal HTTP/1.1\r\nHost: x\r\n\r\n",
        "GET /api/images\\..\\internal HTTP/1.1\r\nHost: x\r\n\r\n",
        "GET //internal/auctions/1/room HTTP/1.1\r\nHost: x\r\n\r\n",
        "GET /api//images/a HTTP/1.1\r\nHost: x\r\n\r\n",
        "GET /api/images/%zz HTTP/1.1\r\nHost: x\r\n\r\n",
        "GET /api/images/%00 HTTP/1.1\r\nHost: x\r\n\r\n",
        "TRACE /api/images/a HTTP/1.1\r\nHost: x\r\n\r\n",
        "CONNECT evil.example:443 HTTP/1.1\r\nHost: x\r\n\r\n",
        "hello\r\n\r\n",
        GOOD + "X-Long: " + "a" * 20_000 + "\r\n\r\n",
    ],
)  # fmt: skip
async def test_ambiguous_requests_are_refused_and_closed(harness: Harness, request_text: str) -> None:
    smuggled = "GET /api/images/smuggled HTTP/1.1\r\nHost: x\r\n\r\n"
    status, got = await harness.raw(request_text + smuggled, quiet=1.0)
    assert 400 <= status < 500
    assert harness.services.seen == []
    assert b"Traceback" not in got
    assert b"aiohttp" not in got
    assert got.count(b"HTTP/1.1 ") <= 1


async def test_percent_encoded_letter_selects_no_other_route(harness: Harness) -> None:
    for row in TABLE:
        path = row.path.replace("{id}", "5").replace("*", "x")
        for place in {1, len(path) - 1}:
            coded = f"{path[:place]}%{ord(path[place]):02x}{path[place + 1 :]}"
            async with harness.http.request(
                row.methods[0], URL(harness.address + coded, encoded=True)
            ) as answer:
                assert answer.status == 400, coded
    assert harness.services.seen == []


def test_encoded_letters_digits_and_unreserved_marks_are_refused() -> None:
    for number in range(128):
        letter = chr(number)
        if letter.isalnum() or letter in "-._~":
            for coded in (f"%{number:02x}", f"%{number:02X}"):
                assert not sanitizing.is_plain(f"/brands/{coded}"), coded


@pytest.mark.parametrize("path", ["/products/caf%C3%A9", "/searches/oud%20wood", "/a%2Bb", "/05", "/1.5"])
async def test_app_page_may_have_words_in_its_path(harness: Harness, path: str) -> None:
    status, _ = await harness.raw(f"GET {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
    assert status == 404


@pytest.mark.parametrize("number", ["%35", "05", "+5", "5.0", "5_0", "5%20", "%205", "5%C2%A0", "0005.00"])
@pytest.mark.parametrize("base", ["/api/products", "/api/v1/products", "/api/auctions"])
async def test_page_has_one_address_in_the_cache(harness: Harness, base: str, number: str) -> None:
    async with harness.http.get(URL(f"{harness.address}{base}/{number}", encoded=True)) as answer:
        assert answer.status == 400
    async with harness.http.get(f"{harness.address}{base}/5") as answer:
        assert answer.status == 200
    assert [seen.target for seen in harness.services.seen] == [f"{base.replace('/v1', '')}/5"]


@pytest.mark.parametrize("number", ["05", "5.0", "%35"])
async def test_bid_limit_counts_any_spelling_of_the_auction_path(harness: Harness, number: str) -> None:
    address = URL(f"{harness.address}/api/auctions/{number}/bids", encoded=True)
    async with harness.http.post(address, json={"amount": 5}, headers=harness.bearer()) as answer:
        assert answer.status == 400


@pytest.mark.parametrize("name", ["20241121_120000", "0123.0", "0" * 64])
async def test_picture_name_may_be_a_number(harness: Harness, name: str) -> None:
    async with harness.http.get(f"{harness.address}/api/images/{name}") as answer:
        assert answer.status == 200


async def test_pipelined_requests_are_answered_in_order(harness: Harness) -> None:
    text = "".join(f"GET /api/images/{n} HTTP/1.1\r\nHost: x\r\n\r\n" for n in range(5))
    _, got = await harness.raw(text)
    places = [got.index(f'/api/images/{n}"'.encode()) for n in range(5)]
    assert places == sorted(places)


async def test_body_of_a_read_never_consumes_the_next_request(harness: Harness) -> None:
    victim = "GET /internal/smuggled HTTP/1.1\r\nHost: x\r\n\r\n"
    url = f"{harness.address}/api/v1/auth/login"
    async with harness.http.post(url, data=b"x") as first:
        assert first.status == 200
    for method in ("GET", "HEAD"):
        length = len(f"POST /api/v1/auth/login HTTP/1.1\r\nHost: 127.0.0.1:{harness.port}\r\n")
        status, _ = await harness.raw(
            f"{method} /api/v1/auth/x HTTP/1.1\r\nHost: x\r\nContent-Length: {length}\r\n\r\n"
        )
        assert status == 400
        async with harness.http.post(url, data=victim.encode()) as answer:
            assert answer.status == 200
    assert {(seen.method, seen.target) for seen in harness.services.seen} == {("POST", "/api/v1/auth/login")}


@pytest.mark.parametrize(
    ("framing", "body", "length"),
    [
        ("Content-Length: 0\r\n", "", "0"),
        ("", "", "0"),
        ("Content-Length: 0004\r\n", "abcd", "4"),
        ("Connection: content-length\r\nContent-Length: 4\r\n", "abcd", "4"),
        ("Transfer-Encoding: chunked\r\n", "2\r\nab\r\n2\r\ncd\r\n0\r\n\r\n", "4"),
    ],
)
async def test_content_length_is_written_by_the_gateway(
    harness: Harness, framing: str, body: str, length: str
) -> None:
    status, _ = await harness.raw(f"{LOGIN}{framing}\r\n{body}")
    assert status == 200
    (seen,) = harness.services.seen
    assert [value for name, value in seen.headers if name.lower() == "content-length"] == [length]
    assert (seen.header("Transfer-Encoding"), len(seen.body)) == (None, int(length))


@pytest.mark.parametrize(
    "origin", ["http://[", "http://]", "[", "http://x@", "//x", "http://x/\xff", "http://[::1", "\xff"]
)
async def test_malformed_origin_counts_as_foreign(harness: Harness, origin: str) -> None:
    status, got = await harness.raw(f"{LOGIN}Origin: {origin}\r\nContent-Length: 0\r\n\r\n")
    assert (status, b"Access-Control-Allow-Origin" in got) == (403, False)


@pytest.mark.parametrize(
    "name", ["Host", "Origin", "Referer", "Cookie", "Authorization", "Accept", "X-Forwarded-For"]
)
@pytest.mark.parametrize(
    "value", ["\xff\xfe", "http://[", "=;=,", "Bearer " + "W1tb" * 900 + ".a.b", "%zz\t%00"]
)
async def test_no_header_crashes_the_gateway(harness: Harness, name: str, value: str) -> None:
    host = "" if name == "Host" else "Host: x\r\n"
    for target in ("/api/images/a?x=%zz&[=%ff;", "/ws?EIO=4&[=%ff;%zz&transport=websocket", "/"):
        text = f"GET {target} HTTP/1.1\r\n{host}{name}: {value}\r\nConnection: close\r\n\r\n"
        status, _ = await harness.raw(text)
        assert 200 <= status < 500
