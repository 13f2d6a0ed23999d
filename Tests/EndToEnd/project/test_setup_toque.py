"""The action setup-toque: its step, as action.yml runs it, in a bare Debian and with files that were tampered with."""

import platform
import re
import subprocess

import pytest
import yaml

from bare_debian import missing
from command import HANGING, ROOT

ACTION = ROOT / "setup-toque"
MACHINE = {"x86_64": "amd64", "aarch64": "arm64"}[platform.machine()]
bare = pytest.mark.skipif(missing() is not None, reason=f"a bare Debian: {missing()}")


def step():
    [only] = yaml.safe_load((ACTION / "action.yml").read_text())["runs"]["steps"]
    assert only["shell"] == "bash"
    return only


def environment(inputs, context):
    """The step's environment, as GitHub fills it in."""
    values = {f"inputs.{name}": value for name, value in inputs.items()}
    values |= {f"github.{name}": value for name, value in context.items()}
    expression = re.compile(r"\$\{\{ (\S+) \}\}")
    return {name: expression.sub(lambda match: values.get(match[1], ""), text) for name, text in step()["env"].items()}


def attempt(folder, **options):
    """Runs the step on this machine, where it installs nothing: each of these cases fails earlier."""
    variables = environment(options.pop("inputs", {}), options.pop("context", {}))
    variables |= {"PATH": "/usr/bin:/bin", "GITHUB_ACTION_PATH": str(ACTION), "GITHUB_OUTPUT": str(folder / "output")}
    return subprocess.run(
        ["bash", "-e", "-c", step()["run"]], cwd=folder, env=variables | options, capture_output=True, text=True,
        timeout=HANGING,
    )  # fmt: skip


def release(folder, version="1.2.3"):
    """A release whose files contain nothing executable."""
    lines = []
    for name in (f"toque_{version}_{MACHINE}.deb", f"toque-{version}-linux-{MACHINE}.tar.gz"):
        (folder / name).write_text(name)
        lines.append(subprocess.check_output(["sha256sum", name], cwd=folder, text=True))
    (folder / "SHA256SUMS").write_text("".join(lines))
    return {"folder": str(folder)}


def test_a_file_with_another_sum_is_refused(tmp_path):
    inputs = release(tmp_path)
    for file in tmp_path.glob("toque*"):
        file.write_text("tampered with")
    result = attempt(tmp_path, inputs=inputs)
    assert result.returncode == 1 and "does not have the sum in SHA256SUMS" in result.stdout


def test_an_input_with_a_line_break_is_no_command_of_the_workflow(tmp_path):
    result = attempt(tmp_path, inputs={"version": "1.2.3\n::stop-commands::x", "folder": ""})
    assert result.returncode == 1
    [line] = result.stdout.splitlines()
    assert line.startswith("::error::") and "%0A::stop-commands::x" in line


def test_only_a_line_of_this_very_file_has_its_sum(tmp_path):
    inputs = release(tmp_path)
    sums = tmp_path / "SHA256SUMS"
    # A regular expression takes it for the file that is installed.
    sums.write_text(sums.read_text().replace("1.2.3", "1x2.3"))
    for file in tmp_path.glob("toque*"):
        file.rename(tmp_path / file.name.replace("1.2.3", "1x2.3"))
    result = attempt(tmp_path, inputs=inputs | {"version": "1.2.3"})
    assert result.returncode == 1 and "SHA256SUMS does not list toque" in result.stdout


def test_a_file_without_a_sum_is_refused(tmp_path):
    result = attempt(tmp_path, inputs=release(tmp_path) | {"version": "1.2.4"})
    assert result.returncode == 1 and "SHA256SUMS does not list toque" in result.stdout


@pytest.mark.parametrize("version", ["latest", "1.2", "1.2.3/../..", "$(id)"])
def test_text_that_is_not_a_version_is_refused(tmp_path, version):
    result = attempt(tmp_path, inputs=release(tmp_path) | {"version": version})
    assert result.returncode == 1 and "is no version, such as 0.1.0" in result.stdout


def test_an_action_at_a_branch_requires_a_version(tmp_path):
    result = attempt(tmp_path, context={"action_ref": "main", "action_repository": "owner/toque"})
    assert result.returncode == 1 and "version is missing" in result.stdout


def test_the_tag_of_the_action_is_the_version_that_is_fetched(tmp_path):
    context = {"action_ref": "v1.2.3", "action_repository": "owner/toque"}
    result = attempt(tmp_path, context=context, GITHUB_SERVER_URL=f"file://{tmp_path}/nothing")
    assert result.returncode == 1
    assert f"could not get file://{tmp_path}/nothing/owner/toque/releases/download/v1.2.3/SHA256SUMS" in result.stdout


@bare
@pytest.mark.alone
@pytest.mark.extended
@pytest.mark.parametrize("system", ["debian 12", "another"])
def test_the_action_installs_a_release(debian, dist, system):
    """The Debian package on Debian 12, else the tarball. Both from a release, which is fetched by its URL."""
    [package] = dist.glob("*.deb")
    version = package.name.split("_")[1]
    debian.put([file for file in dist.iterdir() if file.is_file()], f"/srv/owner/toque/releases/download/v{version}")
    debian.put([ACTION / "install"], "/srv/action")
    if system == "another":
        (debian.root / "usr/lib/os-release").write_text("ID=another\nVERSION_ID=1\n")
    # What downloads has no network: it copies what the URL names.
    curl = debian.root / "usr/local/bin/curl"
    curl.write_text('#!/bin/bash\nwhile [[ $1 != --output ]]; do shift; done\ncp "${3#file://}" "$2"\n')
    curl.chmod(0o755)
    variables = environment({}, {"action_ref": f"v{version}", "action_repository": "owner/toque"}) | {
        "GITHUB_ACTION_PATH": "/srv/action",
        "GITHUB_OUTPUT": "/srv/output",
        "GITHUB_PATH": "/srv/path",
        "GITHUB_SERVER_URL": "file:///srv",
        "PATH": "/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
    }
    debian.output(step()["run"], **variables)
    assert (debian.root / "srv/output").read_text() == f"version={version}\n"
    if system == "another":
        # GitHub puts this into the PATH of the steps that follow.
        folder = (debian.root / "srv/path").read_text().strip()
        variables["PATH"] = f"{folder}:{variables['PATH']}"
        assert not (debian.root / "usr/bin/toque").exists()
    pay = "toque simulate -- toque sandbox status --json"
    assert '"tenant"' in debian.output(pay, PATH=variables["PATH"])
