"""The exit of a process whose threads may still be running."""

import shutil
import subprocess

import pytest

# Libraries run destructors at exit; OpenSSL's free memory that other threads still use.
SOURCE = r"""
#include <unistd.h>
__attribute__((destructor)) static void taken_apart(void) { (void)!write(2, "taken apart\n", 12); }
"""


@pytest.fixture
def told_of_destructors(toque, tmp_path):
    """The environment in which the process reports that the destructors of its libraries run."""
    compiler = shutil.which("cc")
    assert compiler, "needs a C compiler: apt-get install gcc"
    library = tmp_path / "told.so"
    command = [compiler, "-x", "c", "-shared", "-fPIC", "-Wall", "-Werror", "-o", library, "-"]
    subprocess.run(command, input=SOURCE, text=True, check=True)
    return toque.environment | {"LD_PRELOAD": str(library)}


def run(program, environment):
    return subprocess.run(program, env=environment, capture_output=True, text=True)


def test_a_program_that_exits_runs_the_destructors_of_its_libraries(told_of_destructors):
    assert run([shutil.which("true")], told_of_destructors).stderr == "taken apart\n"


@pytest.mark.parametrize(
    "code, arguments", [(0, ["--version"]), (0, ["--help"]), (0, ["risk-signals", "--account-tenure", "2024-01-31"])]
)
def test_libraries_stay_whole_to_the_end_of_a_success(toque, told_of_destructors, code, arguments):
    result = run([toque.path, *arguments], told_of_destructors)
    assert (result.returncode, "taken apart" in result.stderr) == (code, False)
    assert result.stdout


@pytest.mark.parametrize("code, arguments", [(2, ["--no-such"]), (3, ["verify", "/no/such/file"])])
def test_libraries_stay_whole_to_the_end_of_a_failure(toque, told_of_destructors, code, arguments):
    result = run([toque.path, *arguments], told_of_destructors)
    assert (result.returncode, "taken apart" in result.stderr) == (code, False)
    assert result.stderr
