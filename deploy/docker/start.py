"""Runs the service of an image, its health check, or the wait for its schema."""

import asyncio
import os
import sys
from urllib.request import urlopen

from libs.kit.process.signals import exit_on_sigterm


def healthy(port: str) -> bool:
    try:
        with urlopen(f"http://127.0.0.1:{port}/readyz", timeout=3) as answer:
            return bool(answer.status == 200)
    except OSError:
        return False


if __name__ == "__main__":
    exit_on_sigterm()
    if sys.argv[1:] == ["healthy"]:
        sys.exit(not healthy(os.environ["PORT"]))
    if sys.argv[1:] == ["schema"]:
        from libs.kit.db.versions import wait_for_schema

        asyncio.run(wait_for_schema(os.environ["SERVICE"], os.environ["DATABASE_URL"]))
        sys.exit(0)
    from deploy.run import run

    run(os.environ["SERVICE"])
