import ipaddress

LOCAL_SECRET = "local-only"  # noqa: S105 - refused wherever anything listens beyond this machine
SHORTEST = 43
FEWEST_LETTERS = 12


def is_loopback(host: str) -> bool:
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def check_secret(name: str, secret: str, *, strict: bool) -> None:
    """Raises ValueError for an empty secret. With `strict`, also for a default or weak secret. Use `strict`
    if other machines can connect to this process."""
    if not secret.strip():
        raise ValueError(f"{name} must not be empty")
    if not strict:
        return
    if secret == LOCAL_SECRET or len(secret) < SHORTEST or len(set(secret)) < FEWEST_LETTERS:
        raise ValueError(
            f"{name} must be set in production and wherever anything listens beyond this machine: "
            f"32 random bytes or more, written in {SHORTEST} characters or more (`wangi secrets` makes them)"
        )
