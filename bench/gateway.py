"""The gateway against an httpx2 proxy and direct calls."""

import json
import os
import socket
import statistics
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

from bench.gateway_parts import PAGE

ROUNDS, SECONDS, CONNECTIONS = 5, 1.5, 32
PROXIED, GUEST_READ = "/api/portraits/page", "/api/categories"
TARGETS = {"proxied_vs_httpx": 8.0, "cpu_ms_per_request": 0.35, "cached_vs_direct": 3.0}
_TICKS = os.sysconf("SC_CLK_TCK")


def run() -> dict[str, Any]:
    """Medians of interleaved rounds, each checked for correctness."""
    with ExitStack() as stack:
        page = stack.enter_context(_part("page"))
        service = stack.enter_context(_part("fastapi"))
        httpx = stack.enter_context(_part("httpx", page))
        proxy = stack.enter_context(_part("gateway", page))
        cache = stack.enter_context(_part("gateway", service))
        guest_bytes = len(_read(service, GUEST_READ))
        assert _read(cache, GUEST_READ) == _read(service, GUEST_READ)
        assert _read(proxy, PROXIED) == _read(httpx, PROXIED) == PAGE
        cells = {
            "httpx proxy": (httpx, PROXIED, len(PAGE)),
            "gateway": (proxy, PROXIED, len(PAGE)),
            "service directly": (service, GUEST_READ, guest_bytes),
            "gateway, cached": (cache, GUEST_READ, guest_bytes),
        }
        rounds = _rounds(cells)
    return _report(rounds)


class Part:
    """A process of the comparison."""

    def __init__(self, process: subprocess.Popen[bytes], port: int) -> None:
        self.process, self.port = process, port

    @property
    def cpu_seconds(self) -> float:
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / _TICKS


@contextmanager
def _part(which: str, upstream: Part | None = None) -> Iterator[Part]:
    port = _free_port()
    behind = [f"http://127.0.0.1:{upstream.port}"] if upstream else []
    command = [sys.executable, "-m", "bench.gateway_parts", which, str(port), *behind]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    try:
        _wait_for(port, process)
        yield Part(process, port)
    finally:
        process.terminate()
        process.wait(15)


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def _wait_for(port: int, process: subprocess.Popen[bytes]) -> None:
    until = time.monotonic() + 30
    while time.monotonic() < until and process.poll() is None:
        try:
            socket.create_connection(("127.0.0.1", port), 0.2).close()
        except OSError:
            time.sleep(0.05)
        else:
            return
    raise RuntimeError("a part of the benchmark did not start")


def _read(part: Part, path: str) -> bytes:
    with urllib.request.urlopen(f"http://127.0.0.1:{part.port}{path}", timeout=5) as answer:
        body: bytes = answer.read()
        return body


def _rounds(cells: dict[str, tuple[Part, str, int]]) -> dict[str, list[dict[str, float]]]:
    measured: dict[str, list[dict[str, float]]] = {name: [] for name in cells}
    for number in range(ROUNDS + 1):
        order = list(cells) if number % 2 else list(reversed(cells))
        for name in order:
            result = _load(*cells[name])
            if number:  # The first round is a warm-up.
                measured[name].append(result)
    return measured


def _load(part: Part, path: str, expected: int) -> dict[str, float]:
    before = part.cpu_seconds
    command = [sys.executable, "-m", "bench.gateway_load", str(part.port), path, str(expected)]
    command += ["--connections", str(CONNECTIONS), "--seconds", str(SECONDS)]
    result: dict[str, float] = json.loads(
        subprocess.run(command, capture_output=True, check=True, timeout=20).stdout
    )
    assert result["wrong"] == 0, result
    result["cpu_ms"] = (part.cpu_seconds - before) * 1000 / result["done"]
    return result


def _report(rounds: dict[str, list[dict[str, float]]]) -> dict[str, Any]:
    names = ("rps", "p50_ms", "p99_ms", "cpu_ms")
    cells = {cell: {n: statistics.median(r[n] for r in rs) for n in names} for cell, rs in rounds.items()}
    reached = {
        "proxied_vs_httpx": cells["gateway"]["rps"] / cells["httpx proxy"]["rps"],
        "cpu_ms_per_request": cells["gateway"]["cpu_ms"],
        "cached_vs_direct": cells["gateway, cached"]["rps"] / cells["service directly"]["rps"],
    }
    _print(cells, reached)
    return {
        "connections": CONNECTIONS,
        "rounds": ROUNDS,
        "cells": cells,
        "reached": reached,
        "targets": TARGETS,
    }


def _print(cells: dict[str, dict[str, float]], reached: dict[str, float]) -> None:
    print(f"{'':18} {'rps':>8} {'p50 ms':>8} {'p99 ms':>8} {'CPU ms':>8}")
    for name, cell in cells.items():
        print(
            f"{name:18} {cell['rps']:8.0f} {cell['p50_ms']:8.2f} {cell['p99_ms']:8.2f} {cell['cpu_ms']:8.3f}"
        )
    for name, value in reached.items():
        print(f"{name}: {value:.2f} (target {TARGETS[name]:g})")


if __name__ == "__main__":
    run()
