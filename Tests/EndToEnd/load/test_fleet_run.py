"""`toque fleet run`: a load test without Python."""

import json
import re
import signal
import subprocess

import jsonschema
import pytest

from command import ROOT, error_of
from locust_processes import requests_of, until
from simulator import Simulator, free_port

SCHEMA = json.loads((ROOT / "docs/load-report.schema.json").read_text())


@pytest.fixture(scope="module")
def sandbox(toque):
    """Its bank decides at once."""
    with Simulator(toque, "--port", 0, "--memory", "--quiet", "--options-delay", "0s", "--result-delay", "0s") as running:
        yield running.url


def test_the_report_counts_what_the_sandbox_counts_and_the_seed_gives_the_same_arrivals(toque, sandbox):
    before = requests_of(sandbox)
    words = ["--target", sandbox, "--users", "5", "--rate", "40", "--journeys", "20", "--seed", "a", "--report", "json"]
    first = toque.output("fleet", "run", *words)
    jsonschema.Draft202012Validator(SCHEMA).validate(first)
    assert first["total"]["count"] == requests_of(sandbox) - before == 20 * 9
    assert first["arrivals"]["due"] == first["arrivals"]["begun"] == 20 and first["interrupted"] is False
    assert first["failures"] == [] and first["unexpected"] == []
    kinds = {row["name"]: row["kind"] for row in first["steps"]}
    assert kinds["JOURNEY enroll-and-pay"] == "journey" and kinds["DEVICE sign"] == "device"
    assert kinds["POST /payment-intents/{id}/authorize/"] == "request"
    again = toque.output("fleet", "run", *words)
    assert again["plan"] == first["plan"]


def test_the_text_is_a_table_and_the_html_a_page_without_anything_from_elsewhere(toque, sandbox, tmp_path):
    words = ["fleet", "run", "--target", sandbox, "--rate", "40", "--journeys", "3"]
    text = toque.run(*words)
    assert text.returncode == 0, text.stderr
    assert re.search(r"^Step +Count +Failed +Per s +p50 ms .* +Max ms$", text.stdout, re.MULTILINE)
    assert re.search(r"^JOURNEY enroll-and-pay +3 +0 ", text.stdout, re.MULTILINE)
    page = tmp_path / "report.html"
    html = toque.run(*words, "--report", "html", "--language", "es", "--output", page)
    assert (html.returncode, html.stdout) == (0, ""), html.stderr
    content = page.read_text()
    assert '<html lang="es">' in content and "Informe de la prueba de carga" in content
    assert "<script" not in content and not re.search(r'(src|href)="', content)


def test_a_store_serves_runs_without_a_seed_and_another_profile_enrolls_again(toque, sandbox, tmp_path):
    journey = tmp_path / "journey.toml"
    journey.write_text("devices = 3\n[journeys]\npay = 1")
    words = ["fleet", "run", "--target", sandbox, "--journey", journey, "--store", tmp_path / "devices"]
    words += ["--rate", "40", "--journeys", "6", "--report", "json"]
    first, again, other = (toque.output(*words, *more) for more in ([], [], ["--profile", "windows"]))
    assert first["plan"]["users"] == 3
    assert "seed" not in first["plan"] and "seed" not in again["plan"]
    assert first["failures"] == again["failures"] == other["failures"] == []


def test_an_interrupt_before_the_first_journey_is_no_success(toque, tmp_path):
    journey = tmp_path / "journey.toml"
    journey.write_text('poll = "10ms"\n[journeys]\npay = 1')
    with Simulator(toque, "--port", 0, "--memory", "--quiet", "--options-delay", "1h") as slow:
        words = [toque.path, "fleet", "run", "--target", slow.url, "--journey", journey, "--users", "4"]
        before = requests_of(slow.url)
        with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as test:
            # Four steps of each user, and its polls.
            until(lambda: requests_of(slow.url) - before >= 40)
            test.send_signal(signal.SIGINT)
            _, stderr = test.communicate(timeout=30)
    assert test.returncode == 1
    assert error_of(stderr) == "fleet run: no journey began: the test was interrupted"


def test_failing_steps_fail_the_command_unless_a_share_is_allowed(toque):
    words = ["fleet", "run", "--target", f"http://127.0.0.1:{free_port()}", "--rate", "40", "--journeys", "4"]
    result = toque.run(*words)
    assert result.returncode == 1
    assert "4 of 4 steps failed (100.0 %)" in error_of(result.stderr)
    assert re.search(r"^Failures +Step +Reason$", result.stdout, re.MULTILINE)
    assert toque.run(*words, "--fail-above", "100").returncode == 0


def test_a_slow_99th_percentile_fails_the_command(toque, sandbox):
    result = toque.run("fleet", "run", "--target", sandbox, "--rate", "40", "--journeys", "2", "--max-p99", "0.001ms")
    assert result.returncode == 1
    assert error_of(result.stderr).startswith("--max-p99: the 99th percentile is ")


def interrupted(toque, sandbox, *words):
    """Interrupts a test at work; returns its report, and the number of its requests."""
    command = [toque.path, "fleet", "run", "--target", sandbox, "--rate", "20", "--for", "1h", *words]
    before = requests_of(sandbox)
    with subprocess.Popen(command, env=toque.environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        while requests_of(sandbox) < before + 20:
            assert process.poll() is None
        process.send_signal(signal.SIGINT)
        output, _ = process.communicate(timeout=60)
    assert process.returncode == 0
    return output.decode(), requests_of(sandbox) - before


def test_an_interrupt_ends_the_test_with_its_report(toque, sandbox):
    output, requests = interrupted(toque, sandbox, "--report", "json")
    report = json.loads(output)
    jsonschema.Draft202012Validator(SCHEMA).validate(report)
    # Users at work have finished.
    assert report["total"]["count"] == requests == report["arrivals"]["begun"] * 9
    assert report["interrupted"] is True and report["arrivals"]["due"] >= report["arrivals"]["begun"]


@pytest.mark.parametrize(
    ("form", "line"),
    [
        ("text", r"^Interrupted: \d+ journeys were due by then, \d+ of them never began\.$"),
        ("html", r"<dt>Interrupted</dt><dd>\d+ journeys were due by then, \d+ of them never began</dd>"),
    ],
)
def test_every_report_says_that_it_was_interrupted(toque, sandbox, form, line):
    output, _ = interrupted(toque, sandbox, "--report", form)
    assert re.search(line, output, re.MULTILINE)


@pytest.mark.parametrize(
    ("words", "error"),
    [
        (["--rate", "0"], "--rate: "), (["--users", "0"], "--users: "), (["--first-device", "-1"], "--first-device: "),
        (["--for", "0s"], "--for: "), (["--journeys", "0"], "--journeys: "), (["--fail-above", "101"], "--fail-above: "),
        (["--journeys", "1", "--for", "1s"], "--journeys: excludes --for"), (["--language", "fr"], "--language: "),
        (["--rate", "nan"], "--rate: "),
    ],
)  # fmt: skip
def test_numbers_out_of_range_are_refused(toque, words, error):
    # With `=`, because a number below 0 looks like an option.
    pairs = [f"{name}={value}" for name, value in zip(words[::2], words[1::2])]
    result = toque.run("fleet", "run", "--target", "http://127.0.0.1:1", *pairs)
    assert result.returncode == 2
    assert error_of(result.stderr).startswith(error)


def test_a_host_that_is_not_allowed_gets_no_load(toque):
    result = toque.run("fleet", "run", "--target", "http://192.0.2.1", "--journeys", "1")
    assert result.returncode == 2
    assert "--allow-host" in error_of(result.stderr)
