import os
import re
import shutil
import subprocess
import sys
import sysconfig
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
import yaml

from deploy.docker import slim_root
from deploy.local import environment, redis
from deploy.local.kafka import properties as broker_settings
from deploy.local.passwords import Passwords
from deploy.local.ports import Ports
from deploy.local.servers import Servers
from deploy.prepare import passwords_of
from deploy.secrets import lines
from libs.contracts.services import SERVICES

ROOT = Path(__file__).parents[2]
COMPOSE = yaml.safe_load((ROOT / "docker-compose.yml").read_text())["services"]
DOCKERFILE = (ROOT / "deploy/docker/Dockerfile").read_text()
PORTS = Ports()
LOCAL = environment.of_parts(
    Path("state"), PORTS, Servers("postgresql://a:b@h:1/x", "redis://r", "k:1"), Passwords()
)


def environment_of(part: str) -> dict[str, str]:
    found: dict[str, str] = COMPOSE[part]["environment"]
    return found


@pytest.mark.parametrize("part", environment.PARTS)
def test_container_settings_match_local_process(part: str) -> None:
    exchanged = {name for name in environment_of(part) if name.endswith("_SECRET_ALSO")}
    assert set(environment_of(part)) - exchanged - {"OTEL_EXPORTER_OTLP_ENDPOINT"} == set(LOCAL[part])


@pytest.mark.parametrize("part", environment.PARTS)
def test_each_container_secret_can_be_rotated(part: str) -> None:
    secrets = {name for name in environment_of(part) if name.endswith("_SECRET")}
    also = {name: value for name, value in environment_of(part).items() if name.endswith("_SECRET_ALSO")}
    assert also == {f"{name}_ALSO": f"${{WANGI_{name}_ALSO:-}}" for name in secrets}


@pytest.mark.parametrize("part", environment.PARTS)
def test_every_container_variable_is_a_setting(part: str) -> None:
    kind = "GatewaySettings" if part == "gateway" else f"{part.title()}Settings"
    home = "gateway.settings" if part == "gateway" else f"services.{part}.settings"
    fields = {name.upper() for name in getattr(import_module(home), kind).model_fields}
    assert set(environment_of(part)) <= fields


@pytest.mark.parametrize("part", environment.PARTS)
def test_compose_ports_and_addresses_match_local_run(part: str) -> None:
    port = getattr(PORTS, part)
    assert environment_of(part)["PORT"] == str(port)
    assert f"127.0.0.1:{port}:{port}" in COMPOSE[part]["ports"]
    addresses = {name: environment_of(part)[f"{name.upper()}_URL"] for name in SERVICES}
    assert addresses == {name: f"http://{name}:{getattr(PORTS, name)}" for name in SERVICES}


@pytest.mark.parametrize("service", SERVICES)
def test_service_uses_its_own_database_role(service: str) -> None:
    assert environment_of(service)["DATABASE_URL"].startswith(f"postgresql://wangi_{service}:")
    assert "DATABASE_URL" not in environment_of("gateway")


def test_roles_exist_before_services_start() -> None:
    assert set(passwords_of(environment_of("setup")["ROLE_PASSWORDS"])) == {*SERVICES, "migrator"}
    for part in environment.PARTS:
        assert COMPOSE[part]["depends_on"]["setup"] == {"condition": "service_completed_successfully"}
    assert 'CMD ["python", "-m", "deploy.prepare"]' in DOCKERFILE


def test_compose_topics_and_broker_match_local_run() -> None:
    broker = COMPOSE["kafka"]["environment"]
    local = dict(line.split("=", 1) for line in broker_settings(Path("x"), 1, 2).splitlines())
    differ = ("listeners", "advertised.listeners", "controller.quorum.voters", "log.dirs")
    same = {
        name: value for name, value in local.items() if name not in differ and not name.startswith("share.")
    }
    assert {name: broker.get(f"KAFKA_{name.upper().replace('.', '_')}") for name in same} == same
    assert broker["KAFKA_AUTO_CREATE_TOPICS_ENABLE"] == "false"


def test_compose_servers_are_open_to_loopback_only() -> None:
    published = {name: service.get("ports", ()) for name, service in COMPOSE.items()}
    assert all(port.startswith("127.0.0.1:") for ports in published.values() for port in ports)
    core = [name for name, service in COMPOSE.items() if "profiles" not in service]
    known = set(map(str, vars(PORTS).values()))
    ports_of_core = {port.split(":")[1] for name in core for port in published[name]}
    assert ports_of_core == known - {str(PORTS.kafka_controller)}


def test_images_have_user_hashed_packages_and_health_check() -> None:
    assert "USER 10001" in DOCKERFILE
    assert "--require-hashes -r /tmp/runtime.txt" in DOCKERFILE
    assert 'CMD ["python", "-m", "deploy.docker.start", "healthy"]' in DOCKERFILE
    bases = set(re.findall(r"^FROM (\S+)", DOCKERFILE, re.MULTILINE)) - {"base", "scratch"}
    assert all(":" in image and not image.endswith(":latest") for image in bases)


def test_everything_an_image_copies_exists() -> None:
    sources: list[Any] = [
        source
        for line in DOCKERFILE.splitlines()
        if line.startswith("COPY") and "--from" not in line
        for source in line.split()[1:-1]
        if not source.startswith("--")
    ]
    paths = {source.replace("${SERVICE}", service) for source in sources for service in SERVICES}
    assert [path for path in paths if not (ROOT / path).exists()] == []


@pytest.mark.parametrize(
    "command",
    [
        ["setup", "topics"],
        ["boost", "dlq"],
        ["auth", "user"],
        ["auction", "reconcile"],
        ["boost", "reconcile"],
        ["messaging", "reconcile"],
        ["admin", "audit"],
    ],
)
def test_image_has_all_that_operator_commands_need(tmp_path: Path, command: list[str]) -> None:
    image, verb = command
    _lay_out(tmp_path, image)
    ran = _run_inside(tmp_path, "from deploy.cli import main; main()", verb, "--help")
    assert ran.returncode == 0, ran.stderr


def test_image_knows_its_schema_version(tmp_path: Path) -> None:
    _lay_out(tmp_path, "boost")
    asks = "from libs.kit.db.versions import known_versions; print(known_versions('boost')[0])"
    ran = _run_inside(tmp_path, asks)
    newest = max(path.name[:4] for path in (ROOT / "services/boost/migrations/versions").glob("[0-9]*.py"))
    assert (ran.stdout.strip(), ran.returncode) == (newest, 0), ran.stderr


def _lay_out(place: Path, image: str) -> None:
    for line in re.findall(r"^COPY (?!--from)(?!frontend)(?!requirements)(.+)$", DOCKERFILE, re.MULTILINE):
        *sources, target = (word for word in line.split() if not word.startswith("--"))
        for source in sources:
            if target.startswith("/") or (image != "setup" and source in ("services/", "gateway/")):
                continue
            if "$" in source and image == "setup":
                continue
            source, there = source.replace("${SERVICE}", image), place / target.replace("${SERVICE}", image)
            if (ROOT / source).is_dir():
                shutil.copytree(ROOT / source, there, dirs_exist_ok=True)
            else:
                there.mkdir(parents=True, exist_ok=True)
                shutil.copy(ROOT / source, there)


def _run_inside(place: Path, program: str, *words: str) -> subprocess.CompletedProcess[str]:
    environment = {"PYTHONPATH": os.pathsep.join([str(place), sysconfig.get_path("purelib")])}
    command = [sys.executable, "-S", "-P", "-c", program, *words]
    return subprocess.run(command, cwd=place, env=environment, capture_output=True, text=True, check=False)


def test_every_image_has_pinned_base_and_ordinary_user() -> None:
    stages = re.split(r"^FROM ", DOCKERFILE, flags=re.MULTILINE)[1:]
    named = {stage.split()[2]: stage for stage in stages}
    bases = {stage.split()[0] for stage in stages} - {*named, "scratch"}
    assert all(re.fullmatch(r"\S+:\S+@sha256:[0-9a-f]{64}", base) for base in bases)
    assert re.findall(r"^USER (\S+)", DOCKERFILE, re.MULTILINE) == ["10001"]
    assert {name for name, stage in named.items() if stage.startswith("base ")} == {
        "setup", "billplz", "gateway", "service",
    }  # fmt: skip
    assert named["base"].startswith("scratch ")
    assert slim_root.ACCOUNT == "wangi:x:10001:10001::/nonexistent:/usr/sbin/nologin\n"


@pytest.mark.parametrize("part", environment.PARTS)
def test_container_is_read_only_but_for_its_data(part: str) -> None:
    assert COMPOSE[part]["read_only"] is True
    assert COMPOSE[part]["cap_drop"] == ["ALL"]


def test_compose_redis_rights_match_local_run() -> None:
    words = " ".join(COMPOSE["redis"]["command"]).split(" --user ")
    given = {line.split()[0]: line.split()[1:] for line in words[1:]}
    assert given.pop("default") == ["off"]
    assert set(given) == {"owner", *environment.PARTS}
    for name, (state, password, *rights) in given.items():
        assert (state, password[0]) == ("on", ">"), name
        assert " ".join(rights).endswith(redis.RIGHTS.get(name, redis.SUBSCRIBE_RIGHTS)), name


@pytest.mark.parametrize("part", environment.PARTS)
def test_container_uses_redis_and_kafka_credentials(part: str) -> None:
    assert environment_of(part)["REDIS_URL"].startswith(f"redis://{part}:${{WANGI_PASSWORD_{part.upper()}:?")
    own = f"sasl_plaintext://{part}:${{WANGI_PASSWORD_{part.upper()}:?"
    assert environment_of(part)["KAFKA_BOOTSTRAP_SERVERS"].startswith(own)
    listeners = COMPOSE["kafka"]["environment"]["KAFKA_LISTENER_SECURITY_PROTOCOL_MAP"]
    assert {listener.split(":")[1] for listener in listeners.split(",")} == {"SASL_PLAINTEXT"}


@pytest.mark.parametrize("part", environment.PARTS)
def test_container_has_only_its_own_password(part: str) -> None:
    assert set(re.findall(r"\$\{(WANGI_\w*PASSWORD\w*)", str(COMPOSE[part]))) == {
        f"WANGI_PASSWORD_{part.upper()}"
    }


def test_compose_environment_lets_each_service_start() -> None:
    made = dict(line.split("=", 1) for line in lines())
    for part in environment.PARTS:
        kind = "GatewaySettings" if part == "gateway" else f"{part.title()}Settings"
        home = "gateway.settings" if part == "gateway" else f"services.{part}.settings"
        settings = getattr(import_module(home), kind)
        filled = {
            name.lower(): re.sub(
                r"\$\{(\w+):(?:-([^}]*)|\?[^}]*)\}", lambda found: made.get(found[1], found[2] or ""), value
            )
            for name, value in environment_of(part).items()
        }
        assert settings(**filled).reachable
        with pytest.raises(ValueError, match=r"must|SECRET"):
            settings(**filled | {"internal_secret": "local-only"})
