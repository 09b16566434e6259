import json
import os
import shutil
import stat
import subprocess
from pathlib import Path

import pytest

from deploy.release import audit, images
from deploy.release.__main__ import main
from deploy.release.audit import Outcome

ROOT = Path(__file__).parents[2]
NONE = {"vulnerabilities": {}, "metadata": {"vulnerabilities": {"total": 0}, "dependencies": {"prod": 40}}}
WEAK = {
    "vulnerabilities": {"zod": {}},
    "metadata": {"vulnerabilities": {"total": 1}, "dependencies": {"prod": 40}},
}
ABOUT_NOTHING = {"metadata": {"vulnerabilities": {"total": 0}, "dependencies": {"prod": 1}}}
REFUSED = {"statusCode": 405, "error": {"summary": "", "detail": ""}}
SOUND = {"dependencies": [{"name": "aiohttp", "version": "1", "vulns": []}]}
HOLED = {"dependencies": [{"name": "aiohttp", "version": "1", "vulns": [{"id": "PYSEC-1"}]}]}
SKIPPED = {"dependencies": [{"name": "aiohttp", "skip_reason": "not found"}]}


@pytest.fixture
def tools(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("PATH", str(tmp_path))
    return tmp_path


def tool(folder: Path, name: str, says: object, code: int = 0) -> None:
    words = says if isinstance(says, str) else json.dumps(says)
    file = folder / name
    file.write_text(f"#!/bin/sh\nprintf '%s' '{words}'\nexit {code}\n")
    file.chmod(file.stat().st_mode | stat.S_IXUSR)


@pytest.mark.parametrize(
    ("npm", "python", "outcome"),
    [
        (NONE, SOUND, Outcome.CLEAN),
        (WEAK, SOUND, Outcome.FOUND),
        (NONE, HOLED, Outcome.FOUND),
        (REFUSED, SOUND, Outcome.UNKNOWN),
        ("", SOUND, Outcome.UNKNOWN),
        ("a web page", SOUND, Outcome.UNKNOWN),
        ("[]", SOUND, Outcome.UNKNOWN),
        (ABOUT_NOTHING, SOUND, Outcome.UNKNOWN),
        (NONE, SKIPPED, Outcome.UNKNOWN),
        (NONE, {"dependencies": []}, Outcome.UNKNOWN),
        (NONE, "no network", Outcome.UNKNOWN),
        (REFUSED, HOLED, Outcome.FOUND),
    ],
)
def test_audit_is_clean_only_if_both_sources_say_so(
    tools: Path, npm: object, python: object, outcome: Outcome
) -> None:
    tool(tools, "npm", npm, code=0 if npm == NONE else 1)
    tool(tools, "pip-audit", python, code=0 if python == SOUND else 1)
    assert main("audit") == outcome
    assert (main("check") == 0) == (outcome is Outcome.CLEAN)


def test_audit_without_tools_is_unknown(tools: Path) -> None:
    assert main("audit") == Outcome.UNKNOWN
    assert main("check") == 1


def test_hanging_audit_is_ended_as_unknown(tools: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(audit, "PATIENCE", 0.2)
    (tools / "npm").symlink_to("/bin/cat")  # Waits for its input.
    tool(tools, "pip-audit", SOUND)
    monkeypatch.setattr(audit, "NPM", ("npm", "/dev/zero"))
    assert main("audit") == Outcome.UNKNOWN


@pytest.mark.parametrize(("code", "goes_on"), [(0, True), (1, False), (3, True), (127, False)])
def test_build_continues_if_audit_is_clean_or_unknown(tmp_path: Path, code: int, goes_on: bool) -> None:
    (tmp_path / ".ci").mkdir()
    (tmp_path / "deploy/local").mkdir(parents=True)
    shutil.copy(ROOT / ".ci/run", tmp_path / ".ci/run")
    (tmp_path / "deploy/local/find-python.sh").write_text(f"exit {code}\n")
    tool(tmp_path, "make", "tested")
    environment = os.environ | {"PATH": f"{tmp_path}:/usr/bin:/bin"}
    ran = subprocess.run(
        ["sh", ".ci/run"], cwd=tmp_path, env=environment, capture_output=True, text=True, check=False
    )
    assert ((ran.returncode, ran.stdout) == (0, "tested")) is goes_on


def test_every_image_has_a_digest() -> None:
    assert images.faults() == []
    named = [image for file in images.FILES for image in images.named_in((ROOT / file).read_text())]
    assert len({image.partition("@")[0] for image in named}) == 6


@pytest.fixture
def files(tmp_path: Path) -> Path:
    for file in images.FILES:
        (tmp_path / file).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / file, tmp_path / file)
    return tmp_path


@pytest.mark.parametrize("file", images.FILES)
def test_missing_or_short_digest_is_refused(files: Path, file: Path) -> None:
    text = (files / file).read_text()
    image = images.named_in(text)[0]
    for other in (image.partition("@")[0], image[:-1], image.replace("sha256", "md5")):
        (files / file).write_text(text.replace(image, other))
        assert any(other in fault for fault in images.faults(files)), other


def test_pinning_writes_registry_digests(files: Path, tools: Path) -> None:
    digest = "sha256:" + "0123456789abcdef" * 4
    tool(tools, "docker", {"digest": digest})
    changed = images.pin(files)
    assert len(changed) == 6
    named = [image for file in images.FILES for image in images.named_in((files / file).read_text())]
    assert {image.partition("@")[2] for image in named} == {digest}
    assert images.pin(files) == []


@pytest.mark.parametrize("says", ["", "not json", "{}", json.dumps({"digest": "sha256:short"})])
def test_pinning_writes_nothing_without_registry_answer(files: Path, tools: Path, says: str) -> None:
    before = [(files / file).read_text() for file in images.FILES]
    tool(tools, "docker", says, code=0 if says else 1)
    with pytest.raises(images.NotResolved):
        images.pin(files)
    assert [(files / file).read_text() for file in images.FILES] == before
