import ast
import json
import re
from html import unescape
from typing import Any

import pytest

from deploy.local.places import ROOT
from libs.contracts.generate import FRAMES, asyncapi
from libs.contracts.live import FrameModel
from tools import frame_catalogue

PAGE = frame_catalogue.COMMITTED.read_text(encoding="utf-8")
ENTRIES = dict(re.findall(r'<details id="([\w.]+)">(.*?)</details>', PAGE, re.DOTALL))
EACH = [(side, name, frame) for side, named in FRAMES.items() for name, frame in named.items()]
SENDING = {"Frame": 1, "send_event": 0, "event": 0, "answer": 1, "reply": 1, "publish": 1}


def sent_names() -> set[str]:
    names = set()
    folders = [ROOT / "gateway/live", ROOT / "libs/contracts"]
    for path in (item for folder in folders for item in folder.glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text())):
            written: list[ast.expr] = []
            if isinstance(node, ast.Call):
                called = getattr(node.func, "attr", getattr(node.func, "id", ""))
                written = node.args[SENDING[called] :][:1] if called in SENDING else []
            elif path.name == "commands.py" and isinstance(node, ast.Tuple) and len(node.elts) == 2:
                written = node.elts[:1]
            elif path.name == "messages.py" and isinstance(node, ast.Return):
                value = node.value
                written = (
                    [value.body, value.orelse] if isinstance(value, ast.IfExp) else [value] if value else []
                )
            names |= {
                item.value
                for item in written
                if isinstance(item, ast.Constant) and isinstance(item.value, str)
            }
    return names


def test_every_sent_frame_is_described() -> None:
    sent = sent_names()
    assert {"newBid", "watchers", "staff_work", "error", "resync", "presence", "notice", "typing"} <= sent
    assert sent - FRAMES["server"].keys() == set()
    assert FRAMES["server"].keys() - sent == set(), "described, and never sent"


def test_frame_page_is_up_to_date_and_self_contained() -> None:
    assert frame_catalogue.page() == PAGE, "run `wangi openapi`"
    assert set(ENTRIES) == {f"{side}.{name}" for side, name, _ in EACH}
    for foreign in ("<script", "http://", "https://"):
        assert foreign not in PAGE


def test_document_names_the_sender_of_each_frame() -> None:
    document = asyncapi()
    operations, channel = document["operations"], document["channels"]["live"]
    for side, action in (("client", "receive"), ("server", "send")):
        operation = operations[f"live.{side}"]
        assert operation["action"] == action
        spoken = [
            message["$ref"].removeprefix("#/channels/live/messages/") for message in operation["messages"]
        ]
        assert spoken == [f"{side}.{name}" for name in FRAMES[side]]
        assert set(spoken) <= channel["messages"].keys()
    for name in ("typing", "presence"):
        assert {f"client.{name}", f"server.{name}"} <= document["components"]["messages"].keys()


@pytest.mark.parametrize(("side", "name", "frame"), EACH, ids=[f"{side}.{name}" for side, name, _ in EACH])
def test_frame_example_matches_its_model(side: str, name: str, frame: type[FrameModel]) -> None:
    message = asyncapi()["components"]["messages"][f"{side}.{name}"]
    [shown] = message["examples"]
    example: dict[str, Any] = dict(shown["payload"])
    on_page = re.search(r"<pre>(.*?)</pre>", ENTRIES[f"{side}.{name}"], re.DOTALL)
    assert on_page
    assert json.loads(unescape(on_page[1])) == example
    assert set(message["payload"]["required"]) <= example.keys()
    assert example.pop("type") == name
    assert example.pop("id", None) == ("c7" if side == "client" else None)
    frame.model_validate_json(json.dumps(example))
    assert set(example) == set(frame.wire_names())
