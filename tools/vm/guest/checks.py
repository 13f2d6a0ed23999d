"""Runs the checks of tools/vm-test in the guest. Arguments name the modules of the checks."""

import importlib
import sys

from harness import run_checks

for module in sys.argv[1:]:
    importlib.import_module(module)
sys.exit(min(run_checks(), 1))
