import pytest

from deploy.local.changed_files import asked_for


@pytest.mark.parametrize(
    ("path", "asked"),
    [
        ("services/auction/bidding/rules.py", {"services/auction", "tests/contracts"}),
        ("libs/kit/events/inbox.py", {"libs/kit", "libs/marketplace", "services", "gateway", "tests/k8s"}),
        ("libs/contracts/event.py", {"libs/contracts", "tests/contracts", "gateway", "tests/k8s"}),
        ("gateway/http/pipeline.py", {"gateway", "tests/contracts"}),
        ("deploy/local/kafka.py", {"deploy", "tests/stack", "tests/k8s"}),
        ("tests/faults/test_kill.py", {"tests/faults/test_kill.py"}),
        ("k8s/base/network.yaml", {"tests/k8s"}),
        ("docs/plan.md", set()),
    ],
)
def test_changed_file_selects_its_tests(path: str, asked: set[str]) -> None:
    assert set(asked_for([path])) == asked | {"tests/architecture"}
