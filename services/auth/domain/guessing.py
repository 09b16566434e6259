"""How often a secret may be guessed: per account, per known device, per network; no owner is locked out for
good."""

import hashlib
from dataclasses import dataclass
from datetime import timedelta

WINDOW = timedelta(minutes=15)
FOLDED_LENGTH = 32


@dataclass(frozen=True)
class Bucket:
    """One count of guesses. A `quiet` one says nothing when it is full: the guess is then simply wrong."""

    name: str
    most: int
    quiet: bool = False


def sign_in_buckets(
    *, handle: str, user_id: int | None, device: bytes | None, generosity: int = 1
) -> list[Bucket]:
    """Return a known device of the owner has a count of its own and no other, so that strangers who guess
    cannot lock it out, not even neighbours in the same network.

    The handle is counted whether or not a person has it: a full count tells nothing. The count over all
    handles of one account is quiet, else guessing a name would reveal to which account an address belongs.
    """
    if user_id is not None and device is not None:
        return [Bucket(f"device:{user_id}:{device.hex()[:32]}", 10 * generosity)]
    account = (
        str(user_id) if user_id is not None else f"none:{folded(handle)}"
    )  # counting an unknown account takes as long
    return [
        Bucket(f"handle:{folded(handle)}", 10 * generosity),
        Bucket(f"account:{account}", 15 * generosity, quiet=True),
    ]


def place_buckets(
    kind: str, *, caller: str, neighbours: str, device: str | None, most: int, generosity: int = 1
) -> list[Bucket]:
    """Return where calls of one kind come from, the narrowest first: each is counted only if the one before
    it let pass, so that one address cannot use up what its neighbours share. A browser that has a mark of
    ours counts for itself."""
    if device is not None:
        return [Bucket(f"{kind}-device:{folded(device)}", most * generosity)]
    return [
        Bucket(f"{kind}-address:{caller}", most * generosity),
        Bucket(f"{kind}-network:{neighbours}", 20 * most * generosity),
    ]


def own_buckets(user_id: int, generosity: int = 1) -> list[Bucket]:
    """Return the buckets of a signed-in person who proves once more who they are."""
    return [Bucket(f"own:{user_id}", 10 * generosity)]


def code_buckets(user_id: int, generosity: int = 1) -> list[Bucket]:
    """Return the buckets of the six digits of a second factor."""
    return [Bucket(f"code:{user_id}", 10 * generosity)]


def mail_bucket(address: str, generosity: int = 1, *, known: bool = False) -> Bucket:
    """Return how often mail may be asked for, for one address: by strangers, and apart from them by browsers
    of ours."""
    return Bucket(f"mail{'-known' if known else ''}:{folded(address)}", 5 * generosity, quiet=True)


def move_buckets(user_id: int, address: str, generosity: int = 1) -> list[Bucket]:
    """Return how often a person may have mail sent to a new address of theirs, which may be anybody's."""
    return [Bucket(f"move:{user_id}", 5 * generosity), Bucket(mail_bucket(address).name, 5 * generosity)]


def folded(handle: str) -> str:
    """Shorten long handles to bucket names, so that no address stands in the table; staff finds an account by
    this hash of its address."""
    return hashlib.sha256(handle.encode()).hexdigest()[:FOLDED_LENGTH]
