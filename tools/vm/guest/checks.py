"""The checks of tools/vm-test, carried out in the guest by the person that sits at it. Arguments name modules."""

import importlib
import sys

from harness import run_checks

for module in sys.argv[1:] or ["system", "programs", "browser"]:
    importlib.import_module(module)
sys.exit(min(run_checks(), 1))
