"""Creates a CycloneDX SBOM of the web app from its lock file, because `npm sbom` omits build dependencies."""

import base64
import json
import sys
from pathlib import Path
from typing import Any

from cyclonedx.model import HashAlgorithm, HashType
from cyclonedx.model.bom import Bom
from cyclonedx.model.component import Component, ComponentType
from cyclonedx.output.json import JsonV1Dot6
from packageurl import PackageURL

LOCK = Path(__file__).parents[2] / "frontend" / "package-lock.json"
# Packages with one of these marks are not sent to browsers.
NOT_SENT = {"dev", "devOptional", "optional", "peer"}
ALGORITHMS = {"sha512": HashAlgorithm.SHA_512, "sha1": HashAlgorithm.SHA_1}


def sent_packages(lock: dict[str, Any]) -> list[tuple[str, dict[str, Any]]]:
    """Returns the packages that are built into the app, sorted by name."""
    packages = [
        (one.get("name", place.rpartition("node_modules/")[2]), one)
        for place, one in lock["packages"].items()
        if place and not NOT_SENT & set(one)
    ]
    return sorted(packages, key=lambda one: (one[0], one[1]["version"]))


def document(lock: dict[str, Any]) -> str:
    app = lock["packages"][""]
    root = Component(name=app["name"], version=app["version"], type=ComponentType.APPLICATION, bom_ref="app")
    bom, parts = Bom(), [_component(name, one) for name, one in sent_packages(lock)]
    bom.metadata.component = root
    bom.components.update(parts)
    bom.register_dependency(root, parts)
    return JsonV1Dot6(bom).output_as_string(indent=2)


def _component(name: str, one: dict[str, Any]) -> Component:
    kind, _, digest = one["integrity"].partition("-")
    group, _, short = name.rpartition("/")
    address = PackageURL("npm", group or None, short, one["version"])
    content = base64.b64decode(digest).hex()
    return Component(
        name=name,
        version=one["version"],
        type=ComponentType.LIBRARY,
        bom_ref=str(address),
        purl=address,
        hashes=[HashType(alg=ALGORITHMS[kind], content=content)],
    )


if __name__ == "__main__":
    sys.stdout.write(document(json.loads(LOCK.read_text(encoding="utf-8"))) + "\n")
