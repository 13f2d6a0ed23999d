"""`toque sandbox`, `toque logs` and `toque trigger` against a running sandbox."""

import json
import os
import signal
import stat
import subprocess

import pytest

from provider import Provider, Refused
from simulator import Simulator

CUSTOMER = {"identifier": "11144477735", "name": "Bruno Exemplo", "email": "bruno@example.com"}


@pytest.fixture(scope="module")
def simulator(toque):
    with Simulator(toque, "--memory", "--port", 0) as simulator:
        yield simulator


class Tenant:
    """A tenant with its own API key, and commands that use it."""

    def __init__(self, toque, url):
        self.toque = toque
        self.url = url
        key = toque.output("sandbox", "keys", "add", "--server", url, "--json")
        self.id = key["id"]
        self.environment = {"TOQUE_SERVER": url, "TOQUE_API_KEY_ID": key["id"], "TOQUE_API_KEY_SECRET": key["secret"]}
        self.provider = Provider(url, f"{key['id']}:{key['secret']}")

    def run(self, *arguments, **options):
        return self.toque.run(*map(str, arguments), environment=self.environment, **options)

    def text(self, *arguments, **options):
        """Returns the output of a successful command."""
        result = self.run(*arguments, **options)
        assert result.returncode == 0, result.stderr
        return result.stdout.rstrip("\n")

    def json(self, *arguments, **options):
        return json.loads(self.text(*arguments, "--json", **options))

    def failure(self, *arguments, code=1):
        result = self.run(*arguments)
        assert result.returncode == code, (result.stdout, result.stderr)
        return result.stderr

    def follow(self, *arguments):
        return subprocess.Popen(
            [self.toque.path, *arguments],
            env=self.toque.environment | self.environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )


@pytest.fixture
def tenant(toque, simulator):
    return Tenant(toque, simulator.url)


# Without a sandbox or without control


def test_without_a_sandbox_the_error_says_how_to_start_one(toque):
    result = toque.run("sandbox", "status", "--server", "http://127.0.0.1:1")
    assert (result.returncode, result.stdout) == (3, "")
    assert "no sandbox answers" in result.stderr
    assert "toque simulate" in result.stderr


def test_a_sandbox_without_control_is_named(toque):
    with Simulator(toque, "--memory", "--port", 0, "--no-control") as simulator:
        result = toque.run("sandbox", "status", "--server", simulator.url)
    assert result.returncode == 3
    assert "--no-control" in result.stderr


def test_a_missing_or_wrong_control_token_is_named(toque, tmp_path):
    def file(name, text):
        path = tmp_path / name
        path.write_text(text)
        path.chmod(0o600)
        return path

    right, wrong = file("right", "a-long-enough-t0ken\n"), file("wrong", "another-t0ken\n")
    with Simulator(toque, "--memory", "--port", 0, "--control-token-file", right) as simulator:
        status = ["sandbox", "status", "--server", simulator.url]
        for arguments in [[], ["--control-token-file", wrong]]:
            result = toque.run(*status, *arguments)
            assert result.returncode == 1
            assert "--control-token-file" in result.stderr
            assert "t0ken" not in result.stderr
        assert toque.run(*status, "--control-token-file", right).returncode == 0
        assert toque.run(*status, environment={"TOQUE_CONTROL_TOKEN_FILE": str(right)}).returncode == 0
        assert toque.run(*status, environment={"TOQUE_CONTROL_TOKEN": "a-long-enough-t0ken"}).returncode == 0


def test_an_unknown_tenant_is_named(tenant):
    assert "--tenant" in tenant.failure("sandbox", "clock", "--tenant", "nobody")


def test_an_unknown_command_names_the_nearest_one(toque):
    result = toque.run("sandbox", "statu")
    assert (result.returncode, result.stdout) == (2, "")
    assert "toque sandbox status" in result.stderr


def test_the_status_names_the_tenant(toque, simulator, tenant):
    assert tenant.json("sandbox", "status")["tenant"] == tenant.id
    assert toque.output("sandbox", "status", "--server", simulator.url, "--json")["tenant"] == "sandbox"
    assert tenant.text("sandbox", "reset") == f"{tenant.id}: as new"


# Failures and time


def test_a_scenario_is_set_and_cleared(tenant):
    assert tenant.text("sandbox", "scenario") == "success"
    tenant.text("sandbox", "scenario", "set", "payment.insufficient_funds")
    assert tenant.json("sandbox", "scenario") == {"default": "payment.insufficient_funds"}
    assert tenant.json("sandbox", "status")["scenario"] == "payment.insufficient_funds"
    tenant.text("sandbox", "scenario", "clear")
    assert tenant.text("sandbox", "scenario") == "success"


def test_a_scenario_can_be_set_for_one_object(tenant):
    enrollment = tenant.json("trigger", "enrollment.pending")["object"]["id"]
    tenant.text("sandbox", "scenario", "set", "never_answers", "--object", enrollment)
    assert tenant.text("sandbox", "scenario") == "success"
    assert "object" in tenant.failure("sandbox", "scenario", "set", "never_answers", "--object", "nothing")


def test_clearing_the_scenario_of_an_unknown_object_is_refused(tenant):
    assert "object" in tenant.failure("sandbox", "scenario", "clear", "--object", "nothing")


def test_a_scenario_with_an_invalid_number_is_refused(tenant):
    assert "from 1 to 1000" in tenant.failure("sandbox", "scenario", "set", "unavailable:0", code=2)
    assert "takes no number" in tenant.failure("sandbox", "scenario", "set", "success:2", code=2)


def test_an_unknown_scenario_names_the_nearest_one(tenant):
    said = tenant.failure("sandbox", "scenario", "set", "insufficient_fund", code=2)
    assert "payment.insufficient_funds" in said
    assert "toque sandbox scenarios" in said


def test_scenarios_are_listed(tenant):
    lines = tenant.text("sandbox", "scenarios").splitlines()
    assert lines[0].split() == ["SCENARIO", "APPLIES", "TO", "EFFECT"]
    names = {scenario["name"] for scenario in tenant.json("sandbox", "scenarios")["scenarios"]}
    assert {"success", "payment.insufficient_funds"} <= names
    assert names <= {line.split(":")[0].split()[0] for line in lines if line}


def test_the_clock_freezes_advances_and_runs(tenant):
    assert tenant.text("sandbox", "clock", "freeze", "--at", "2030-01-31T12:00:00Z").startswith("2030-01-31T12:00:00")
    tenant.text("sandbox", "clock", "advance", "1h30m")
    assert tenant.json("sandbox", "clock")["now"] == "2030-01-31T13:30:00.000000Z"
    tenant.text("sandbox", "clock", "advance", "--to", "2030-02-01T00:00:00Z")
    assert tenant.json("sandbox", "clock")["now"] == "2030-02-01T00:00:00.000000Z"
    assert tenant.failure("sandbox", "clock", "advance", "--to", "2029-01-01T00:00:00Z", code=2)
    assert tenant.failure("sandbox", "clock", "advance", code=2)
    assert tenant.json("sandbox", "clock", "run")["frozen"] is False
    assert tenant.json("sandbox", "clock")["now"] > "2030-02-01T00:00:00.000000Z"


def test_advancing_the_clock_carries_out_what_falls_due(tenant):
    tenant.text("sandbox", "clock", "freeze")
    enrollment = tenant.json("trigger", "enrollment.pending")["object"]["id"]
    tenant.text("sandbox", "clock", "advance", "15m")
    assert tenant.provider.request("GET", f"/enrollments/{enrollment}/")["status"] == "FAILED"


# Objects


def test_commands_decide_without_the_page_of_the_bank(tenant):
    def enrollment():
        return tenant.json("trigger", "enrollment.pending")["object"]["id"]

    approved = enrollment()
    line, callback = tenant.text("sandbox", "approve", approved).splitlines()
    assert line.split()[0] == approved
    assert "state=" in callback
    assert "PENDING" in line
    assert tenant.failure("sandbox", "approve", approved)
    declined = tenant.json("sandbox", "decline", enrollment(), "--error", "server_error")
    assert "error=server_error" in declined["callback"]
    succeeded = tenant.json("trigger", "enrollment.succeeded")["object"]["id"]
    assert tenant.json("sandbox", "revoke", succeeded)["status"] == "CANCELED"
    assert "id" in tenant.failure("sandbox", "revoke", "nothing")


def test_a_trigger_makes_an_object_with_its_history(tenant):
    answer = tenant.json(
        "trigger", "payment.failed", "--reason", "insufficient_funds", "--external-id", "order-7", "--amount", "0.13"
    )
    payment = tenant.provider.request("GET", f"/payment-intents/{answer['object']['id']}/")
    assert (payment["status"], payment["failure_code"]) == ("FAILED", "insufficient_funds")
    assert (payment["external_id"], payment["amount"]) == ("order-7", "0.13")
    events = tenant.json("sandbox", "events", "--object", payment["id"])
    assert events[-1]["type"] == "payment.failed"
    assert "payment.failed" in tenant.failure("trigger", "payment.exploded", code=2)
    assert tenant.json("trigger", "payment.failed")["object"]["failure_code"] == "rejected_by_user"
    magic = tenant.json("trigger", "payment.failed", "--amount", "9000.01")["object"]
    assert magic["failure_code"] == "insufficient_funds"
    assert "two decimals" in tenant.failure("trigger", "payment.failed", "--amount", "1,50", code=2)


def test_the_sandbox_lists_its_actions_and_events(tenant):
    listed = tenant.json("sandbox", "actions")
    assert [action["name"] for action in listed["actions"]] == ["approve", "decline", "revoke", "expire"]
    assert "payment.failed" in tenant.text("sandbox", "actions")
    assert "--amount" in tenant.text("sandbox", "actions", "payment.failed")
    assert "--reason" in tenant.text("sandbox", "decline", "--help")
    assert "--reason" in tenant.text("trigger", "payment.failed", "--help")
    assert "payment.failed" in tenant.failure("trigger", "payment.faild", "--help", code=2)
    assert "Make an object with its whole history" in tenant.text("trigger", "--help").replace("\n", " ")
    assert "payment.failed" in tenant.failure("sandbox", "actions", "payment.faild", code=2)


@pytest.mark.parametrize(
    "arguments, said",
    [
        (["sandbox", "declin", "ID"], "toque sandbox decline"),
        (["sandbox", "decline"], "<id>: required"),
        (["sandbox", "decline", "ID", "--reasn", "x"], "--reason"),
        (["sandbox", "approve", "ID", "--reason", "x"], "--reason"),
        (["trigger", "enrollment.pending", "--amount", "1.00"], "--amount"),
    ],
)
def test_a_wrong_argument_of_an_action_gets_a_suggestion(tenant, arguments, said):
    assert said in tenant.failure(*arguments, code=2)


def test_an_action_without_a_sandbox_says_how_to_start_one(toque):
    nowhere = ["--server", "http://127.0.0.1:1"]
    result = toque.run("sandbox", "approve", "ID", *nowhere)
    assert result.returncode == 3
    assert "toque simulate" in result.stderr
    result = toque.run("sandbox", "approve", "--help", *nowhere)
    assert result.returncode == 0
    assert "toque sandbox actions" in result.stdout.replace("\n", " ")
    result = toque.run("trigger", "payment.failed", "--help", *nowhere)
    assert result.returncode == 0
    assert "toque sandbox actions" in result.stdout.replace("\n", " ")


# State


def test_a_saved_state_is_loaded_again(tenant, tmp_path):
    file = tmp_path / "state.json"
    customer = tenant.provider.request("POST", "/customers/", CUSTOMER)["id"]
    tenant.text("sandbox", "save", file)
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert os.listdir(tmp_path) == ["state.json"]
    assert json.loads(tenant.text("sandbox", "save", "-"))["format"] == json.loads(file.read_text())["format"]
    tenant.text("sandbox", "reset")
    with pytest.raises(Refused):
        tenant.provider.request("GET", f"/customers/{customer}/")
    tenant.text("sandbox", "load", "-", stdin=file.read_text())
    assert tenant.provider.request("GET", f"/customers/{customer}/")["id"] == customer


@pytest.mark.parametrize("content, code", [("{", 1), ("[]", 1), ("{}", 1), (None, 3)])
def test_a_file_that_is_not_a_state_is_refused_by_name(tenant, tmp_path, content, code):
    file = tmp_path / "state.json"
    if content is not None:
        file.write_text(content)
    said = tenant.failure("sandbox", "load", file, code=code)
    assert str(file) in said
    assert "toque sandbox save" in said or code == 3


def test_a_sandbox_starts_from_a_saved_state(toque, tenant, tmp_path):
    file = tmp_path / "state.json"
    customer = tenant.provider.request("POST", "/customers/", CUSTOMER)["id"]
    tenant.text("sandbox", "save", file)
    with Simulator(toque, "--memory", "--port", 0, "--load", file) as simulator:
        assert Provider(simulator.url).request("GET", f"/customers/{customer}/")["name"] == CUSTOMER["name"]
    file.write_text("{}")
    result = toque.run("simulate", "--memory", "--port", "0", "--load", file)
    assert result.returncode != 0
    assert "state.json" in result.stderr


def test_each_api_key_is_a_tenant_of_its_own(toque, simulator, tenant):
    add, verify = 'eval "$($TOQUE sandbox keys add --export)"', '$TOQUE sandbox verify "GET /institutions/"'
    script = f"{add} && $TOQUE institutions && {verify}"
    environment = toque.environment | {"TOQUE": str(toque.path), "TOQUE_SERVER": simulator.url}
    result = subprocess.run(["sh", "-c", script], env=environment, capture_output=True, text=True, timeout=60)
    assert result.returncode == 0, result.stderr
    # Another tenant sees no request of this one.
    assert tenant.run("sandbox", "verify", "--count", "0", "GET /institutions/").returncode == 0
    ids = [key["id"] for key in tenant.json("sandbox", "keys")]
    assert {"sandbox", tenant.id} <= set(ids)
    tenant.text("sandbox", "keys", "remove", tenant.id)
    assert tenant.id not in tenant.text("sandbox", "keys")
    with pytest.raises(Refused):
        tenant.provider.request("GET", "/customers/")


# Logs


def test_verify_counts_requests(tenant):
    for _ in range(2):
        tenant.provider.request("POST", "/customers/", CUSTOMER)
    with pytest.raises(Refused):
        tenant.provider.request("POST", "/customers/", {})
    verify = ["sandbox", "verify"]
    assert tenant.text(*verify, "--count", 3, "POST /customers/") == "POST /customers/: 3, expected 3"
    tenant.text(*verify, "--count", 2, "--status", 201, "POST /payments/br/customers")
    tenant.text(*verify, "--at-least", 1, "--at-most", 3, "/customers/")
    result = tenant.run(*verify, "--count", 1, "POST /customers/")
    assert result.returncode == 1
    assert result.stdout.strip() == "POST /customers/: 3, expected 1"
    assert result.stderr.count("POST /customers/") == 3
    result = tenant.run(*verify, "POST /payment-intents/")
    assert result.returncode == 1
    assert "POST /customers/" in result.stderr
    result = tenant.run(*verify, "--json", "--at-most", 2, "POST /customers/")
    assert result.returncode == 1
    assert json.loads(result.stdout)["verdict"] == "failed"


@pytest.mark.parametrize(
    "arguments",
    [
        ["--count", "1", "--at-least", "1", "/x/"],
        ["--count", "-1", "/x/"],
        ["--at-least", "3", "--at-most", "2", "/x/"],
        ["POST"],
        ["POST /x/ y"],
        [],
    ],
)
def test_verify_refuses_contradictory_expectations(tenant, arguments):
    tenant.failure("sandbox", "verify", *arguments, code=2)


def test_the_journal_masks_secrets(tenant):
    tenant.provider.request("POST", "/customers/", CUSTOMER)
    secret = tenant.environment["TOQUE_API_KEY_SECRET"]
    text = tenant.text("logs", "--verbose")
    assert "> Authorization: ***" in text
    assert "Bruno Exemplo" in text
    assert secret not in text + tenant.text("logs", "--json")
    assert len(tenant.json("logs", "--last", 1)) == 1
    assert tenant.json("logs", "--status", 404) == []
    result = tenant.run("logs", "--status", "404")
    assert (result.returncode, result.stdout) == (0, "")
    assert "No matching requests" in result.stderr


def test_a_recorded_ceremony_is_verified_again(tenant):
    payment = tenant.json("trigger", "payment.succeeded")["object"]["id"]
    (ceremony,) = tenant.json("sandbox", "ceremonies", "--object", payment)
    assert ceremony["type"] == "authentication"
    document = tenant.text("sandbox", "ceremonies", ceremony["id"], "--document")
    verdict = tenant.toque.run("verify", "-", stdin=document)
    assert verdict.returncode == 0, verdict.stdout + verdict.stderr
    assert payment in tenant.text("sandbox", "ceremonies", ceremony["id"])
    assert ceremony["id"] in tenant.text("sandbox", "ceremonies")


@pytest.mark.parametrize("log", [["events"], ["ceremonies"], ["webhooks", "deliveries"]])
def test_a_log_of_an_unknown_object_is_a_failure(tenant, log):
    assert "--object: there is no object with this id" in tenant.failure("sandbox", *log, "--object", "nothing")
    enrollment = tenant.json("trigger", "enrollment.pending")["object"]["id"]
    tenant.text("sandbox", *log, "--object", enrollment)


def test_a_delivery_names_the_object_that_its_webhook_is_about(tenant):
    tenant.text("sandbox", "webhooks", "add", "http://127.0.0.1:9/webhooks")
    payment = tenant.json("trigger", "payment.succeeded")["object"]
    lines = tenant.text("sandbox", "webhooks", "deliveries").splitlines()
    assert any("CHARGES" in line and payment["charges"][0]["id"] in line for line in lines), lines
    assert any("PAYMENT_INTENTS" in line and payment["id"] in line for line in lines), lines
    # The charge's webhooks are listed among the payment's, in order.
    found = tenant.text("sandbox", "webhooks", "deliveries", "--object", payment["id"])
    assert payment["charges"][0]["id"] in found


def test_webhooks_are_added_listed_and_removed(tenant):
    identity = tenant.json("sandbox", "webhooks", "add", "http://127.0.0.1:9/webhooks")["id"]
    assert "http://127.0.0.1:9/webhooks" in tenant.text("sandbox", "webhooks")
    tenant.text("sandbox", "clock", "freeze")
    tenant.json("trigger", "payment.failed")
    tenant.text("sandbox", "clock", "advance", "5m")
    deliveries = tenant.json("sandbox", "webhooks", "deliveries", "--state", "failed")
    assert deliveries
    assert "PAYMENT_INTENTS" in tenant.text("sandbox", "webhooks", "deliveries")
    assert tenant.json("sandbox", "webhooks", "replay", deliveries[0]["id"])["id"] != deliveries[0]["id"]
    tenant.text("sandbox", "webhooks", "remove", identity)
    assert tenant.json("sandbox", "webhooks") == []


# Following logs


def test_following_requests_ends_with_an_interrupt(tenant):
    tenant.provider.request("GET", "/customers/")
    with tenant.follow("logs", "--follow") as process:
        assert "GET /customers/" in process.stdout.readline()
        tenant.provider.request("POST", "/customers/", CUSTOMER)
        assert "POST /customers/" in process.stdout.readline()
        process.send_signal(signal.SIGINT)
        rest, said = process.communicate(timeout=60)
        assert (rest, said) == ("", "")
    assert process.returncode == -signal.SIGINT


def test_following_ends_with_the_sandbox(toque):
    with Simulator(toque, "--memory", "--port", 0) as simulator:
        tenant = Tenant(toque, simulator.url)
        tenant.text("trigger", "enrollment.pending")
        with tenant.follow("sandbox", "events", "--follow", "--last", "1", "--json") as process:
            assert json.loads(process.stdout.readline())["kind"] == "enrollment"
            # From here on, entries arrive by following.
            enrollment = tenant.json("trigger", "enrollment.pending")["object"]["id"]
            assert json.loads(process.stdout.readline())["object"] == enrollment
            assert simulator.stop() == 0
            rest, said = process.communicate(timeout=60)
            assert all(json.loads(line) for line in rest.splitlines())
            assert "the sandbox has ended" in said
        assert process.returncode == 0


def test_following_ends_when_its_output_is_closed(tenant):
    with tenant.follow("logs", "--follow") as process:
        tenant.provider.request("GET", "/customers/")
        process.stdout.readline()
        process.stdout.close()
        # The command notices without writing another entry.
        assert process.wait(timeout=60) == 0
        assert process.stderr.read() == ""
