"""Run the part this image was built for, and answer its own health question."""

import os
import sys
from urllib.request import urlopen


def healthy(port: str) -> bool:
    """Can this process do its job?"""
    try:
        with urlopen(f"http://127.0.0.1:{port}/readyz", timeout=3) as answer:
            return bool(answer.status == 200)
    except OSError:
        return False


if __name__ == "__main__":
    if sys.argv[1:] == ["healthy"]:
        sys.exit(not healthy(os.environ["PORT"]))
    from deploy.run import run

    run(os.environ["SERVICE"])
