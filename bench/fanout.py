"""Sends bids to two thousand watchers, beside python-socketio's rooms."""

import json
import os
import statistics
import subprocess
import sys
from typing import Any

from bench import screen
from bench.gateway import _free_port, _wait_for

ROUNDS, WATCHERS, BIDS_A_SECOND = 3, 2000, 1000
TARGETS = {
    "deliveries_vs_socketio": 6.0,
    "cpu_vs_socketio": 6.0,
    "kb_per_connection": 25.0,
    "shown_p99_ms": 150.0,
    "cores": 1.0,
    "to_screen_p50_ms": 10.0,
    "to_screen_p99_ms": 40.0,
}


def run() -> dict[str, Any]:
    """In each round every watcher got every frame and the last price."""
    rounds: dict[str, list[dict[str, float]]] = {"gateway": [], "socketio": []}
    for number in range(ROUNDS):
        for which in sorted(rounds, reverse=bool(number % 2)):
            rounds[which].append(_round(which))
    cells = {
        name: {figure: round(statistics.median(item[figure] for item in some), 2) for figure in some[0]}
        for name, some in rounds.items()
    }
    cells |= screen.run()
    return _report(cells)


def _round(which: str) -> dict[str, float]:
    """Clients and server run in separate processes."""
    ours = which == "gateway"
    port, orders, service = _free_port(), _free_port(), _free_port()
    command = [
        sys.executable,
        "-m",
        "bench.fanout_parts",
        which,
        str(port),
        str(orders),
        f"http://127.0.0.1:{service}",
    ]
    server = subprocess.Popen(command)
    try:
        _wait_for(orders, server)
        _wait_for(port, server)  # The gateway listens later than the order port.
        clients = [
            sys.executable,
            "-m",
            "bench.fanout_load",
            "--port",
            str(port),
            "--orders-port",
            str(orders),
        ]
        clients += ["--service-port", str(service), "--pid", str(server.pid), "--watchers", str(WATCHERS)]
        clients += (
            ["--frames", "60", "--rate", str(BIDS_A_SECOND)] if ours else ["--frames", "16", "--path", "/ws/"]
        )
        output = subprocess.run(clients, capture_output=True, check=True, timeout=180).stdout
    finally:
        server.terminate()
        server.wait(15)
    figures: dict[str, float] = json.loads(output)
    print(f"{which:10}", "  ".join(f"{name} {value:.1f}" for name, value in figures.items()), flush=True)
    return figures


def _report(cells: dict[str, dict[str, float]]) -> dict[str, Any]:
    ours, theirs = cells["gateway"], cells["socketio"]
    reached = {"deliveries_vs_socketio": ours["deliveries_per_second"] / theirs["deliveries_per_second"]}
    reached["cpu_vs_socketio"] = theirs["cpu_us_per_delivery"] / ours["cpu_us_per_delivery"]
    reached |= {name: ours[name] for name in ("kb_per_connection", "shown_p99_ms", "cores")}
    reached |= {
        f"to_screen_{name}": cells["to_screen"][f"after_decision_{name}"] for name in ("p50_ms", "p99_ms")
    }
    for name, value in reached.items():
        print(f"{name}: {value:.2f} (target {TARGETS[name]:g})")
    load = round(os.getloadavg()[2], 1)
    return {
        "watchers": WATCHERS,
        "load_of_the_last_quarter_hour": load,
        "rounds": ROUNDS,
        "cells": cells,
        "reached": reached,
        "targets": TARGETS,
    }
