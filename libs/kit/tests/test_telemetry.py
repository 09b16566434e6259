import pytest

from libs.kit.process import telemetry

CLICK = "00-" + "ab" * 16 + "-" + "cd" * 8 + "-01"


def test_request_belongs_to_trace_of_its_caller() -> None:
    assert telemetry.traceparent() is None
    with telemetry.span("answer", CLICK):
        assert telemetry.trace_id() == "ab" * 16
        with telemetry.span("inside"):
            parent = telemetry.traceparent()
    assert telemetry.trace_id() is None
    assert parent is not None
    with telemetry.span("consume", parent):
        assert telemetry.trace_id() == "ab" * 16


@pytest.mark.parametrize(
    "malformed",
    [
        "",
        "00-zz",
        CLICK + "-more",
        CLICK.upper(),
        "00-" + "0" * 32 + CLICK[35:],
        CLICK[:36] + "0" * 16 + "-01",
    ],
)
def test_request_without_trace_starts_one(malformed: str) -> None:
    with telemetry.span("answer", malformed):
        first = telemetry.trace_id()
    with telemetry.span("answer", malformed):
        assert telemetry.trace_id() not in {first, None, "ab" * 16, "0" * 32}
