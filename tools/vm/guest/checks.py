"""The checks of tools/vm-test, carried out in the guest. Arguments name the modules that have them."""

import importlib
import sys

from harness import run_checks

for module in sys.argv[1:]:
    importlib.import_module(module)
sys.exit(min(run_checks(), 1))
