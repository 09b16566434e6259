import json
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from wangi_analysts import Reader

from deploy.local.places import ROOT
from libs.contracts.event import make_envelope
from libs.contracts.registry import EVENTS
from tools.event_catalogue import example

PROJECT = ROOT / "clients/analysts"
BUILD = "import setuptools.build_meta as made, sys; print(made.build_wheel(sys.argv[1]))"
# Runs with only the wheel and the standard library.
PROGRAM = """
import json, sys
sys.path.insert(0, sys.argv[1])
import wangi_analysts
with wangi_analysts.open_events(sys.argv[2]) as events:
    rows = events.sql("FROM bids ORDER BY amount").fetchall()
event = wangi_analysts.Reader().read(sys.argv[3].encode())
ours = [name for name in sys.modules if name.split(".")[0] in ("libs", "services", "deploy", "gateway")]
print(json.dumps([wangi_analysts.__file__, rows, event.type, ours]))
"""


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("analysts")
    project = folder / "project"
    shutil.copytree(PROJECT, project, ignore=shutil.ignore_patterns("__pycache__", "build", "*.egg-info"))
    done = subprocess.run(
        [sys.executable, "-I", "-c", BUILD, str(folder)],
        cwd=project, capture_output=True, text=True, check=False, timeout=60,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return folder / done.stdout.splitlines()[-1]


def test_wheel_has_only_the_package_and_its_types(wheel: Path) -> None:
    assert wheel.name == "wangi_analysts-1.0.0-py3-none-any.whl"
    with zipfile.ZipFile(wheel) as opened:
        names = {name for name in opened.namelist() if ".dist-info/" not in name}
        [about] = [name for name in opened.namelist() if name.endswith("/METADATA")]
        metadata = opened.read(about).decode()
    assert names == {
        f"wangi_analysts/{name}" for name in ("__init__.py", "events.py", "py.typed", "tables.py")
    }
    assert "Name: wangi-analysts\n" in metadata
    assert "Requires-Dist: duckdb" in metadata


def test_analysts_package_works_alone(wheel: Path, tmp_path: Path) -> None:
    with zipfile.ZipFile(wheel) as opened:
        opened.extractall(tmp_path / "installed")
    events = tmp_path / "it's events"
    events.mkdir()
    (events / "bids.csv").write_text("amount\n12000\n10500\n")
    (events / "views.sql").write_text("CREATE VIEW bids AS FROM 'bids.csv'")
    message = make_envelope(example(EVENTS["wangi.auction.BidPlaced.v1"]), 7).model_dump_json()
    words = [str(tmp_path / "installed"), str(events), message]
    done = subprocess.run(
        [sys.executable, "-I", "-c", PROGRAM, *words],
        cwd=tmp_path, capture_output=True, text=True, check=False, timeout=60,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    place, rows, kind, ours = json.loads(done.stdout)
    assert Path(place).is_relative_to(tmp_path / "installed")
    assert rows == [[10_500], [12_000]]
    assert (kind, ours) == ("wangi.auction.BidPlaced.v1", [])


def test_message_of_every_kind_is_read_once() -> None:
    reader = Reader()
    for name, event_type in EVENTS.items():
        envelope = make_envelope(example(event_type), 7)
        event = reader.read(envelope.model_dump_json().encode())
        assert event is not None, name
        assert (event.id, event.type, event.version) == (envelope.id, name, 7)
        assert (event.subject, event.time) == (envelope.subject, envelope.time)
        assert event.data == json.loads(envelope.model_dump_json())["data"]
        assert reader.read(envelope.model_dump_json().encode()) is None, name
