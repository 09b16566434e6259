"""Tells after the run how long each killed part was away."""

import pytest

TIMES = pytest.StashKey[dict[str, str]]()


@pytest.fixture
def times(pytestconfig: pytest.Config) -> dict[str, str]:
    """What was measured for each part, to be shown at the end of the run."""
    return pytestconfig.stash.setdefault(TIMES, {})


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """One line for each part that was killed."""
    for part, words in config.stash.get(TIMES, {}).items():
        terminalreporter.write_line(f"kill -9 of {part}, seconds until: {words}")
