"""The rules of the code that a machine can check (each was broken somewhere where it was only written
down)."""

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

from deploy import env_example
from libs.contracts.registry import FACTS
from libs.contracts.topics import FACT_TOPICS
from libs.kit.db import database as db

ROOT = Path(__file__).resolve().parents[2]
SERVICES = ("auth", "catalog", "auction", "messaging", "boost", "admin")
LAYERS = {
    "main",
    "settings",
    "models",
    "domain",
    "schemas",
    "queries",
    "service",
    "routes",
    "subscribers",
    "__init__",
}
ON_NEED = {"jobs", "live", "providers"}
OPEN_OF_AUTH = (
    "register", "login", "refresh", "logout", "lookup-email", "forgot-password", "resend-verification", "session",
    "passkey", "passkey/options",
)  # fmt: skip
LONGEST_FUNCTION = 60
PYTHON = [
    path
    for folder in ("libs", "services", "gateway", "deploy")
    for path in sorted((ROOT / folder).rglob("*.py"))
    if "node_modules" not in path.parts
]
CODE = [path for path in PYTHON if "tests" not in path.parts and "migrations" not in path.parts]


def name_of(path: Path) -> str:
    return str(path.relative_to(ROOT))


def tree_of(path: Path) -> ast.Module:
    return ast.parse(path.read_text())


@pytest.mark.parametrize("service", SERVICES)
def test_every_service_has_the_same_layers_and_no_other(service: str) -> None:
    folder = ROOT / "services" / service
    layers = {path.stem for path in folder.glob("*.py")}
    layers |= {path.name for path in folder.iterdir() if path.is_dir() and (path / "__init__.py").exists()}
    layers -= {"tests", "migrations"}
    assert layers >= LAYERS
    assert layers - LAYERS <= ON_NEED
    assert (folder / "README.md").exists()
    assert (folder / "migrations" / "env.py").exists()


def layer(service: str, name: str) -> list[Path]:
    """Return the files of a layer; one that outgrew a file is a folder of the same name."""
    folder = ROOT / "services" / service
    return (
        [folder / f"{name}.py"] if (folder / f"{name}.py").exists() else sorted((folder / name).glob("*.py"))
    )


@pytest.mark.parametrize("service", SERVICES)
def test_domain_is_pure(service: str) -> None:
    """No session, no clock, no await, no framework: a rule can be read and tried by itself."""
    for node in (node for path in layer(service, "domain") for node in ast.walk(tree_of(path))):
        assert not isinstance(node, ast.AsyncFunctionDef | ast.Await), f"line {getattr(node, 'lineno', '?')}"
        if isinstance(node, ast.ImportFrom | ast.Import):
            names = (
                [node.module or ""]
                if isinstance(node, ast.ImportFrom)
                else [alias.name for alias in node.names]
            )
            for name in names:
                assert not name.startswith(("fastapi", "sqlalchemy", "sqlmodel", "aiokafka", "asyncio")), name
        if isinstance(node, ast.Attribute):
            assert node.attr not in {"now", "utcnow", "today"}, f"line {node.lineno} reads the clock"


def calls(path: Path, *names: str) -> Iterator[ast.Call]:
    """Calls of a method by one of these names, unless its line says why it is allowed."""
    source = path.read_text()
    lines = source.splitlines()
    for node in ast.walk(ast.parse(source)) if any(name in source for name in names) else ():
        named = (
            isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in names
        )
        if named and "# allow:" not in lines[node.lineno - 1]:  # type: ignore[attr-defined]
            yield node  # type: ignore[misc]


@pytest.mark.parametrize("path", [p for p in CODE if p.parts[-3:-1] != ("libs", "kit")], ids=name_of)
def test_only_the_kit_commits(path: Path) -> None:
    if "services" in path.parts:
        assert not list(calls(path, "commit", "rollback"))


@pytest.mark.parametrize("path", CODE, ids=name_of)
def test_only_the_relay_publishes(path: Path) -> None:
    # The relay's publisher, and its way of sending one row at a time.
    if path.name not in ("publisher.py", "refused_events.py"):
        assert not list(calls(path, "send_batch", "send_and_wait", "publish_batch"))


@pytest.mark.parametrize("service", SERVICES)
def test_selects_live_in_queries_only(service: str) -> None:
    for path in (
        path for name in LAYERS - {"__init__", "queries"} | ON_NEED for path in layer(service, name)
    ):
        if path.exists():
            imported = {
                alias.name
                for node in ast.walk(tree_of(path))
                if isinstance(node, ast.ImportFrom)
                and (node.module or "").startswith(("sqlalchemy", "sqlmodel"))
                for alias in node.names
            }
            assert "select" not in imported, f"a query outside its layer: {name_of(path)}"
            reads = [call.lineno for call in calls(path, "get") if _is_session(call)]
            assert reads == [], f"a query outside its layer: {name_of(path)}"


def _is_session(call: ast.Call) -> bool:
    """`session.get(...)`, by whatever of the usual names the session goes."""
    owner = call.func.value if isinstance(call.func, ast.Attribute) else None
    return isinstance(owner, ast.Name) and owner.id in {"session", "writing", "reading", "db"}


@pytest.mark.parametrize("path", CODE, ids=name_of)
def test_no_function_is_too_long(path: Path) -> None:
    for node in ast.walk(tree_of(path)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            length = (node.end_lineno or node.lineno) - node.lineno + 1
            assert length <= LONGEST_FUNCTION, f"{node.name} has {length} lines"


@pytest.mark.parametrize("path", CODE, ids=name_of)
def test_every_module_says_in_a_sentence_what_it_is(path: Path) -> None:
    assert ast.get_docstring(tree_of(path)), name_of(path)


def app_of(service: str) -> FastAPI:
    app: FastAPI = importlib.import_module(f"services.{service}.main").app
    return app


def routes_of(app: FastAPI) -> list[APIRoute]:
    found: list[APIRoute] = []
    for route in app.routes:
        inner = getattr(getattr(route, "original_router", None), "routes", None) or [route]
        found += [one for one in inner if isinstance(one, APIRoute)]
    return found


def dependencies(dependant: Dependant) -> Iterator[Dependant]:
    for one in dependant.dependencies:
        yield one
        yield from dependencies(one)


@pytest.mark.parametrize("service", SERVICES)
def test_every_session_commits_before_the_answer_leaves(service: str) -> None:
    """M1: without `scope="function"` a client has its 200 before the commit, even when the commit fails."""
    routes = routes_of(app_of(service))
    assert routes
    for route in routes:
        for one in dependencies(route.dependant):
            if one.call in (db.session_of_request, db.reading_of_request):
                assert one.scope == "function", route.path


@pytest.mark.parametrize("service", SERVICES)
def test_nothing_a_route_takes_is_fetched_in_another_thread(service: str) -> None:
    """A plain `def` costs a thread's turn with each request, for a line that waits for nothing."""
    for route in routes_of(app_of(service)):
        for one in [route.dependant, *dependencies(route.dependant)]:
            assert inspect.iscoroutinefunction(one.call) or inspect.isasyncgenfunction(one.call), (
                route.path,
                one.call,
            )


@pytest.mark.parametrize("service", SERVICES)
def test_every_route_has_words_and_every_changing_route_says_who_may_call(service: str) -> None:
    open_to_all = {f"/api/v1/auth/{name}" for name in OPEN_OF_AUTH} | {
        "/api/verify-email", "/api/undo-email", "/api/update-password", "/api/auth/sync-oauth-user",
        "/api/products/{product_id}/view", "/api/events", "/api/boost/callback", "/api/boost/payouts/callback",
    }  # fmt: skip
    for route in routes_of(app_of(service)):
        assert (route.endpoint.__doc__ or "").strip(), route.path
        if (route.methods or set()) & {"POST", "PUT", "PATCH", "DELETE"} and route.path not in open_to_all:
            asked = {getattr(one.call, "__name__", "") for one in dependencies(route.dependant)}
            assert asked & {"_current_user", "_internal"}, f"{route.path} does not say who may call it"


@pytest.mark.parametrize("service", SERVICES)
def test_every_subscription_names_a_known_fact_and_is_in_the_readme(service: str) -> None:
    subscriptions = importlib.import_module(f"services.{service}.subscribers").subscriptions
    readme = (ROOT / "services" / service / "README.md").read_text()
    for type_name in (*subscriptions.singles, *subscriptions.batches):
        assert type_name in FACTS
        fact = FACTS[type_name].__name__
        assert fact == "UserSessionsRevoked" or f"`{fact}`" in readme, (
            f"{fact} is not in the README of {service}"
        )


@pytest.mark.parametrize("service", SERVICES)
def test_the_readme_names_every_fact_it_tells_and_every_table_it_owns(service: str) -> None:
    readme = (ROOT / "services" / service / "README.md").read_text()
    for fact in FACTS.values():
        if fact.producer == service:
            assert f"`{fact.__name__}`" in readme, fact.__name__
    importlib.import_module(f"services.{service}.main")  # which imports every table
    package = (ROOT / "services" / service / "models").is_dir()
    metadata = importlib.import_module(f"services.{service}.models{'.base' if package else ''}").METADATA
    for table in metadata.tables.values():
        assert f"`{table.name}`" in readme, table.name


def test_each_fact_is_published_by_its_producer_on_a_topic_of_the_table() -> None:
    producers = {topic.name: topic.producer for topic in FACT_TOPICS}
    for fact in FACTS.values():
        assert producers[fact.topic] == fact.producer, fact.__name__


def test_no_committed_file_names_a_registry_host_or_a_path_of_a_machine() -> None:
    """Lock files hold versions and hashes; everything else knows only loopback and example addresses."""
    outside = re.compile(
        r"(?:/(?:home|root|Users)/[a-z]|registry\.npmjs|pypi\.org/simple|files\.pythonhosted)"
    )
    for path in (*PYTHON, *ROOT.glob("requirements/*.txt"), ROOT / "frontend" / "package-lock.json"):
        if path.exists() and path != Path(__file__):
            assert not outside.search(path.read_text()), name_of(path)


def test_the_example_of_all_settings_is_fresh() -> None:
    """Mend with `wangi env`."""
    assert env_example.PATH.read_text() == env_example.text()
