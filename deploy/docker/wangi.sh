#!/bin/sh
# The operators' command, as in .venv/bin/wangi.
exec python -c 'from deploy.cli import main; raise SystemExit(main())' "$@"
