"""The package as it is installed."""

from __future__ import annotations

import ast
import importlib.metadata
import json
import os
import re
import shlex
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import List

import toque_testing

INSTALLED = Path(toque_testing.__file__).parent
PROJECT = Path(__file__).parent.parent


def mypy(*files: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "mypy", "--strict", "--cache-dir", str(PROJECT.parent / ".build/mypy"), *files]
    return subprocess.run(command, cwd=PROJECT, capture_output=True, text=True)


def test_it_runs_from_the_wheel() -> None:
    assert "site-packages" in INSTALLED.parts
    sources = PROJECT / "src/toque_testing"
    assert {file.name: file.read_bytes() for file in sources.iterdir() if file.is_file()} == {
        file.name: file.read_bytes() for file in INSTALLED.iterdir() if file.is_file()
    }


def test_it_needs_only_pytest() -> None:
    requires = importlib.metadata.requires("toque-testing") or []
    assert [name for name in requires if "extra ==" not in name] == ["pytest>=7.4"]
    assert [name for name in requires if "extra ==" in name] == ["locust>=2.20; extra == 'locust'"]


def offline_pip(command: str, *options: str) -> None:
    """Runs a command of the docs from the project's root, without a network."""
    words = [sys.executable, "-m", *shlex.split(command), "--no-index", "--no-build-isolation", "--quiet", *options]
    result = subprocess.run(words, cwd=PROJECT.parent, capture_output=True, text=True)
    assert result.returncode == 0, result.stderr


def offered(folder: Path, name: str, version: str) -> List[str]:
    """Options of pip that offer a wheel without content."""
    with zipfile.ZipFile(folder / f"{name}-{version}-py3-none-any.whl", "w") as wheel:
        information = f"{name}-{version}.dist-info"
        wheel.writestr(f"{information}/METADATA", f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n")
        wheel.writestr(f"{information}/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n")
        wheel.writestr(f"{information}/RECORD", "")
    return ["--find-links", str(folder)]


def test_the_command_for_load_tests_installs_the_package_with_locust(tmp_path: Path) -> None:
    page = (PROJECT.parent / "docs/fleet.md").read_text()
    [command] = re.findall(r"^    (pip install .*)$", page, re.MULTILINE)
    report = tmp_path / "report.json"
    offline_pip(command, *offered(tmp_path, "locust", "2.20"), "--dry-run", "--report", str(report))
    installed = {each["metadata"]["name"] for each in json.loads(report.read_text())["install"]}
    assert installed == {"toque-testing", "locust"}
    offline_pip(command, "--no-deps", "--target", str(tmp_path / "target"))
    module = "toque_testing/locust.py"
    assert (tmp_path / "target" / module).read_bytes() == (PROJECT / "src" / module).read_bytes()


def test_its_version_is_that_of_the_binary() -> None:
    printed = subprocess.run([os.environ["TOQUE_BIN"], "--version"], capture_output=True, text=True, check=True).stdout
    assert importlib.metadata.version("toque-testing") == printed.strip()


def test_mypy_finds_nothing() -> None:
    """In the package and in these tests, which use it by its installed types."""
    result = mypy()
    assert result.returncode == 0, result.stdout + result.stderr


def test_python_3_9_reads_it() -> None:
    for file in INSTALLED.glob("*.py"):
        ast.parse(file.read_text(), feature_version=(3, 9))


def test_a_failing_type_is_found(tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.py"
    wrong.write_text("from toque_testing import Sandbox\ndef f(sandbox: Sandbox) -> int: return sandbox.url\n")
    assert 'got "str", expected "int"' in mypy(str(wrong)).stdout
