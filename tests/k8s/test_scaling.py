import re

from tests.k8s.rendered_manifests import ROOT, of_kind, rendered
from tools.manifests.parts import ALL, CONNECTIONS

TEXT = (ROOT / "docs/scaling.md").read_text()
MEASURED = "\n".join((ROOT / f"docs/{page}.md").read_text() for page in ("benchmarks", "limits", "tables"))


def plain(text: str) -> str:
    return re.sub(r"\s+", " ", text)


def test_each_quoted_figure_was_measured() -> None:
    figures = [plain(quoted) for quoted in re.findall(r"`([^`]*)`", TEXT) if quoted[0].isdigit()]
    assert len(figures) > 15
    measured = plain(MEASURED)
    assert [figure for figure in figures if figure not in measured] == []


def test_quoted_connections_and_pods_match_manifests() -> None:
    docs = rendered("production")
    pods = sum(entry["spec"]["maxReplicaCount"] for entry in of_kind(docs, "ScaledObject"))
    most = of_kind(docs, "Cluster")[0]["spec"]["postgresql"]["parameters"]["max_connections"]
    services = sum(part.name != "gateway" for part in ALL)
    assert f"may hold {CONNECTIONS}; {pods} pods" in plain(TEXT)
    assert f"are {CONNECTIONS * (pods + services)} of the {most}" in plain(TEXT)
