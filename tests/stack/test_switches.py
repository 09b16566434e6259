import os
import re
from pathlib import Path

import pytest
import yaml

from deploy.local import environment
from deploy.local.passwords import Passwords
from deploy.local.ports import Ports
from deploy.local.servers import Servers
from services.boost.settings import BoostSettings
from tools.manifests import parts

ROOT = Path(__file__).parents[2]
SWITCH = "WANGI_PROTECTED_PURCHASE"
SERVERS = Servers("postgresql://a:b@h:1/x", "redis://r", "k:1")


def test_protected_purchase_is_on_in_trials_and_off_by_default(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """C36"""
    monkeypatch.delenv(SWITCH, raising=False)
    local = environment.of_parts(Path("state"), Ports(), SERVERS, Passwords())["boost"][SWITCH]
    compose = yaml.safe_load((ROOT / "docker-compose.yml").read_text())["services"]["boost"]["environment"]
    (production,) = [part.settings[SWITCH] for part in parts.ALL if part.name == "boost"]
    stand_ins = (ROOT / "k8s/components/stand-ins/boost.yaml").read_text()
    assert (local, compose[SWITCH]) == ("true", "${" + SWITCH + ":-true}")
    assert re.search(rf'{SWITCH}\n\s+value: "true"', stand_ins)
    assert (production, BoostSettings.model_fields["wangi_protected_purchase"].default) == ("false", False)
    assert f"\n{SWITCH}=false\n" in (ROOT / ".env.example").read_text()


def test_protected_purchase_can_be_disabled_locally(monkeypatch: pytest.MonkeyPatch) -> None:
    """C36"""
    monkeypatch.setitem(os.environ, SWITCH, "false")
    assert environment.of_parts(Path("state"), Ports(), SERVERS, Passwords())["boost"][SWITCH] == "false"
