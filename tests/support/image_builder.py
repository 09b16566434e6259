import contextlib
import json
import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from deploy.local.places import ROOT
from deploy.release.images import named_in

DOCKERFILE = ROOT / "deploy/docker/Dockerfile"
TOOLS = ("buildah", "runc", "mmdebstrap", "node")
INCLUDED = "ca-certificates,python3,python3-venv,tzdata,libstdc++6"
BASE = "localhost/wangi-debian"
CERTIFICATES = "/etc/ssl/certs/ca-certificates.crt"
USER = 10001


class NotBuilt(RuntimeError): ...


def lacking() -> list[str]:
    return [name for name in TOOLS if shutil.which(name) is None] or ["root"] * (os.geteuid() != 0)


def run(*command: str | Path, cwd: Path = ROOT) -> str:
    done = subprocess.run(
        [str(word) for word in command], cwd=cwd, capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise NotBuilt(f"{command[:3]}: {(done.stdout + done.stderr)[-3000:]}")
    return done.stdout


def build_base(place: Path) -> None:
    run("mmdebstrap", "--variant=minbase", f"--include={INCLUDED}", "bookworm", place / "base.tar")
    node = Path(os.path.realpath(shutil.which("node") or "")).parents[1]
    run("tar", "-cf", place / "node.tar", "-C", node, "bin/node", "bin/npm", "lib/node_modules/npm")
    lines = ["FROM scratch", "ADD base.tar /", "ADD node.tar /usr/", "RUN ln -s python3 /usr/bin/python"]
    (place / "Dockerfile").write_text("\n".join(lines))
    run("buildah", "bud", "-q", "--isolation", "chroot", "-t", BASE, ".", cwd=place)


def build(target: str, service: str = "") -> str:
    """Returns its name."""
    name = f"localhost/wangi-{service or target}"
    bases = named_in(DOCKERFILE.read_text())
    exchanged = [f"--build-context={base}=docker-image://{BASE}" for base in bases]
    trusted = [f"--volume={CERTIFICATES}:{CERTIFICATES}:ro", f"--env=NODE_EXTRA_CA_CERTS={CERTIFICATES}"]
    words = ["buildah", "bud", "--format=docker", "--layers", "--isolation=chroot", *exchanged, *trusted]
    run(*words, f"--target={target}", f"--build-arg=SERVICE={service}", "-f", DOCKERFILE, "-t", name, ".")
    return name


def megabytes(image: str) -> float:
    (description,) = json.loads(run("buildah", "images", "--json", image))
    number, unit = description["size"].split()
    return float(number) * {"KB": 0.001, "MB": 1, "GB": 1000}[unit]


@contextlib.contextmanager
def mounted(image: str) -> Iterator[Path]:
    container = run("buildah", "from", image).strip()
    try:
        yield Path(run("buildah", "mount", container).strip())
    finally:
        run("buildah", "rm", container)


def settings_of(image: str) -> dict[str, Any]:
    config: dict[str, Any] = json.loads(run("buildah", "inspect", "--type", "image", image))["Docker"][
        "config"
    ]
    return config


@contextlib.contextmanager
def bundled(
    image: str, place: Path, variables: dict[str, str], command: list[str] | None = None
) -> Iterator[list[str]]:
    """As a cluster does: its own user, no privileges, read-only."""
    config, name = settings_of(image), f"wangi-{os.getpid()}-{place.name}"
    with mounted(image) as root:
        (place / "config.json").write_text(
            json.dumps(_bundle(root, config, variables, command or config["Cmd"]))
        )
        try:
            yield ["runc", "run", "--bundle", str(place), name]
        finally:
            subprocess.run(["runc", "delete", "--force", name], capture_output=True, check=False)


@contextlib.contextmanager
def started(image: str, place: Path, variables: dict[str, str]) -> Iterator[Path]:
    """Yields its log."""
    log = place / "log"
    with bundled(image, place, variables) as words, log.open("wb") as out:
        process = subprocess.Popen(words, stdout=out, stderr=out, stdin=subprocess.DEVNULL)
        try:
            yield log
        finally:
            process.terminate()
            process.wait(30)


def finished(image: str, place: Path, variables: dict[str, str], command: list[str] | None = None) -> str:
    with bundled(image, place, variables, command) as words:
        return run(*words)


@contextlib.contextmanager
def all_started(
    built: dict[str, str], place: Path, environments: dict[str, dict[str, str]], kept: dict[str, str]
) -> Iterator[dict[str, Path]]:
    with contextlib.ExitStack() as running:
        logs = {}
        for part, settings in environments.items():
            (place / part).mkdir()
            own = settings | {name: value for name, value in kept.items() if name in settings}
            logs[part] = running.enter_context(started(built[part], place / part, own))
        yield logs


def _bundle(
    root: Path, config: dict[str, Any], variables: dict[str, str], command: list[str]
) -> dict[str, Any]:
    environment = [*config["Env"], *(f"{name}={value}" for name, value in variables.items())]
    kept = {"destination": "/var/lib/wangi", "type": "tmpfs", "source": "tmpfs", "options": ["mode=0777"]}
    return {
        "ociVersion": "1.0.0",
        "root": {"path": str(root), "readonly": True},
        "process": {
            "user": {"uid": int(config["User"]), "gid": int(config["User"])},
            "args": command, "env": environment, "cwd": config["WorkingDir"],
            "capabilities": {}, "noNewPrivileges": True, "terminal": False,
        },
        "mounts": [
            {"destination": "/proc", "type": "proc", "source": "proc"},
            {"destination": "/dev", "type": "tmpfs", "source": "tmpfs", "options": ["nosuid", "mode=755"]},
            {"destination": "/tmp", "type": "tmpfs", "source": "tmpfs", "options": ["mode=1777"]},
            kept,
        ],
        "linux": {"namespaces": [{"type": "mount"}, {"type": "pid"}]},
    }  # fmt: skip
