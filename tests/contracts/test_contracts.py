import json
import sys
from pathlib import Path
from typing import Any, Literal, get_args, get_origin

import pytest

from libs.contracts import generate
from libs.contracts.events.auction import BidsVoided
from libs.contracts.registry import EVENTS
from libs.kit.events.outbox import LARGEST_EVENT

ROOT = Path(__file__).resolve().parents[2]
RELEASED = Path(__file__).parent / "released"
# An envelope without its event.
ENVELOPE = 2_048
PRIVATE = (
    "email",
    "password",
    "address",
    "phone",
    "token",
    "first",
    "last",
    "text",
    "message",
    "reserve_price",
)


def test_generated_contract_files_are_up_to_date() -> None:
    for name, content in generate.generated_files().items():
        assert (ROOT / name).read_text() == content, f"{name} is not fresh"


def test_no_event_field_is_private() -> None:
    private = [
        f"{event.__name__}.{field}"
        for event in EVENTS.values()
        for field in event.model_fields
        if not field.endswith(("_id", "_ids")) and any(word in field for word in PRIVATE)
    ]
    assert private == []


def test_no_event_names_a_person_and_free_text_is_marked() -> None:
    """P-G1, P-G2"""
    for event in EVENTS.values():
        free = {name for name, field in event.model_fields.items() if "str" in _kinds(field.annotation)}
        # Made by a machine: names of changed fields, and request ids.
        machine_made = {"changed"} | (
            {"request_id"} if event.__name__.endswith(("ByStaff", "DataRead")) else set()
        )
        assert free - machine_made == event.words, event.__name__
        names = {name for name in event.model_fields if name.endswith("name")}
        assert not names - {"name", "bidder_name"}, event.__name__


def _kinds(annotation: Any) -> set[str]:
    """A fixed vocabulary is not free text."""
    inner = [arg for arg in get_args(annotation) if get_origin(annotation) is not Literal]
    return {getattr(annotation, "__name__", "")}.union(*map(_kinds, inner))


def test_every_event_list_and_text_is_bounded() -> None:
    for event in EVENTS.values():
        schema = event.model_json_schema()
        assert _largest(schema, schema.get("$defs", {})) < LARGEST_EVENT - ENVELOPE, event.__name__


def _largest(part: dict[str, Any], known: dict[str, Any]) -> int:
    """The largest JSON size in bytes. Infinite without a limit."""
    if "$ref" in part:
        return _largest(known[part["$ref"].rsplit("/", 1)[1]], known)
    if "anyOf" in part:
        return max(_largest(item, known) for item in part["anyOf"])
    match part.get("type"):
        case "array":
            return (
                part["maxItems"] * (1 + _largest(part["items"], known)) if "maxItems" in part else sys.maxsize
            )
        case "object":
            return sum(len(name) + 4 + _largest(one, known) for name, one in part["properties"].items())
        case "string" if not {"enum", "const", "format"} & set(part):
            return 6 * part["maxLength"] if "maxLength" in part else sys.maxsize
    return 64


@pytest.mark.parametrize("released", sorted(RELEASED.glob("*/*.json")), ids=lambda path: path.stem)
def test_no_change_breaks_a_released_reader(released: Path) -> None:
    """P-D6"""
    old = json.loads(released.read_text())
    event = EVENTS.get(released.stem)
    assert event is not None, f"{released.stem} was released and is gone"
    assert breaks(old, generate.schema_of(event)) == []


def breaks(old: dict[str, Any], new: dict[str, Any]) -> list[str]:
    gone = [f"{name} is gone" for name in old["properties"] if name not in new["properties"]]
    demanded = set(new.get("required", ())) - set(old.get("required", ()))
    added = [f"{name} is newly required" for name in sorted(demanded)]
    dropped = set(old.get("required", ())) - set(new.get("required", ()))
    optional = [f"{name} may now be missing" for name in sorted(dropped)]
    changed = [
        f"{name} changed its type"
        for name, part in old["properties"].items()
        if name in new["properties"] and shape(part) != shape(new["properties"][name])
    ]
    return gone + added + optional + changed


def shape(part: dict[str, Any]) -> str:
    """A schema without limits, because older events are truncated when read."""
    part = json.loads(json.dumps(part), object_hook=_without_limits)
    kept = {k: v for k, v in part.items() if k in {"type", "anyOf", "format", "items", "enum", "$ref"}}
    return json.dumps(kept, sort_keys=True)


def _without_limits(part: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in part.items() if name not in ("maxLength", "maxItems")}


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        (lambda s: s["properties"].pop("amount"), "amount is gone"),
        (lambda s: s["properties"]["amount"].update(type="string"), "amount changed its type"),
        (lambda s: s["required"].append("extra"), "extra is newly required"),
        (lambda s: s["required"].remove("amount"), "amount may now be missing"),
    ],
)
def test_compatibility_gate_finds_each_breaking_change(change: Any, fault: str) -> None:
    old = generate.schema_of(EVENTS["wangi.auction.BidPlaced.v1"])
    new = json.loads(json.dumps(old))
    change(new)
    assert fault in breaks(old, new)


def test_reader_ignores_fields_of_newer_writer() -> None:
    """P-D6"""
    data = {"userId": 1, "epoch": 2, "revokedAt": "2026-11-20T00:00:00Z", "newField": "x"}
    event = EVENTS["wangi.auth.UserSessionsRevoked.v1"].parse(data)
    assert event.key == "1"


def test_event_with_undeclared_field_is_refused() -> None:
    data = {"userId": 1, "epoch": 2, "revokedAt": "2026-11-20T00:00:00Z", "note": "x"}
    with pytest.raises(ValueError, match="Extra inputs"):
        EVENTS["wangi.auth.UserSessionsRevoked.v1"].model_validate(data)


def test_older_event_with_more_voided_bids_keeps_the_newest() -> None:
    written: dict[str, Any] = {
        "auctionId": 1, "productId": 2, "sellerId": 3, "bidderId": 4, "reason": "retracted",
        "bidIds": list(range(1, 251)), "currentBid": None, "currentBidderId": None, "bidCount": 0,
        "reserveMet": None, "voidedAt": "2026-11-23T00:00:00Z", "epoch": 1,
    }  # fmt: skip
    assert BidsVoided.parse(written).bid_ids == list(range(151, 251))
