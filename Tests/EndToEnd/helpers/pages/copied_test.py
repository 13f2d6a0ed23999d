"""Runs what the dashboard's page "Copy as pytest" gives."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[4]


def run(text, toque, folder, *options):
    (folder / "test_history.py").write_text(text)
    environment = {name: value for name, value in toque.environment.items() if not name.startswith("TOQUE")}
    environment |= {"PYTHONPATH": str(ROOT / "python/src"), "TOQUE_BIN": str(toque.path)}
    plugins = ["-p", "toque_testing.plugin", "-p", "no:cacheprovider"]
    command = [sys.executable, "-m", "pytest", *plugins, *options, "test_history.py"]
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True)
