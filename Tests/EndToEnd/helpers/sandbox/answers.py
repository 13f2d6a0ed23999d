"""Checks a sandbox's answers against its own description: schemathesis makes valid and invalid requests from it."""

import os
import subprocess
import sys

from command import HANGING
from contract import DOCUMENT


def check_answers(url, folder, config, hooks, examples, *arguments):
    """Examples, boundary values, random ones of both kinds, and chains of requests; the same in every run.

    `config` is a schemathesis.toml, `hooks` a module in the path of these tests, `examples` the number of random
    requests for each kind and operation. Fails if an answer contradicts the document."""
    command = [sys.executable, "-m", "schemathesis.cli", "--config-file", config]
    run = ["run", url + DOCUMENT, "--no-color", "--max-examples", examples, *arguments]
    result = subprocess.run(
        list(map(str, command + run)),
        cwd=folder,
        env={"SCHEMATHESIS_HOOKS": hooks, "PYTHONPATH": os.pathsep.join(sys.path), "PATH": "/usr/bin:/bin"},
        timeout=HANGING,
        capture_output=True,
        text=True,
    )
    assert result.returncode == 0, result.stdout + result.stderr
