"""Builds the root file system of an image: Python, libraries that our packages need, and certificates. There
is no shell. The base image has 124 MB, of which a service needs 60 MB. An image may have 250 MB at most."""

import os
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Iterator
from pathlib import Path

# Packages of the standard library that no server imports.
LEFT_OUT = ("test", "idlelib", "tkinter", "turtledemo", "ensurepip", "lib2to3", "pydoc_data", "config-*")
DATA = (
    "/etc/ssl", "/usr/lib/ssl", "/etc/ca-certificates.conf", "/usr/share/zoneinfo",
    "/etc/nsswitch.conf", "/etc/os-release", "/usr/lib/os-release", "/etc/debian_version",
)  # fmt: skip
ACCOUNT = "wangi:x:10001:10001::/nonexistent:/usr/sbin/nologin\n"


def libraries(of: Path) -> Iterator[Path]:
    linked = subprocess.run(["ldd", str(of)], capture_output=True, text=True, check=False).stdout
    for line in linked.splitlines():
        # A line has the form `libz.so.1 => /lib/libz.so.1 (0x…)`, or contains only the path of the loader.
        yield from (Path(word) for word in line.split() if word.startswith("/") and "(0x" in line)


def put(source: Path, root: Path) -> None:
    folder = Path(os.path.realpath(source.parent))
    target = root / folder.relative_to("/") / source.name
    target.parent.mkdir(parents=True, exist_ok=True)
    if source.is_dir():
        ignored = shutil.ignore_patterns("__pycache__", *LEFT_OUT)
        shutil.copytree(source, target, ignore=ignored, symlinks=False, dirs_exist_ok=True)
    elif not target.exists():
        shutil.copy2(source, target)


def links(name: Path) -> Iterator[Path]:
    while name.is_symlink():
        name = name.parent / os.readlink(name)
        if name.is_symlink():
            yield name


def lay_out(root: Path, packages: Path) -> None:
    (root / "usr/lib").mkdir(parents=True)
    for link in ("lib", "lib64", "bin"):
        if os.path.islink(f"/{link}"):
            (root / "usr" / link).mkdir(exist_ok=True)
            (root / link).symlink_to(f"usr/{link}")
    python = Path(os.path.realpath(sys.executable))
    stdlib = Path(sysconfig.get_path("stdlib"))
    put(python, root)
    for step in links(packages / "bin/python"):
        (root / step.relative_to("/")).symlink_to(os.readlink(step))
    put(stdlib, root)
    subprocess.run(
        [sys.executable, "-m", "compileall", "-q", str(root / stdlib.relative_to("/"))], check=True
    )
    for data in filter(Path.exists, map(Path, DATA)):
        put(data, root)
    loading = [python, *stdlib.rglob("*.so"), *packages.rglob("*.so*")]
    for library in {name for item in loading for name in libraries(item) if packages not in name.parents}:
        put(library, root)
    (root / "etc/passwd").write_text(ACCOUNT)
    (root / "etc/group").write_text("wangi:x:10001:\n")
    (root / "tmp").mkdir(mode=0o1777)
    (root / "tmp").chmod(0o1777)
    data = root / "var/lib/wangi"
    data.mkdir(parents=True)
    os.chown(data, 10001, 10001)


if __name__ == "__main__":
    lay_out(Path(sys.argv[1]), Path(sys.argv[2]))
