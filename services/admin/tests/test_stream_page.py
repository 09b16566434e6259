import re
from pathlib import Path

from pydantic.alias_generators import to_camel

from services.admin.audit.rules import PUBLIC_KINDS, SHOWN

PAGE = (Path(__file__).resolve().parents[3] / "docs/integrators.md").read_text()
PART = PAGE.split("## Follow events")[1].split("\n## ")[0]


def test_stream_page_lists_shown_and_hidden_fields() -> None:
    rows = re.findall(r"^\| `(\w+)` \| (.+?) \| (.+?) \|$", PART, re.M)
    assert tuple(kind for kind, *_ in rows) == PUBLIC_KINDS
    for kind, shown, left_out in rows:
        event, names = next(one for known, one in SHOWN.items() if known == kind)
        assert re.findall(r"`(\w+)`", shown) == [to_camel(name) for name in names], kind
        others = [to_camel(name) for name in event.model_fields if name not in names]
        assert re.findall(r"`(\w+)`", left_out) == others, kind


def test_stream_page_names_every_event_type() -> None:
    words = PART.split("- Kinds: ")[1].split(". Amounts")[0]
    assert tuple(re.findall(r"`(\w+)`", words)) == PUBLIC_KINDS
