import contextlib
import io
import json
import os
import secrets
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any
from unittest import mock

import pytest

from deploy import cli
from deploy.local.stack import Stack
from libs.kit.testing import Service
from services.auth.tests.people import a_person, an_admin, mails_to
from services.auth.tests.test_account_secret import forget_foreign_keys
from services.auth.tests.test_second_factor import enrolled

pytestmark = [pytest.mark.servers, pytest.mark.slow]


def environment(stack: Stack) -> dict[str, str]:
    return stack.parts["auth"] | {"ENVIRONMENT": "test", "USER": "siti"}


def wangi(stack: Stack, *words: str, **changes: str) -> tuple[int, Any]:
    """Run `wangi ...` in a thread, because starting Python takes longer."""
    out = io.StringIO()

    def run() -> object:
        with pytest.raises(SystemExit) as leaving:
            cli.main(words)
        return leaving.value.code

    with (
        mock.patch.dict(os.environ, environment(stack) | changes),
        contextlib.redirect_stdout(out),
        contextlib.redirect_stderr(out),
        ThreadPoolExecutor(1) as thread,
    ):
        code = thread.submit(run).result(60)
    assert isinstance(code, int)
    printed = out.getvalue().strip()
    return code, json.loads(printed) if printed.startswith(("[", "{")) else printed


async def test_operator_ban_and_unban_are_recorded(auth: Service, stack: Stack) -> None:
    """P-F8, C40"""
    person = await a_person(auth)
    name = person.form["username"]
    code, output = wangi(stack, "user", "ban", name)
    assert (code, output) == (2, "Say why: --reason '...'")
    code, output = wangi(stack, "user", "ban", name, "--reason", "fake bottles")
    assert (code, output["isBanned"]) == (0, True)
    assert [event["type"].split(".")[2] for event in await auth.recorded(person.id)][-2:] == [
        "UserBanned", "UserSessionsRevoked",
    ]  # fmt: skip
    assert wangi(stack, "user", "unban", person.form["email"])[1]["isBanned"] is False
    code, output = wangi(stack, "user", "show", f"id:{person.id}")
    assert [act["act"] for act in output["acts"]] == ["unban", "ban"]
    assert output["acts"][1]["reason"] == "fake bottles (command line, siti)"


async def test_operator_makes_an_admin_who_cannot_be_banned(auth: Service, stack: Stack) -> None:
    """ROLE-11"""
    person = await a_person(auth)
    assert wangi(stack, "user", "make-admin", person.form["username"])[1]["isAdmin"] is True
    (act,) = await auth.rows("SELECT before, after FROM staff_acts WHERE user_id = :id", id=person.id)
    assert (act["before"]["isAdmin"], act["after"]["isAdmin"]) == (False, True)
    code, output = wangi(stack, "user", "ban", person.form["username"], "--reason", "x")
    assert (code, output) == (1, "Admins cannot be banned. (admin_not_bannable)")
    assert wangi(stack, "user", "remove-staff", person.form["username"])[1]["isAdmin"] is False
    assert wangi(stack, "user", "ban", person.form["username"], "--reason", "x")[1]["isBanned"] is True


async def test_operator_gives_and_removes_staff_role(auth: Service, stack: Stack) -> None:
    person = await a_person(auth)
    name = person.form["username"]
    given = wangi(stack, "user", "make-staff", name, "--role", "finance")[1]
    assert (given["isAdmin"], given["staffRole"]) == (False, "finance")
    assert wangi(stack, "user", "make-admin", name)[1]["staffRole"] == "admin"
    taken = wangi(stack, "user", "remove-staff", name)[1]
    assert (taken["isAdmin"], taken["staffRole"]) == (False, None)
    acts = [act["act"] for act in wangi(stack, "user", "show", name)[1]["acts"]]
    assert acts == ["remove_staff", "make_admin", "make_finance"]


async def test_operator_suspends_for_limited_days(auth: Service, stack: Stack) -> None:
    """C40"""
    person = await a_person(auth)
    name = person.form["username"]
    assert (
        wangi(stack, "user", "suspend", name, "--days", "3", "--reason", "unpaid")[1]["suspendedUntil"]
        is not None
    )
    assert wangi(stack, "user", "suspend", name, "--days", "9999", "--reason", "unpaid")[0] == 1
    assert (
        wangi(stack, "user", "suspend", name, "--days", "0", "--reason", "paid")[1]["suspendedUntil"] is None
    )


async def test_operator_lists_and_ends_sessions(auth: Service, stack: Stack) -> None:
    person = await a_person(auth)
    assert len(wangi(stack, "user", "sessions", person.form["username"])[1]) == 1
    assert wangi(stack, "user", "end-sessions", person.form["username"], "--reason", "stolen phone")[0] == 0
    assert (await person.call("POST", "/api/v1/auth/refresh")).status_code == 401


async def test_operator_recovers_account_without_second_factor(auth: Service, stack: Stack) -> None:
    person, _, _ = await enrolled(auth)
    name = person.form["username"]
    assert (await person.elsewhere().sign_in()).json()["code"] == "two_factor_required"
    assert wangi(stack, "user", "remove-second-factor", name)[0] == 2
    assert wangi(stack, "user", "remove-second-factor", name, "--reason", "lost phone")[0] == 0
    assert (await person.call("POST", "/api/v1/auth/refresh")).status_code == 401
    assert (await person.elsewhere().sign_in()).status_code == 200
    subjects = [mail.subject for mail in await mails_to(auth, person.form["email"])]
    assert subjects.count("Two-factor sign-in is off") == 1
    wangi(stack, "user", "remove-second-factor", name, "--reason", "lost phone")
    acts = [act["act"] for act in wangi(stack, "user", "show", name)[1]["acts"]]
    assert acts == ["remove_second_factor"], "what changes nothing is not recorded"


def test_unknown_username_is_reported(stack: Stack, auth: Service) -> None:
    command = [str(Path(sys.executable).with_name("wangi")), "user", "show", "nobody-here"]
    done = subprocess.run(
        command, env=os.environ | environment(stack), capture_output=True, text=True, timeout=60, check=False
    )
    assert (done.returncode, "no account" in done.stdout + done.stderr) == (1, True)


async def test_operator_rotates_keys_and_sessions_stay(auth: Service, stack: Stack) -> None:
    """AR-D13"""
    from services.auth.jobs import tidy_once

    person = await a_person(auth)
    code, output = wangi(stack, "keys", "rotate")
    assert (code, output["signsInSeconds"]) == (0, 600)
    assert output["newKey"] in {key["key"] for key in wangi(stack, "keys", "show")[1]}
    await tidy_once(auth.app, auth.app.state.auth)
    assert output["newKey"] in str((await auth.http.get("/.well-known/jwks.json")).json())
    assert (await person.call("GET", "/api/v1/auth/me")).status_code == 200
    assert (await person.call("POST", "/api/v1/auth/refresh")).status_code == 200


async def test_sign_ins_mails_and_hashing_are_measured(auth: Service) -> None:
    """AR-D28"""
    admin = await an_admin(auth)
    before = (await auth.http.get("/metrics")).text
    await admin.elsewhere().sign_in(password="wrong-guess")
    after = (await auth.http.get("/metrics")).text
    line = 'sign_ins_total{outcome="refused",way="password"}'
    assert value_of(after, line) == value_of(before, line) + 1
    for name in (
        "mails_queued",
        "argon2_queue",
        "erasures_unacknowledged",
        'mails_sent_total{kind="verify"}',
    ):
        assert value_of(after, name) >= 0


def value_of(metrics: str, line: str) -> float:
    """0 if never counted. An unknown metric is an error."""
    assert line.split("{")[0] in metrics
    return next(
        (float(metric.rsplit(" ", 1)[1]) for metric in metrics.splitlines() if metric.startswith(line)), 0.0
    )


async def test_operator_reseals_secrets(auth: Service, stack: Stack) -> None:
    old, new = stack.parts["auth"]["ACCOUNT_SECRET"], secrets.token_urlsafe(32)
    person, _, _ = await enrolled(auth)
    try:
        exchange = {"ACCOUNT_SECRET": new, "ACCOUNT_SECRET_ALSO": old}
        code, output = wangi(stack, "account-secret", "reseal", **exchange)
        assert (code, output["keptKeys"] >= 2) == (0, True)
        assert output["secondFactors"] >= 1 <= output["signingKeys"]
        again = wangi(stack, "account-secret", "reseal", **exchange)[1]
        assert (again["secondFactors"], again["keptKeys"]) == (0, 0)
    finally:
        code, output = wangi(stack, "account-secret", "reseal", ACCOUNT_SECRET=old, ACCOUNT_SECRET_ALSO=new)
        await forget_foreign_keys(auth)
    assert (code, output["secondFactors"] >= 1) == (0, True)
    assert (await person.call("GET", "/api/v1/auth/me")).status_code == 200
