"""Kafka ACLs, derived from the table of topics."""

from typing import Any, NamedTuple

from aiokafka.admin import AIOKafkaAdminClient
from aiokafka.errors import for_code
from aiokafka.protocol.admin import CreateAclsRequest, DeleteAclsRequest, DescribeAclsRequest

from libs.contracts.topics import ANALYSTS, EVENT_TOPICS, SUBSCRIPTIONS
from libs.kit.events.broker import is_guarded, open_admin

TOPIC, GROUP = 2, 3
READ, WRITE, DESCRIBE = 3, 4, 8
_ANY, _EVERY_HOST, _ALLOW, _EXACTLY, _PREFIX = 1, "*", 3, 3, 4
_NO_AUTHORIZER = 54
_WORDS = {READ: "read", WRITE: "write", DESCRIBE: "describe"}


class Unguarded(RuntimeError):
    """The broker lets every client do everything."""


class Right(NamedTuple):
    """An operation on a topic, or on all consumer groups whose name begins with the service's name."""

    part: str
    operation: int
    kind: int
    name: str
    pattern: int = _EXACTLY

    def __str__(self) -> str:
        return f"{self.part} may {_WORDS.get(self.operation, self.operation)} {self.name}"


def group_of(part: str) -> str:
    return f"wangi-{part}"


def rights() -> set[Right]:
    """Returns all ACLs. A service writes its own topics and dead letters. It reads topics that it consumes,
    and its own topics for reconciliation. Analysts read all events."""
    given = {Right(ANALYSTS, READ, TOPIC, topic.name) for topic in EVENT_TOPICS}
    given.add(Right(ANALYSTS, READ, GROUP, group_of(ANALYSTS), _PREFIX))
    for part, topics in SUBSCRIPTIONS.items():
        own = {topic.name for topic in EVENT_TOPICS if topic.producer == part}
        dead_letters = {f"{name}.dlq" for name in topics} if part != "gateway" else set()
        given |= {Right(part, WRITE, TOPIC, name) for name in own | dead_letters}
        given |= {Right(part, READ, TOPIC, name) for name in own | set(topics)}
        if part != "gateway":  # Each gateway replica consumes all events without a group.
            given.add(Right(part, READ, GROUP, group_of(part), _PREFIX))
    return given


async def apply_rights(bootstrap: str) -> list[str]:
    """Adds missing ACLs and removes superfluous ACLs, for our services only. Does nothing if the broker has
    no authentication."""
    async with open_admin(bootstrap) as admin:
        there = await _current_rights(admin, bootstrap)
        if there is None:
            return []
        missing, needless = sorted(rights() - there), sorted(there - rights())
        for right in missing:
            _raise_error((await admin._send_request(CreateAclsRequest(*_wire(right)))).creation_responses)
        for right in needless:
            _raise_error((await admin._send_request(DeleteAclsRequest(*_wire(right)))).filter_responses)
    return [f"from now on {right}" for right in missing] + [f"no longer: {right}" for right in needless]


async def check_rights(bootstrap: str) -> list[str]:
    """Returns the differences between the broker and the table."""
    async with open_admin(bootstrap) as admin:
        there = await _current_rights(admin, bootstrap)
    if there is None:
        return []
    faults = [f"missing: {right}" for right in sorted(rights() - there)]
    return faults + [f"too much: {right}" for right in sorted(there - rights())]


async def _current_rights(admin: AIOKafkaAdminClient, bootstrap: str) -> set[Right] | None:
    """Returns None if the broker lets every client do everything."""
    answer = await admin._send_request(DescribeAclsRequest(_ANY, None, _ANY, None, None, _ANY, _ANY))
    if answer.error_code == _NO_AUTHORIZER:
        if is_guarded(bootstrap):
            raise Unguarded("the broker knows who comes, but has no authorizer: set authorizer.class.name")
        return None
    _raise_error([(answer.error_code, answer.error_message)])
    found = set()
    for kind, name, pattern, entries in answer.resources:
        for principal, host, operation, permission in entries:
            part = principal.removeprefix("User:")
            if part in (*SUBSCRIPTIONS, ANALYSTS) and host == _EVERY_HOST and permission == _ALLOW:
                found.add(Right(part, operation, kind, name, pattern))
    return found


def _wire(right: Right) -> tuple[Any, ...]:
    return right.kind, right.name, right.pattern, f"User:{right.part}", _EVERY_HOST, right.operation, _ALLOW


def _raise_error(answers: Any) -> None:
    for code, words, *_ in answers:
        if code:
            raise for_code(code)(words or "")
