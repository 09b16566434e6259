import asyncio
import json
import re
import shutil
import subprocess
from collections.abc import AsyncIterator, Iterable
from pathlib import Path
from typing import Any

import pytest

from deploy.local.places import ROOT
from gateway.http.scopes import ROUTES
from gateway.tests.harness import open_harness
from gateway.tests.http.keyring import KeyRing
from gateway.tests.http.test_python_client import refusing
from services.auth.webhooks import rules as webhook_rules
from tools import clients_typescript as clients

README = clients.FOLDER.parent / "README.md"


MESSAGE = '{ receiverId: 8, content: "Is it still there?" }'


# The waits are skipped and printed.
_PROGRAM = """
import * as wangi from "./index.js";
const waits = [];
const client = new wangi.Wangi(%(key)s, %(address)s, { sleep: async (seconds) => void waits.push(seconds) });
const outcome = { waits };
try {
  outcome.found = await (%(call)s);
} catch (refused) {
  const { name, status, code, message, details, requestId } = refused;
  outcome.refused = { name, status, code, message, details, requestId };
}
console.log(JSON.stringify(outcome));
"""


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("client")
    (out / "package.json").write_text('{"type": "module"}')
    compile_client(clients.FOLDER.parent, out)
    return out


def compile_client(project: Path, out: Path) -> None:
    tsc = ROOT / "frontend/node_modules/.bin/tsc"
    done = subprocess.run([tsc, "-p", project, "--outDir", out], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


@pytest.fixture
async def ring() -> AsyncIterator[KeyRing]:
    async with open_harness() as harness:
        yield KeyRing(harness)


async def running(built: Path, program: str) -> str:
    command = ["node", "--input-type=module", "-"]
    process = await asyncio.create_subprocess_exec(
        *command, cwd=built, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    try:
        out, wrong = await process.communicate(program.encode())
    finally:
        if process.returncode is None:
            process.kill()
    assert process.returncode == 0, wrong.decode()
    return out.decode()


async def outcome_of(built: Path, address: str, key: str, call: str) -> dict[str, Any]:
    parts = {"key": json.dumps(key), "address": json.dumps(address), "call": call}
    answer: dict[str, Any] = json.loads(await running(built, _PROGRAM % parts))
    return answer


def test_typescript_client_matches_contract() -> None:
    for name, text in clients.files().items():
        assert (clients.FOLDER / name).read_text() == text, name


def test_typescript_client_has_exactly_the_routes_of_keys() -> None:
    methods = re.findall(r"^  (\w+)\(", (clients.FOLDER / "routes.ts").read_text(), re.M)
    assert (
        len(set(methods))
        == len(methods)
        == sum(len(routes) for scope, routes in ROUTES.items() if scope != "events:read")
    )


RIGHT = [
    "client.auctionPostBid(7, { amount: 105 });",
    'if (event.type === "BidPlaced") { const sen: number = event.data.minimumBid; }',
    'if (event.type === "gap") { const place: number = event.data.after; }',
]


WRONG = {
    "client.auctionPostBid(7, { amount: true });": "Type 'boolean' is not assignable",
    'if (event.type === "BidPlaced") event.data.bidderName;': "Property 'bidderName' does not exist",
    "event.data.minimumBid;": "Property 'minimumBid' does not exist",
    'client.follow(["MessageSent"]);': "'\"MessageSent\"' is not assignable",
}


def following(words: str) -> str:
    head = 'import { Wangi } from "./index.js";\nconst client = new Wangi("wangi_");\n'
    return f"{head}for await (const event of client.follow()) {{ {words} }}\n"


def compile_beside(folder: Path, sources: Iterable[str]) -> None:
    shutil.copytree(clients.FOLDER.parent, folder / "project")
    for number, source in enumerate(sources):
        (folder / f"project/src/wish{number}.ts").write_text(source)
    compile_client(folder / "project", folder / "out")


def examples() -> list[str]:
    sources: list[str] = re.findall(r"```ts\n(.*?)```", README.read_text(), re.S)
    return [source.replace('"wangi-client"', '"./index.js"') for source in sources]


def test_readme_examples_compile(tmp_path: Path) -> None:
    compile_beside(tmp_path, [*map(following, RIGHT), *examples()])


def test_wrong_field_does_not_compile(tmp_path: Path) -> None:
    with pytest.raises(AssertionError) as refusal:
        compile_beside(tmp_path, map(following, WRONG))
    for number, fault in enumerate(WRONG.values()):
        assert re.search(rf"wish{number}\.ts.*{re.escape(fault)}", str(refusal.value)), fault


async def test_typescript_call_reaches_its_route_as_owner(built: Path, ring: KeyRing) -> None:
    key = ring.add("account:read", user_id=41)
    call = 'client.auctionMine({ role: "selling", limit: 5 })'
    answer = await outcome_of(built, ring.harness.address, key, call)
    assert answer["found"]["target"] == "/api/auctions/mine?role=selling&limit=5"


async def test_typescript_path_parameter_is_encoded_as_one_segment(built: Path, ring: KeyRing) -> None:
    key = ring.add("messages:read")
    before = len(ring.harness.services.seen)
    answer = await outcome_of(built, ring.harness.address, key, 'client.messagingGetFile("../auctions/mine")')
    assert answer["refused"]["name"] == "Refused"
    assert not [seen for seen in ring.harness.services.seen[before:] if "auctions" in seen.target]
    answer = await outcome_of(built, ring.harness.address, key, 'client.messagingGetFile("..")')
    assert answer["refused"]["name"] == "TypeError"


@pytest.mark.parametrize(("status", "code"), [(503, "unavailable"), (429, "rate_limited")])
async def test_typescript_client_retries_429_with_same_idempotency_key(
    built: Path, ring: KeyRing, status: int, code: str
) -> None:
    key = ring.add("messages:write")
    ring.harness.services.answers["/api/messages"] = refusing(status, code, 2, **{"Retry-After": "7"})
    answer = await outcome_of(built, ring.harness.address, key, f"client.messagingPostMessage({MESSAGE})")
    assert answer == {"waits": [7, 7], "found": {"id": 5}}
    keys = {seen.header("Idempotency-Key") for seen in ring.reached("/api/messages")}
    assert len(keys) == 1 < len(ring.reached("/api/messages"))
    assert None not in keys


async def test_typescript_given_idempotency_key_is_sent(built: Path, ring: KeyRing) -> None:
    key = ring.add("messages:write")
    await outcome_of(built, ring.harness.address, key, f'client.messagingPostMessage({MESSAGE}, "mine-1")')
    assert [seen.header("Idempotency-Key") for seen in ring.reached("/api/messages")] == ["mine-1"]


async def test_typescript_change_without_key_is_not_repeated(built: Path, ring: KeyRing) -> None:
    key = ring.add("orders:write")
    path = "/api/transactions/5/ship"
    ring.harness.services.answers[path] = refusing(503, "outcome_unknown", 9)
    call = 'client.messagingPostShipment(5, { courier: "jnt", trackingNumber: "JT1" })'
    answer = await outcome_of(built, ring.harness.address, key, call)
    assert (answer["refused"]["code"], len(ring.reached(path))) == ("outcome_unknown", 1)


async def test_typescript_refusal_has_code_details_and_request_id(built: Path, ring: KeyRing) -> None:
    key = ring.add("read")
    answer = await outcome_of(built, ring.harness.address, key, "client.auctionPostBid(7, { amount: 105 })")
    refused = answer["refused"]
    assert (refused["name"], refused["status"], refused["code"]) == ("Refused", 403, "scope_missing")
    assert refused["details"] == {"scope": "bids:write"}
    assert refused["requestId"]


async def test_typescript_unavailable_gateway_raises_after_retries(built: Path) -> None:
    answer = await outcome_of(built, "http://127.0.0.1:9999", "wangi_x", "client.auctionMine()")
    assert (answer["refused"]["name"], answer["waits"]) == ("Unreachable", [1, 1, 1])
    call = 'client.messagingPostShipment(5, { courier: "jnt", trackingNumber: "JT1" })'
    answer = await outcome_of(built, "http://127.0.0.1:9999", "wangi_x", call)
    assert (answer["refused"]["name"], answer["waits"]) == ("Unreachable", [])


async def test_typescript_readme_example_runs(built: Path, ring: KeyRing) -> None:
    source, _ = examples()
    key = ring.add("account:read")
    printed = await running(
        built, source.replace("wangi_...", key).replace("http://localhost:8080", ring.harness.address)
    )
    assert "scope_missing" in printed


async def test_typescript_webhook_is_accepted_with_valid_signature_and_time(built: Path) -> None:
    key, body = webhook_rules.new_secret(), '{"type":"bid.placed","data":{}}'
    headers = {
        "Webhook-Id": "msg_1",
        "Webhook-Timestamp": "1700000000",
        "Webhook-Signature": "v1,other v1,!! "
        + webhook_rules.signatures([key], "msg_1", 1_700_000_000, body),
    }
    secret, other = webhook_rules.secret_text(key), webhook_rules.secret_text(webhook_rules.new_secret())
    now = 1_700_000_100
    ways: list[tuple[str, dict[str, str], str, int]] = [
        (secret, headers, body, now),
        (other, headers, body, now),
        (secret, headers, body + " ", now),
        (secret, headers | {"Webhook-Id": "msg_2"}, body, now),
        (secret, headers, body, now + 300),
        (secret, {}, body, now),
    ]
    calls = ", ".join(
        f"wangi.readWebhook({json.dumps(by)}, {json.dumps(given)}, new TextEncoder().encode({json.dumps(sent)}), {at})"
        ".then((read) => read.type, (refused) => refused.name)"
        for by, given, sent, at in ways
    )
    answer = await outcome_of(built, "http://127.0.0.1:9999", "wangi_k", f"Promise.all([{calls}])")
    assert answer["found"] == ["bid.placed", *["InvalidWebhook"] * 5]


async def test_invalid_key_or_address_is_refused_without_printing_it(built: Path) -> None:
    ways = [
        ("wangi_x", "localhost:8080"),
        ("wangi_x", "ftp://localhost"),
        ("Bearer wangi_x", "http://localhost:8080"),
    ]
    program = f"""import {{ Wangi }} from "./index.js";
for (const [key, address] of {json.dumps(ways)}) {{
  try {{
    new Wangi(key, address);
  }} catch (wrong) {{
    console.log(wrong.message);
  }}
}}"""
    lines = (await running(built, program)).splitlines()
    assert [re.findall("needs http:// or https://|without the word Bearer|wangi_x", line) for line in lines] == [
        ["needs http:// or https://"], ["needs http:// or https://"], ["without the word Bearer"],
    ]  # fmt: skip
