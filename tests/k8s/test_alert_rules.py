import json
import subprocess
from pathlib import Path
from typing import Any

import pytest

from libs.contracts.services import SERVICES
from tests.k8s.test_alerts import ALERTS
from tests.support.debian_tool import tool

Series = dict[str, str]


def leading(metric: str, good: str, bad: str) -> tuple[Series, Series]:
    """The leader's series. Other relays do not count."""
    lead = {'outbox_leader{service="auction",instance="a"}': "1x30",
            'outbox_leader{service="auction",instance="b"}': "0x30"}  # fmt: skip
    one, other = (f'{metric}{{service="auction",instance="{name}"}}' for name in "ab")
    return lead | {one: good, other: bad}, lead | {one: bad, other: "0x30"}


def gauge(series: str, good: str, bad: str) -> tuple[Series, Series]:
    return {series: good}, {series: bad}


def failing_answers(failed: int) -> Series:
    return {'gateway_requests_total{status="2xx"}': f"0+{1000 - failed}x420",
            'gateway_requests_total{status="5xx"}': f"0+{failed}x420"}  # fmt: skip


def bids_within(fast: int) -> Series:
    """This many of a thousand calls a minute within 250 ms."""
    return {'http_request_seconds_bucket{service="auction",le="0.25"}': f"0+{fast}x30",
            'http_request_seconds_count{service="auction"}': "0+1000x30"}  # fmt: skip


def in_time(metric: str, labels: str, limit: str, late: int) -> Series:
    """This many of a thousand a minute are late, for seven hours."""
    within = ",".join(part for part in (labels, f'le="{limit}"') if part)
    return {f"{metric}_bucket{{{within}}}": f"0+{1000 - late}x420",
            f"{metric}_count{{{labels}}}": "0+1000x420"}  # fmt: skip


def answers_within(fast: int) -> Series:
    """This many of a thousand responses a minute within a second, the rest within five."""
    counts = {"1": fast, "5": 1000, "+Inf": 1000}
    return {f'gateway_request_seconds_bucket{{service="boost",le="{limit}"}}': f"0+{count}x30"
            for limit, count in counts.items()}  # fmt: skip


def drops(**reasons: str) -> Series:
    return {
        f'gateway_sockets_dropped_total{{reason="{reason}"}}': values for reason, values in reasons.items()
    }


def forged_calls(bills: str, payouts: str) -> Series:
    return {'boost_notifications_total{judgement="forged"}': bills,
            'boost_payout_callbacks_total{kind="forged"}': payouts}  # fmt: skip


ALL_LEAD = {f'outbox_leader{{service="{name}",instance="{name}-1"}}': "1x30" for name in SERVICES}
FIVE_LEAD = dict(list(ALL_LEAD.items())[:-1])
POD = 'namespace="wangi",app_kubernetes_io_name="auction"'
CASES: dict[str, tuple[Series, Series]] = {
    "PartUnreachable": gauge(f"up{{{POD}}}", "1x30", "0x30"),
    "ServiceGone": (ALL_LEAD, FIVE_LEAD),
    "GatewayGone": ({'gateway_sockets{pod="g"}': "0x30"}, {}),
    "RelayWithoutLeader": (
        {
            f'outbox_leader{{service="boost",instance="{name}"}}': values
            for name, values in (("a", "1x30"), ("b", "0x30"))
        },
        {f'outbox_leader{{service="boost",instance="{name}"}}': "0x30" for name in ("a", "b")},
    ),
    "OutboxOld": leading("outbox_oldest_seconds", "59x30", "61x30"),
    "EventRefused": leading("outbox_refused_keys", "0x30", "1x30"),
    "ConsumerBehind": (
        {f'consumer_lag{{service="{name}",instance="{name}"}}': "6000x30" for name in ("admin", "boost")},
        {f'consumer_lag{{service="admin",instance="{name}"}}': "6000x30" for name in ("a", "b")},
    ),
    "MessageParked": leading("inbox_parked_keys", "0x30", "2x30"),
    "ConsumerFailing": gauge(
        'consumer_messages_total{service="catalog",outcome="failed"}', "0+1x30", "0+30x30"
    ),
    "StreamDiffers": gauge(
        'kube_job_status_failed{namespace="wangi",job_name="reconcile-29"}', "0x30", "1x30"
    ),
    "ErrorsBurnFast": (failing_answers(10), failing_answers(20)),
    "ErrorsBurnSlowly": (failing_answers(5), failing_answers(10)),
    "BidsSlow": (bids_within(995), bids_within(980)),
    "BidsContradict": gauge('bid_invariant_violations{pod="a"}', "0x30", "0x20 1x10"),
    "AnswersSlow": (answers_within(995), answers_within(950)),
    "EventsNotShown": gauge('gateway_events_failed_total{pod="g"}', "3x30", "0+1x30"),
    "SocketsDropped": (
        drops(bye="0+6000x30", slow="0+60x30"),
        drops(slow="0+600x30"),
    ),
    "SocketsNearlyFull": gauge('gateway_sockets{pod="g"}', "16000x30", "16001x30"),
    "RevocationFeedSilent": gauge(f"revocation_feed_age_seconds{{{POD}}}", "30x30", "31x30"),
    "ErasureLate": gauge('erasures_unacknowledged{pod="a"}', "0x30", "1x30"),
    "SanctionLate": gauge('sanctions_oldest_waiting_seconds{pod="a"}', "300x30", "301x30"),
    "MailsWaiting": gauge('mails_queued{pod="a"}', "500x30", "501x30"),
    "PasswordsQueued": gauge('argon2_queue{pod="a"}', "24x30", "25x30"),
    "BillsWaiting": gauge('boost_oldest_pending_seconds{pod="b"}', "7200x30", "7201x30"),
    "PayoutWaits": gauge('boost_oldest_payout_seconds{pod="b"}', "3600x30", "3601x30"),
    "PayoutDiffers": gauge('boost_payout_callbacks_total{kind="differs"}', "3x30", "3x20 4x10"),
    "PaidAfterItsEnd": gauge('boost_payout_callbacks_total{kind="paid_after_its_end"}', "1x30", "1x20 2x10"),
    "ForgedCallbacks": (
        forged_calls("0+1x30", "0+0x30"),
        forged_calls("0+2x30", "0+1x30"),
    ),
}
GOALS = {
    "Bids": ("http_request_seconds", 'service="auction",method="POST"', "0.25"),
    "Frames": ("gateway_bid_frame_seconds", "", "0.5"),
    "Deliveries": ("delivery_wait_seconds", 'way="mail"', "60.0"),
    "Closings": ("auction_close_late_seconds", "", "5.0"),
    "Purchases": ("boost_purchase_late_seconds", "", "60.0"),
    "Payouts": ("boost_payout_late_seconds", "", "300.0"),
}
for _name, _goal in GOALS.items():
    CASES[f"{_name}BurnFast"] = in_time(*_goal, late=140), in_time(*_goal, late=150)
    CASES[f"{_name}BurnSlowly"] = in_time(*_goal, late=55), in_time(*_goal, late=65)
# Long windows need hours of samples.
MINUTES = {"ErrorsBurnFast": 120, "ErrorsBurnSlowly": 420}
MINUTES |= {f"{name}BurnFast": 120 for name in GOALS} | {f"{name}BurnSlowly": 420 for name in GOALS}


def trials(alert: str, expected: tuple[bool, bool]) -> list[dict[str, Any]]:
    return [
        {
            "interval": "1m",
            "input_series": [{"series": name, "values": values} for name, values in series.items()],
            "promql_expr_test": [
                {
                    "expr": f'count(ALERTS{{alertname="{alert}",alertstate="firing"}}) > bool 0',
                    "eval_time": f"{MINUTES.get(alert, 30)}m",
                    "exp_samples": [{"labels": "{}", "value": 1}] if fires else [],
                }
            ],
        }
        for series, fires in zip(CASES[alert], expected, strict=True)
    ]


def verdict(place: Path, alert: str, tests: list[dict[str, Any]]) -> subprocess.CompletedProcess[str]:
    """Test each alert alone, because all forty with hours of samples took a minute."""
    program = tool("promtool", "prometheus")
    if program is None:
        pytest.skip("promtool comes with Debian's package prometheus, which is not at hand")
    rules = [item for item in ALERTS if item["alert"] == alert]
    (place / "rules.json").write_text(json.dumps({"groups": [{"name": "tried", "rules": rules}]}))
    (place / "tests.json").write_text(
        json.dumps({"rule_files": ["rules.json"], "evaluation_interval": "1m", "tests": tests})
    )
    command = [str(program), "test", "rules", "tests.json"]
    return subprocess.run(command, cwd=place, capture_output=True, text=True, check=False, timeout=120)


def test_every_alert_is_tested() -> None:
    assert set(CASES) == {alert["alert"] for alert in ALERTS}


@pytest.mark.parametrize("alert", CASES)
def test_alert_fires_only_for_its_cause(tmp_path: Path, alert: str) -> None:
    """AR-D28"""
    ran = verdict(tmp_path, alert, trials(alert, (False, True)))
    assert ran.returncode == 0, ran.stdout + ran.stderr


@pytest.mark.parametrize("name", GOALS)
def test_single_late_event_in_quiet_hour_pages_nobody(tmp_path: Path, name: str) -> None:
    metric, labels, limit = GOALS[name]
    within = ",".join(part for part in (labels, f'le="{limit}"') if part)
    series = {f"{metric}_bucket{{{within}}}": "0x116 4x10", f"{metric}_count{{{labels}}}": "0x116 5x10"}
    (test,) = trials(f"{name}BurnFast", (False, True))[:1]
    inputs = {"input_series": [{"series": sery, "values": series[sery]} for sery in series]}
    ran = verdict(tmp_path, f"{name}BurnFast", [test | inputs])
    assert ran.returncode == 0, ran.stdout + ran.stderr


def test_bid_refused_by_our_fault_counts_as_late(tmp_path: Path) -> None:
    labels = f'{GOALS["Bids"][1]},status="503"'
    series = in_time("http_request_seconds", labels, "0.25", late=0)
    (test,) = trials("BidsBurnFast", (False, True))[1:]
    inputs = {"input_series": [{"series": sery, "values": series[sery]} for sery in series]}
    ran = verdict(tmp_path, "BidsBurnFast", [test | inputs])
    assert ran.returncode == 0, ran.stdout + ran.stderr


@pytest.mark.parametrize("alert", ["OutboxOld", "ErrorsBurnFast", "ServiceGone"])
@pytest.mark.parametrize("expected", [(True, True), (False, False)])
def test_control_wrong_alert_expectation_fails(
    tmp_path: Path, alert: str, expected: tuple[bool, bool]
) -> None:
    assert verdict(tmp_path, alert, trials(alert, expected)).returncode == 1


def test_alert_text_names_service_and_value(tmp_path: Path) -> None:
    summary = "admin is 12000 messages behind."
    annotations = next(alert["annotations"] for alert in ALERTS if alert["alert"] == "ConsumerBehind")
    (test,) = trials("ConsumerBehind", (False, True))[1:]
    test["alert_rule_test"] = [
        {
            "eval_time": "30m",
            "alertname": "ConsumerBehind",
            "exp_alerts": [
                {
                    "exp_labels": {"service": "admin", "severity": "page"},
                    "exp_annotations": annotations | {"summary": summary},
                }
            ],
        }
    ]
    ran = verdict(tmp_path, "ConsumerBehind", [test])
    assert ran.returncode == 0, ran.stdout + ran.stderr
