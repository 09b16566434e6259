import json
import re
from functools import lru_cache
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
import yaml
from jsonschema import Draft202012Validator
from referencing import Registry, Resource

from tests.k8s.rendered_manifests import CUSTOM, K8S, OVERLAYS, ROOT, Doc, containers, named, rendered
from tools.manifests import write

SCHEMAS = files("kubernetes_validate") / "kubernetes-json-schema" / "v1.37.0-local-strict"
SHAPES: dict[str, Any] = yaml.safe_load((Path(__file__).parent / "shapes.yaml").read_text())
PLAIN = {"int": int, "str": str, "bool": bool}


@lru_cache
def registry() -> Registry[Any]:
    definitions = Resource.from_contents(json.loads((SCHEMAS / "_definitions.json").read_text()))
    known: Registry[Any] = Registry().with_resource("_definitions.json", definitions)
    return known


@lru_cache
def validator(kind: str, version: str) -> Draft202012Validator:
    group = re.sub(r"^([^./]*)(?:\.[^/]*)?/", r"\1-", version)
    schema = json.loads((SCHEMAS / f"{kind.lower()}-{group}.json").read_text())
    return Draft202012Validator(schema, registry=registry())


def of_kubernetes(doc: Doc) -> list[str]:
    return [f"{fault.json_path}: {fault.message[:160]}"
            for fault in validator(doc["kind"], doc["apiVersion"]).iter_errors(doc)]  # fmt: skip


def misfits(value: Any, shape: Any, place: str = "spec") -> list[str]:
    if shape == "any":
        return []
    if isinstance(shape, str) and "|" in shape:
        return [] if value in shape.split("|") else [f"{place} is none of {shape}: {value!r}"]
    if isinstance(shape, str):
        return [] if type(value) is PLAIN[shape] else [f"{place} is no {shape}: {value!r}"]
    if isinstance(shape, list):
        if not isinstance(value, list):
            return [f"{place} is no list"]
        return [fault for item in value for fault in misfits(item, shape[0], f"{place}[]")]
    if not isinstance(value, dict):
        return [f"{place} is no map"]
    fields = {name.removesuffix("!"): of_field for name, of_field in shape.items()}
    unknown = [f"{place}.{name} is not known" for name in value if name not in fields]
    missing = [
        f"{place}.{name[:-1]} is missing" for name in shape if name.endswith("!") and name[:-1] not in value
    ]
    known = [fault for name in value if name in fields
             for fault in misfits(value[name], fields[name], f"{place}.{name}")]  # fmt: skip
    return unknown + missing + known


def is_custom(doc: Doc) -> bool:
    return str(doc["apiVersion"]).split("/")[0].endswith(CUSTOM)


def test_manifests_are_valid_kubernetes() -> None:
    plain = {
        json.dumps(doc): doc for overlay in OVERLAYS for doc in rendered(overlay) if not is_custom(doc)
    }.values()
    assert [
        f"{doc['kind']} {doc['metadata']['name']}: {fault}" for doc in plain for fault in of_kubernetes(doc)
    ] == []


@pytest.mark.parametrize("overlay", OVERLAYS)
def test_operator_resources_have_known_fields(overlay: str) -> None:
    for doc in filter(is_custom, rendered(overlay)):
        assert misfits(doc["spec"], SHAPES[f"{doc['apiVersion']} {doc['kind']}"]) == [], doc["metadata"][
            "name"
        ]


def test_control_misspelt_field_is_found() -> None:
    docs = rendered("production")
    deployment = named(docs, "Deployment", "auth")
    deployment["spec"]["template"]["spec"]["terminationGracePeriodSecond"] = 3
    assert any("terminationGracePeriodSecond" in fault for fault in of_kubernetes(deployment))
    deployment["spec"]["replicas"] = "two"
    assert any("two" in fault for fault in of_kubernetes(deployment))
    user = named(docs, "KafkaUser", "auth")
    user["spec"]["authorization"]["acls"][0]["operation"] = "Read"
    assert misfits(user["spec"], SHAPES["kafka.strimzi.io/v1 KafkaUser"]) == [
        "spec.authorization.acls[].operation is not known"
    ]
    del user["spec"]["authorization"]["acls"][0]["operation"]
    user["spec"]["authorization"]["acls"][0]["operations"] = ["read"]
    del user["spec"]["authentication"]["type"]
    faults = misfits(user["spec"], SHAPES["kafka.strimzi.io/v1 KafkaUser"])
    assert faults[0] == "spec.authentication.type is missing"
    assert faults[1].startswith("spec.authorization.acls[].operations[] is none of Read|Write|")


def test_generated_manifests_are_up_to_date() -> None:
    assert [path for path, text in write.files().items() if (ROOT / path).read_text() != text] == []


def test_every_manifest_is_used() -> None:
    named_there: set[Path] = set()
    for file in K8S.rglob("kustomization.yaml"):
        kustomization = yaml.safe_load(file.read_text())
        entries = [*kustomization.get("resources", []), *kustomization.get("components", [])]
        entries += [patch["path"] for patch in kustomization.get("patches", []) if "path" in patch]
        for made in kustomization.get("configMapGenerator", []):
            entries += [*made.get("envs", []), *made.get("files", [])]
        for entry in entries:
            path = (file.parent / entry).resolve()
            named_there.add(path / "kustomization.yaml" if path.is_dir() else path)
    there = {path.resolve() for path in K8S.rglob("*") if path.is_file()}
    entry_points = {(K8S / "overlays" / overlay / "kustomization.yaml").resolve() for overlay in OVERLAYS}
    assert there - named_there - entry_points == {(K8S / "README.md").resolve()}


@pytest.mark.parametrize("overlay", OVERLAYS)
def test_every_image_is_built_or_started_by_compose(overlay: str) -> None:
    version = re.search(r'^version = "(.+)"', (ROOT / "pyproject.toml").read_text(), re.MULTILINE)
    assert version is not None
    compose = yaml.safe_load((ROOT / "docker-compose.yml").read_text())["services"]
    built = {
        f"wangi{join}{name}:{version[1]}" for name, one in compose.items() if "build" in one for join in "-/"
    }
    started = {item["image"] for item in compose.values() if "image" in item}
    assert {container["image"] for _, container in containers(rendered(overlay))} <= built | started
