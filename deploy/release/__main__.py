"""Runs `python -m deploy.release check|audit|pin`."""

import sys

from deploy.release import audit, images


def main(action: str) -> int:
    if action == "pin":
        return _pin()
    reports = audit.audit()
    print("\n".join(map(str, reports)), flush=True)
    outcome = audit.worst(reports)
    if action == "audit":
        return outcome
    faults = images.faults()
    print("\n".join(faults) or "every image is named by its digest")
    if outcome is audit.Outcome.UNKNOWN:
        print("Whether a package has a known weakness is not known here, and so nothing is released.")
    return 1 if faults or outcome is not audit.Outcome.CLEAN else 0


def _pin() -> int:
    try:
        print("\n".join(images.pin()) or "every image has the digest of its tag already")
    except images.NotResolved as unknown:
        print(f"Nothing was written. {unknown}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    if sys.argv[1:] not in (["check"], ["audit"], ["pin"]):
        sys.exit("python -m deploy.release check|audit|pin")
    sys.exit(main(sys.argv[1]))
