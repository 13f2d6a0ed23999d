"""tools/test-summary, which closes each run of tools/test."""

import json
import subprocess

import pytest

from command import ROOT


@pytest.fixture
def summarize(tmp_path):
    def run(*suites):
        result = subprocess.run([ROOT / "tools/test-summary", tmp_path, *suites], capture_output=True, text=True)
        return result.returncode, [line.strip() for line in result.stdout.splitlines() if line.strip()]

    return run


def junit(file, *cases):
    lines = [f'<testcase classname="m" name="{name}" time="{time}">{inside}</testcase>' for name, time, inside in cases]
    file.write_text(f"<testsuite>{''.join(lines)}</testsuite>")


def event(kind, name, instant):
    return json.dumps({"payload": {"kind": kind, "testID": f"{name}/file.swift:1:2", "instant": {"absolute": instant}}})


def test_results_are_counted_and_the_slowest_come_first(summarize, tmp_path):
    junit(tmp_path / "one.xml", *[(f"test{number}", number / 10, "") for number in range(30)])
    code, lines = summarize("one")
    assert (code, lines[0], lines[-1]) == (0, "one: 30 passed, 0 failed, 0 skipped", "30 passed, 0 failed, 0 skipped")
    slowest = lines[lines.index("The slowest 20, in seconds:") + 1 : -1]
    assert slowest == [f"{number / 10:.1f}  m.test{number}" for number in range(29, 9, -1)]


def test_failures_skips_and_missing_suites_are_named(summarize, tmp_path):
    junit(tmp_path / "one.xml", ("a", 1, "<failure/>"), ("b", 1, '<skipped message="needs root"/>'), ("c", 1, ""))
    code, lines = summarize("one", "two")
    assert code == 1
    assert {"failed   m.a", "skipped  m.b: needs root", "two: did not run to its end"} <= set(lines)
    assert lines[-1] == "1 passed, 2 failed, 1 skipped"


def test_a_failure_says_how_it_begins(summarize, tmp_path):
    junit(tmp_path / "one.xml", ("a", 1, f'<failure message="1 &lt; 2&#10;  {"x" * 1000}"/>'), ("b", 1, '<error message="y"/>'))
    _, lines = summarize("one")
    assert lines[1:3] == [f"failed   m.a: 1 < 2 {'x' * 394}", "failed   m.b: y"]


def test_a_suite_without_tests_is_a_failure(summarize, tmp_path):
    junit(tmp_path / "one.xml")
    assert summarize("one")[0] == 1


def test_swift_tests_take_the_time_of_their_cases_alone(summarize, tmp_path):
    junit(tmp_path / "one.xml", ("a()", 1000, ""), ("b()", 1000, ""))
    events = [
        json.dumps({"payload": {"kind": "test", "name": "one\u2028two\x85three"}}, ensure_ascii=False),
        event("testStarted", "m.S/a()", 0), event("testCaseStarted", "m.S/a()", 5),
        event("testCaseStarted", "m.S/a()", 6), event("testCaseEnded", "m.S/a()", 8),
        event("testCaseEnded", "m.S/a()", 9), event("testCaseStarted", "m.S/b()", 7),
        event("testCaseEnded", "m.S/b()", 7.5),
    ]  # fmt: skip
    (tmp_path / "one.jsonl").write_text("\n".join(events))
    _, lines = summarize("one")
    assert lines[lines.index("The slowest 20, in seconds:") + 1 : -1] == ["6.0  m.S/a()", "0.5  m.S/b()"]
