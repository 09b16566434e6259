#!/bin/sh
# The operators' command, as in .venv/bin/wangi.
exec python -c 'from libs.kit.cli import main; main()' "$@"
