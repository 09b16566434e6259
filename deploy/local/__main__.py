"""The commands behind the Makefile: up, down, reset, web-test."""

import sys

from deploy.local import web


def main() -> int:
    """Run one command; the answer is the exit code."""
    try:
        web.check()
    except web.WebFailed as failure:
        print(failure, file=sys.stderr)
        return 1
    return 0


sys.exit(main())
