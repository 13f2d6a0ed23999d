"""The options of `toque-bench`, that its servers do not outlive it, and that several instances are measured."""

import os
import re
import runpy
import subprocess
import sys
import time
from pathlib import Path

import pytest

import cluster
from command import ROOT
from simulator import Simulator

INSTANCES = ROOT / "tools/bench-instances"
BENCH = Path(os.environ.get("TOQUE_BENCH", ROOT / ".build/debug/toque-bench"))


def children(process_id):
    """The ids of a process's children that serve."""
    found = []
    for task in Path(f"/proc/{process_id}/task").iterdir():
        for child in (task / "children").read_text().split():
            try:
                command = Path(f"/proc/{child}/cmdline").read_bytes()
            except OSError:
                continue  # It has ended.
            if b"\0simulate\0" in command:
                found.append(int(child))
    return found


def wait(condition):
    deadline = time.monotonic() + 60
    while not (value := condition()):
        assert time.monotonic() < deadline
        time.sleep(0.01)
    return value


def has_ended(process_id):
    try:
        return Path(f"/proc/{process_id}/stat").read_text().rsplit(")", 1)[1].split()[0] == "Z"
    except OSError:
        return True


built = pytest.mark.skipif(not BENCH.exists(), reason="needs toque-bench: swift build --product toque-bench")


@built
def test_help_lists_the_options():
    result = subprocess.run([BENCH, "--help"], capture_output=True, text=True, timeout=60)
    assert (result.returncode, result.stderr) == (0, "")
    assert {"--sandbox-only", "--checkout-only", "--provider", "--load", "--tenants", "--clients", "--flows"} <= set(re.findall(r"--[a-z-]+", result.stdout))


@built
@pytest.mark.parametrize(
    "arguments, said",
    [
        (["--no-such-option"], "--no-such-option"),
        (["--load"], "--load"),
        (["--load", "99999"], "--load"),
        (["--flows", "0"], "--flows"),
        (["--flows", "-1"], "--flows"),
        (["--provider", "nobody"], "nobody"),
        (["--tenants", "2"], "--tenants"),
        (["--load", "8420", "--tenants", "-1"], "--tenants"),
        (["--load", "8420", "--clients", "0"], "--clients"),
        (["--rate", "5"], "--rate"),
        (["--load", "8420", "--rate", "0"], "--rate"),
        (["toque"], "name=path"),
    ],
)
def test_an_invalid_option_is_named(arguments, said):
    result = subprocess.run([BENCH, *arguments], capture_output=True, text=True, timeout=60)
    assert (result.returncode, result.stdout) == (2, "")
    assert said in result.stderr


@built
@pytest.mark.parametrize(
    "provider, options",
    [
        ("biometric-pix", ["--options-delay", "0", "--result-delay", "0"]),
        ("yuno", []),
        ("ecommpay", []),
        ("placetopay", []),
        ("takeme", []),
    ],
)
def test_payments_with_their_webhooks_load_a_sandbox_of_each_provider(toque, provider, options):
    with Simulator(toque, "--provider", provider, "--port", 0, "--memory", *options) as simulator:
        port = simulator.url.rsplit(":", 1)[1]
        command = [BENCH, "--load", port, "--provider", provider, "--flows", "20"]
        result = subprocess.run(command, capture_output=True, text=True, timeout=120)
    assert (result.returncode, result.stderr) == (0, "")
    assert re.fullmatch(r"\d+\.\d\d flows/s\n", result.stdout)


@built
def test_flows_arrive_at_a_rate(toque):
    with Simulator(toque, "--port", 0, "--memory", "--options-delay", "0", "--result-delay", "0") as simulator:
        command = [BENCH, "--load", simulator.url.rsplit(":", 1)[1], "--flows", "20", "--rate", "40"]
        result = subprocess.run(command, capture_output=True, text=True, timeout=120)
    assert (result.returncode, result.stderr) == (0, "")
    time = r"\d+\.\d\d ms"
    assert re.fullmatch(rf"whole flows: p50 {time}, p95 {time}, p99 {time}\n\d+\.\d\d flows/s\n", result.stdout)


@built
@pytest.mark.parametrize("part", ["--sandbox-only", "--checkout-only"])
def test_a_missing_binary_is_a_failure(part):
    result = subprocess.run([BENCH, part, "toque=/nowhere/toque"], capture_output=True, text=True, timeout=60)
    assert result.returncode == 1
    assert "/nowhere/toque" in result.stderr


@built
def test_a_server_ends_when_the_benchmark_is_killed(toque):
    command = [BENCH, "--sandbox-only", f"toque={toque.path}"]
    with subprocess.Popen(
        command, env=toque.environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    ) as process:
        servers = wait(lambda: children(process.pid))
        process.kill()
    for server in servers:
        wait(lambda server=server: has_ended(server))


@built
@pytest.mark.extended
@pytest.mark.usefixtures("haproxy")
@pytest.mark.skipif(not cluster.is_installed(), reason=cluster.REASON)
def test_instances_on_postgresql_are_measured_beside_sqlite(toque):
    command = [sys.executable, INSTANCES, toque.path, BENCH, "--flows", "8", "--instances", "2", "--tenants", "3", "--seconds", "0.5"]
    result = subprocess.run(command, env=toque.environment, capture_output=True, text=True, timeout=300)
    assert (result.returncode, result.stderr) == (0, "")
    for line in [
        r"SQLite, 1 instance +[\d.]+ flows/s +[\d.]+ ms: instances [\d.]+, HAProxy [\d.]+, clients [\d.]+",
        r"PostgreSQL, 2 instances +[\d.]+ flows/s +[\d.]+ ms: instances [\d.]+, PostgreSQL [\d.]+, HAProxy [\d.]+, "
        r"clients [\d.]+; [\d.]+ commits of the disk",
        r"a tenant on SQLite: made in [\d.]+ ms, .+; 3 idle ones take [\d.]+ % of a processor",
        r"a tenant on PostgreSQL: made in [\d.]+ ms, .+ in PostgreSQL",
        r"Computed from these parts, not measured: 10 machines with 2 processors each.",
        r" +first limit: .+",
    ]:
        assert re.search(f"^{line}$", result.stdout, re.MULTILINE), (line, result.stdout)


def test_without_postgresql_instances_are_not_measured(monkeypatch, capsys):
    monkeypatch.setattr(cluster, "is_installed", lambda: False)
    monkeypatch.setattr(sys, "path", list(sys.path))
    monkeypatch.setattr(sys, "argv", [str(INSTANCES), "toque", "toque-bench"])
    runpy.run_path(str(INSTANCES), run_name="__main__")
    assert capsys.readouterr().out == f"Several instances: {cluster.REASON}: not measured\n"
