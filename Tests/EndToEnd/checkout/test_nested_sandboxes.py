"""Nested sandboxes of several providers."""

import sys

KEYS = {
    "yuno": ("sandbox", "sandbox"),
    "ecommpay": ("10", "your_secret"),
    "placetopay": ("sandbox", "sandbox"),
    "takeme": ("pk_test_sandbox", "sk_test_sandbox"),
}
SHOW = "import json, os; print(json.dumps({n: v for n, v in os.environ.items() if n.startswith('TOQUE_')}))"


def test_a_command_has_the_server_and_the_key_of_each_provider(toque):
    command = [sys.executable, "-c", SHOW]
    for name in reversed(KEYS):
        command = [toque.path, "simulate", "--provider", name, "--", *command]
    variables = toque.output(*command[1:])
    for name, key in KEYS.items():
        prefix = f"TOQUE_{name.upper()}"
        assert (variables[f"{prefix}_KEY_ID"], variables[f"{prefix}_KEY_SECRET"]) == key
    servers = [variables[f"TOQUE_{name.upper()}_SERVER"] for name in KEYS]
    assert len(set(servers)) == len(KEYS)
    # The innermost sandbox.
    assert variables["TOQUE_PROVIDER"] == "takeme"
    assert variables["TOQUE_SERVER"] == servers[-1]
    assert variables["TOQUE_API_KEY_ID"] == "pk_test_sandbox"
