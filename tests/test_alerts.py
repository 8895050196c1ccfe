"""Alert rules and dashboard: they use metrics that exist, and each alert has a runbook entry."""

from __future__ import annotations

import json
import re
from pathlib import Path

import yaml

from chancery.web.base import metrics

ROOT = Path(__file__).parent.parent
FOLDER = ROOT / "deploy" / "observability"
GUIDE = (ROOT / "docs" / "observability.md").read_text("utf-8")
PAGE = (ROOT / "src/chancery/web/server/metrics_page.py").read_text("utf-8")
RULES = [
    rule
    for group in yaml.safe_load((FOLDER / "alerts.yml").read_text("utf-8"))["groups"]
    for rule in group["rules"]
]


def known() -> set[str]:
    """Return the names of all samples: of a process, and of the whole site."""
    own = {sample.name for family in metrics.REGISTRY.collect() for sample in family.samples}
    for family in metrics.REGISTRY.collect():
        ends = {"counter": ("_total",), "histogram": ("_bucket", "_count")}
        own |= {family.name + end for end in ends.get(family.type, ("",))}
    return own | set(re.findall(r'"(chancery_\w+)"', PAGE))


def used(expression: str) -> set[str]:
    """Return the metrics of Chancery in an expression."""
    return set(re.findall(r"\bchancery_\w+", expression))


def test_every_alert_uses_metrics_that_exist_and_has_a_runbook_entry() -> None:
    for rule in RULES:
        assert used(rule["expr"]) <= known(), rule["alert"]
        assert f"\n### {rule['alert']}\n\n" in GUIDE
        assert rule["labels"]["severity"] in ("page", "ticket")
        assert rule["annotations"]["summary"]
    entries = re.findall(r"^### (\w+)$", GUIDE, re.MULTILINE)
    assert entries == [rule["alert"] for rule in RULES]


def test_the_dashboard_shows_metrics_that_exist() -> None:
    panels = json.loads((FOLDER / "grafana.json").read_text("utf-8"))["panels"]
    expressions = [target["expr"] for panel in panels for target in panel["targets"]]
    shown = {name for expression in expressions for name in used(expression)}
    assert shown <= known()
    assert len(shown) > 12


def test_every_metric_is_described() -> None:
    for family in metrics.REGISTRY.collect():
        assert family.name in GUIDE, family.name
    for name in re.findall(r'"(chancery_\w+)"', PAGE):
        assert name in GUIDE, name
