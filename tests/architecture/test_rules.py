import ast
import importlib
import inspect
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from fastapi import FastAPI
from fastapi.dependencies.models import Dependant
from fastapi.routing import APIRoute

from libs.contracts.registry import EVENTS
from libs.contracts.services import SERVICES
from libs.contracts.topics import EVENT_TOPICS
from libs.kit.db.database import reading_of_request, session_of_request
from tools import env_example

ROOT = Path(__file__).resolve().parents[2]
OPEN_OF_AUTH = (
    "register", "login", "refresh", "logout", "lookup-email", "forgot-password", "resend-verification", "session",
    "passkey", "passkey/options",
)  # fmt: skip
LONGEST_FUNCTION = 60
PYTHON = [
    path
    for folder in ("libs", "services", "gateway", "deploy", "tools")
    for path in sorted((ROOT / folder).rglob("*.py"))
    if "node_modules" not in path.parts
]
CODE = [path for path in PYTHON if "tests" not in path.parts and "migrations" not in path.parts]


def name_of(path: Path) -> str:
    return str(path.relative_to(ROOT))


def tree_of(path: Path) -> ast.Module:
    return ast.parse(path.read_text())


def in_services(*names: str) -> list[Path]:
    return [path for path in CODE if "services" in path.parts and set(names) & set(path.parts)]


def test_rules_are_pure() -> None:
    framework = ("fastapi", "sqlalchemy", "sqlmodel", "aiokafka", "asyncio")
    impure = []
    for path in in_services("rules.py", "domain"):
        for node in ast.walk(tree_of(path)):
            is_async = isinstance(node, ast.AsyncFunctionDef | ast.Await)
            reads_clock = isinstance(node, ast.Attribute) and node.attr in {"now", "utcnow", "today"}
            modules = [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            modules += [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            if is_async or reads_clock or any(module.startswith(framework) for module in modules):
                impure.append(f"{name_of(path)}:{getattr(node, 'lineno', '?')}")
    assert impure == []


def calls(path: Path, *names: str) -> Iterator[ast.Call]:
    """Calls of these methods, unless their line has an `allow` comment."""
    source = path.read_text()
    lines = source.splitlines()
    for node in ast.walk(ast.parse(source)) if any(name in source for name in names) else ():
        if (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Attribute)
            and node.func.attr in names
            and "# allow:" not in lines[node.lineno - 1]
        ):
            yield node


def private_imports(path: Path) -> list[str]:
    """Imports of another capability's `routes` or `jobs`."""
    own = name_of(path).split("/")[2]
    found = []
    for node in ast.walk(tree_of(path)):
        module = (node.module or "").split(".") if isinstance(node, ast.ImportFrom) else []
        names = [alias.name for alias in node.names] if isinstance(node, ast.ImportFrom) else []
        parts = module if len(module) > 3 else module + names
        if module[:1] == ["services"] and len(parts) > 3 and parts[2] != own:
            found += [part for part in parts[3:] if part == "jobs" or part.endswith("routes")]
    return found


def test_capability_does_not_import_routes_or_jobs_of_another() -> None:
    capabilities = [
        path for path in CODE if "services" in path.parts and len(path.relative_to(ROOT).parts) > 3
    ]
    assert {name_of(path): private_imports(path) for path in capabilities if private_imports(path)} == {}


def test_only_the_kit_commits() -> None:
    services = [path for path in CODE if "services" in path.parts]
    assert [name_of(path) for path in services if list(calls(path, "commit", "rollback"))] == []


def test_only_the_relay_publishes() -> None:
    relay = ("publisher.py", "refused_events.py")
    methods = ("send_batch", "send_and_wait", "publish_batch")
    assert [name_of(path) for path in CODE if path.name not in relay and list(calls(path, *methods))] == []


_STATEMENTS = {"select", "insert", "update", "delete", "text"}
_SQL = re.compile(
    r"\bSELECT\b.*\bFROM\b|\bSELECT \w+\(|\bINSERT INTO\b|\bUPDATE \w+ SET\b|\bDELETE FROM\b|\bLOCK TABLE\b"
    r"|\bWITH \w+ AS\b|\bTRUNCATE \w|\b(?:CREATE|ALTER|DROP) (?:TABLE|INDEX|FUNCTION)\b|\bSET LOCAL\b"
    r"|\bON CONFLICT\b|\bFOR UPDATE\b",
    re.S,
)
_SENDING = {"execute", "executemany", "exec_driver_sql", "fetch", "fetchrow", "fetchval", "scalar", "scalars"}


def sql_in(tree: ast.Module) -> list[int]:
    lines = []
    for node in ast.walk(tree):
        builds = (
            isinstance(node, ast.ImportFrom)
            and (node.module or "").startswith(("sqlalchemy", "sqlmodel"))
            and {alias.name for alias in node.names} & _STATEMENTS
        )
        holds = isinstance(node, ast.Constant) and isinstance(node.value, str) and _SQL.search(node.value)
        sends = (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Attribute)
            and (
                (
                    node.func.attr in _SENDING
                    and node.args
                    and isinstance(node.args[0], ast.JoinedStr | ast.Constant)
                )
                or (node.func.attr == "get" and getattr(node.func.value, "id", "") == "session")
            )
        )
        if builds or holds or sends:
            lines.append(getattr(node, "lineno", 0))
    return lines


def test_sql_is_in_queries() -> None:
    homes = {"queries.py", "queries", "models.py", "models"}
    others = [path for path in CODE if "services" in path.parts and not homes & set(path.parts)]
    assert {name_of(path): sql_in(tree_of(path)) for path in others if sql_in(tree_of(path))} == {}


def test_sql_is_recognised_in_any_call() -> None:
    for source in (
        "from sqlmodel import select",
        'SAVE = f"""\nWITH held AS MATERIALIZED ({x}) SELECT yes FROM same"""',
        'await session.execute("VACUUM")',
        "await session.get(Order, 1)",
        "await connection.fetchval(f'{x}', 1)",
        'SAVE = "insert", "INSERT INTO bids VALUES ($1)"',
    ):
        assert sql_in(ast.parse(source)), source
    assert sql_in(ast.parse('"""Select a bid from the list."""\nawait orders.fetch(ref)')) == []


def test_no_function_is_too_long() -> None:
    lengths = {
        f"{name_of(path)}:{node.name}": (node.end_lineno or node.lineno) - node.lineno + 1
        for path in CODE
        for node in ast.walk(tree_of(path))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    }
    assert {name: lines for name, lines in lengths.items() if lines > LONGEST_FUNCTION} == {}


def app_of(service: str) -> FastAPI:
    app: FastAPI = importlib.import_module(f"services.{service}.main").app
    return app


def routes_of(app: FastAPI) -> list[APIRoute]:
    found: list[APIRoute] = []
    for route in app.routes:
        inner = getattr(getattr(route, "original_router", None), "routes", None) or [route]
        found += [item for item in inner if isinstance(item, APIRoute)]
    return found


def dependencies(dependant: Dependant) -> Iterator[Dependant]:
    for dependency in dependant.dependencies:
        yield dependency
        yield from dependencies(dependency)


@pytest.mark.parametrize("service", SERVICES)
def test_every_session_commits_before_the_response(service: str) -> None:
    """M1"""
    routes = routes_of(app_of(service))
    assert routes
    for route in routes:
        for dependency in dependencies(route.dependant):
            if dependency.call in (session_of_request, reading_of_request):
                assert dependency.scope == "function", route.path


@pytest.mark.parametrize("service", SERVICES)
def test_no_route_dependency_runs_in_a_thread(service: str) -> None:
    for route in routes_of(app_of(service)):
        for item in [route.dependant, *dependencies(route.dependant)]:
            assert inspect.iscoroutinefunction(item.call) or inspect.isasyncgenfunction(item.call), (
                route.path,
                item.call,
            )


@pytest.mark.parametrize("service", SERVICES)
def test_every_route_has_docs_and_every_change_names_who_may_call(service: str) -> None:
    open_to_all = {f"/api/v1/auth/{name}" for name in OPEN_OF_AUTH} | {
        "/api/verify-email", "/api/undo-email", "/api/update-password", "/api/auth/sync-oauth-user",
        "/api/products/{product_id}/view", "/api/events", "/api/boost/callback", "/api/boost/payouts/callback",
    }  # fmt: skip
    for route in routes_of(app_of(service)):
        assert not route.include_in_schema or (route.endpoint.__doc__ or "").strip(), route.path
        if (route.methods or set()) & {"POST", "PUT", "PATCH", "DELETE"} and route.path not in open_to_all:
            asked = {getattr(dependency.call, "__name__", "") for dependency in dependencies(route.dependant)}
            assert asked & {"_current_user", "_internal"}, f"{route.path} does not say who may call it"


@pytest.mark.parametrize("service", SERVICES)
def test_every_subscription_is_a_known_event_in_the_readme(service: str) -> None:
    subscriptions = importlib.import_module(f"services.{service}.subscribers").subscriptions
    readme = (ROOT / "services" / service / "README.md").read_text()
    for type_name in (*subscriptions.singles, *subscriptions.batches):
        assert type_name in EVENTS
        event = EVENTS[type_name].__name__
        assert event == "UserSessionsRevoked" or f"`{event}`" in readme, (
            f"{event} is not in the README of {service}"
        )


@pytest.mark.parametrize("service", SERVICES)
def test_readme_names_every_event_and_table(service: str) -> None:
    readme = (ROOT / "services" / service / "README.md").read_text()
    for event in EVENTS.values():
        if event.producer == service:
            assert f"`{event.__name__}`" in readme, event.__name__
    importlib.import_module(f"services.{service}.main")  # Imports every table.
    metadata = importlib.import_module(f"services.{service}.models").METADATA
    for table in metadata.tables.values():
        assert f"`{table.name}`" in readme, table.name


def test_each_event_is_published_by_its_producer_on_a_known_topic() -> None:
    producers = {topic.name: topic.producer for topic in EVENT_TOPICS}
    for event in EVENTS.values():
        assert producers[event.topic] == event.producer, event.__name__


def test_no_committed_file_names_a_registry_host_or_machine_path() -> None:
    outside = re.compile(
        r"(?:/(?:home|root|Users)/[a-z]|registry\.npmjs|pypi\.org/simple|files\.pythonhosted)"
    )
    for path in (*PYTHON, *ROOT.glob("requirements/*.txt"), ROOT / "frontend" / "package-lock.json"):
        if path.exists() and path != Path(__file__):
            assert not outside.search(path.read_text()), name_of(path)


def test_settings_example_is_up_to_date() -> None:
    assert env_example.PATH.read_text() == env_example.text()
