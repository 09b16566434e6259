"""Pins base images by digest, so that later builds use the same images."""

import json
import re
import shutil
import subprocess
from pathlib import Path

ROOT = Path(__file__).parents[2]
FILES = (Path("deploy/docker/Dockerfile"), Path("docker-compose.yml"))
_DIGEST = re.compile(r"sha256:[0-9a-f]{64}")


class NotResolved(RuntimeError):
    """No registry returned a digest. Nothing was written."""


def named_in(text: str) -> list[str]:
    """Returns the images in a file, except the file's own build stages."""
    named, stages = list[str](), {"scratch"}
    for words in map(str.split, text.splitlines()):
        if words[:1] == ["FROM"]:
            named += [word for word in words[1:] if not word.startswith("--")][:1]
            if len(words) > 3 and words[-2].upper() == "AS":
                stages.add(words[-1])
        elif words[:1] == ["image:"]:
            named += words[1:2]
    return [image for image in named if image not in stages]


def is_pinned(image: str) -> bool:
    tag, _, digest = image.partition("@")
    return ":" in tag and _DIGEST.fullmatch(digest) is not None


def faults(root: Path = ROOT) -> list[str]:
    return [
        f"{file}: {image} has no digest: run `make pin-images` where a registry can be reached"
        for file in FILES
        for image in named_in((root / file).read_text())
        if not is_pinned(image)
    ]


def pin(root: Path = ROOT) -> list[str]:
    """Pins each tag to the digest in the registry and returns the changes. Writes nothing if any digest is
    missing."""
    texts = {file: (root / file).read_text() for file in FILES}
    tags = {image.partition("@")[0] for text in texts.values() for image in named_in(text)}
    found = {tag: f"{tag}@{_digest_of(tag)}" for tag in sorted(tags)}
    changed = []
    for file, text in texts.items():
        for image in named_in(text):
            pinned = found[image.partition("@")[0]]
            if image != pinned:
                lines = text.splitlines(keepends=True)
                text = "".join(
                    line.replace(image, pinned) if image in line.split() else line for line in lines
                )
                changed.append(f"{file}: {pinned}")
        (root / file).write_text(text)
    return changed


def _digest_of(tag: str) -> str:
    docker = shutil.which("docker")
    if docker is None:
        raise NotResolved("docker (with buildx) was not found: it asks the registry")
    command = [docker, "buildx", "imagetools", "inspect", "--format", "{{json .Manifest}}", tag]
    asked = subprocess.run(command, capture_output=True, text=True, check=False, timeout=120)
    try:
        digest = str(json.loads(asked.stdout)["digest"])
    except (ValueError, KeyError, TypeError) as unknown:
        raise NotResolved(f"{tag}: {asked.stderr.strip()[-300:] or 'no answer'}") from unknown
    if asked.returncode or not _DIGEST.fullmatch(digest):
        raise NotResolved(f"{tag}: {digest[:80]}")
    return digest
