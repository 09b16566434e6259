import ast
from functools import cache
from pathlib import Path
from typing import get_args

import pytest

from libs.contracts.events import staff as events
from libs.contracts.services import SERVICES
from tests.architecture.test_rules import CODE, ROOT

STAFF = {"StaffUser", "ModeratorUser", "FinanceUser", "AdminUser"}
WRITES = {"post", "put", "patch", "delete"}
RECORD = ("libs.marketplace.staff_changes", "record")
Function = ast.FunctionDef | ast.AsyncFunctionDef


@cache
def module(name: str) -> tuple[dict[str, Function], dict[str, tuple[str, str | None]]]:
    path = ROOT / Path(*name.split(".")).with_suffix(".py")
    if not path.exists():
        return {}, {}
    tree = ast.parse(path.read_text())
    functions = {item.name: item for item in tree.body if isinstance(item, Function)}
    imported: dict[str, tuple[str, str | None]] = {}
    for item in tree.body:
        if (
            isinstance(item, ast.ImportFrom)
            and item.module
            and item.module.startswith(("services.", "libs."))
        ):
            for alias in item.names:
                whole = f"{item.module}.{alias.name}"
                is_module = (ROOT / Path(*whole.split(".")).with_suffix(".py")).exists()
                known = (whole, None) if is_module else (item.module, alias.name)
                imported[alias.asname or alias.name] = known
    return functions, imported


def used_by(name: str, function: Function) -> set[tuple[str, str]]:
    own, imported = module(name)
    found: set[tuple[str, str]] = set()
    for node in ast.walk(function):
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            where, inner = imported.get(node.value.id, ("", ""))
            if inner is None:
                found.add((where, node.attr))
        elif isinstance(node, ast.Name) and node.id in own:
            found.add((name, node.id))
        elif isinstance(node, ast.Name) and (target := imported.get(node.id)) and target[1]:
            found.add((target[0], target[1]))
    return found


def reaches(name: str, function: str, target: tuple[str, str] = RECORD) -> bool:
    """Whether the function calls `target`, also indirectly."""
    seen: set[tuple[str, str]] = set()
    waiting = [(name, function)]
    while waiting:
        one = waiting.pop()
        if one == target:
            return True
        body = module(one[0])[0].get(one[1])
        if one in seen or body is None or not one[0].startswith("services."):
            continue
        seen.add(one)
        waiting.extend(used_by(one[0], body))
    return False


def staff_writes() -> list[tuple[str, str]]:
    """Without previews."""
    found = []
    for service in SERVICES:
        for path in (
            path
            for path in CODE
            if service in path.parts and (path.name.endswith("routes.py") or "routes" in path.parts)
        ):
            name = ".".join(path.relative_to(ROOT).with_suffix("").parts)
            for handler in module(name)[0].values():
                written = {
                    item.func.attr: ast.unparse(item)
                    for item in handler.decorator_list
                    if isinstance(item, ast.Call) and isinstance(item.func, ast.Attribute)
                }
                notes = {ast.unparse(arg.annotation) for arg in handler.args.args if arg.annotation}
                is_preview = any("preview" in item for item in written.values())
                if WRITES & written.keys() and STAFF & notes and not is_preview:
                    found.append((name, handler.name))
    return found


@pytest.mark.parametrize(("name", "handler"), staff_writes(), ids=lambda one: str(one).split(".")[-1])
def test_staff_changes_are_published_with_before_and_after(name: str, handler: str) -> None:
    assert reaches(name, handler), f"{name}.{handler} changes something and records no before and after"


def test_staff_routes_are_found() -> None:
    assert len(staff_writes()) >= 30


@pytest.mark.parametrize("acts", ["Account", "Listing", "Auction", "Order", "Message", "Money", "Platform"])
def test_each_staff_act_of_the_contract_is_used(acts: str) -> None:
    service = next(
        event.producer
        for event in events.StaffChangeEvent.__subclasses__()
        if event.__name__.startswith(acts)
    )
    source = "".join(
        path.read_text() for path in (ROOT / "services" / service).rglob("*.py") if "tests" not in path.parts
    )
    roles = {"make_support", "make_moderator", "make_finance", "make_admin"}  # Built from the role's name.
    missing = [arg for arg in get_args(getattr(events, f"{acts}Act")) if f'"{arg}"' not in source]
    assert not set(missing) - roles
