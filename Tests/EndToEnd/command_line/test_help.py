"""The help of every command: rules check its words, and help.txt all of its text."""

import difflib
import json
import re
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from simulator import Simulator

GOLDEN = Path(__file__).with_name("help.txt")
# The help of the actions and events, which each provider has of its own.
GOLDEN_OF_VERBS = Path(__file__).with_name("help-of-actions.txt")
PROVIDERS = ["biometric-pix", "yuno", "ecommpay", "placetopay", "takeme"]
RENEW = "python -m pytest Tests/EndToEnd/command_line/test_help.py --renew-help"

# The first words of options and commands. Add new verbs here, but no synonyms of listed ones.
VERBS = set("""
    Accept Act Add Advance Apply Approve Attest Block Cancel Capture Change Check Clear Color Compare Control
    Copy Count Decide Decline Decode Delay Delete Describe Diagnose Disable End Enroll Erase Expect Explain Fail
    Forward Freeze Give Hold Imitate Judge Keep Let List Listen Log Make Manage Name Notify Open Override Pay
    Perform Post Print Protect Read Refuse Reject Remove Rename Repeat Replace Require Reset Retry Revoke Save
    Script Seal Select Send Serve Set Show Sign Simulate Skip Start Store Trust Use Verify Wait Write
""".split())
BRITISH = re.compile(
    r"\b(enrol(ment|ments|s)?|behaviour\w*|colour\w*|cancell(ed|ing)|authoris\w*|recognis\w*|initialis\w*|serialis\w*"
    r"|licence|centre|catalogue|favour\w*|honour\w*|labell\w*|signall\w*|organis\w*|customis\w*|grey|whilst)\b", re.I)
LONGEST_SENTENCE = 25


class Command:
    def __init__(self, dumped, above=()):
        self.path = [*above, dumped["commandName"]]
        self.name = " ".join(self.path)
        self.abstract = dumped.get("abstract", "")
        self.discussion = dumped.get("discussion", "")
        self.arguments = [a for a in dumped.get("arguments", []) if a["shouldDisplay"]]
        self.below = [
            Command(c, self.path)
            for c in dumped.get("subcommands", [])
            if c.get("shouldDisplay", True) and c["commandName"] != "help"
        ]

    def all(self):
        yield self
        for command in self.below:
            yield from command.all()


@pytest.fixture(scope="module")
def commands(toque):
    """Every command that help shows, each after its parent."""
    found = list(Command(toque.output("--experimental-dump-help")["command"]).all())
    assert len(found) > 60
    return found


@pytest.fixture(scope="module")
def options(commands):
    """The arguments of all commands, each once: the command's name, the argument, and its text."""
    seen = {}
    for command in commands:
        for argument in command.arguments:
            text = " ".join(filter(None, [argument.get("abstract"), argument.get("discussion")]))
            seen.setdefault(json.dumps(argument, sort_keys=True), (command.name, argument, text))
    assert len(seen) > 150
    return list(seen.values())


def spelling(argument):
    """`--json`, or `<file>`."""
    name = argument.get("preferredName")
    return f"--{name['name']}" if name else f"<{argument['valueName']}>"


def sentences(text):
    """The sentences of a text, without its examples."""
    paragraphs = [p for p in text.split("\n\n") if not p.startswith("Example:")]
    return [s for p in paragraphs for s in re.split(r"(?<=[.:;])\s+", p.replace("\n", " ")) if s]


def faults(name, text):
    """Words that are not American, unless a provider's own name has them, and sentences that are too long."""
    long = [s for s in sentences(text) if len(s.split()) > LONGEST_SENTENCE]
    british = [match.group() for match in BRITISH.finditer(text) if match.group() not in name]
    return [f"{name}: {word} is not American" for word in british] + [
        f"{name}: {len(s.split())} words: {s!r}" for s in long
    ]


def help_of(toque, path, environment):
    """The help of a command, below its title."""
    result = toque.run(*path[1:], "--help", environment={"COLUMNS": "80"} | environment)
    assert result.returncode == 0, result.stderr
    lines = [line.rstrip() for line in result.stdout.strip().splitlines()]
    return "\n".join([f"### {' '.join(path)} --help", "", *lines, "", ""])


def compare(file, now, request):
    """Compares the help with a golden file, or renews that."""
    if request.config.getoption("--renew-help"):
        file.write_text(now)
    golden = file.read_text() if file.exists() else ""
    changes = "\n".join(
        difflib.unified_diff(golden.splitlines(), now.splitlines(), file.name, "toque --help", n=1, lineterm=""))
    if changes:
        pytest.fail(f"the help changed:\n{changes}\nWhere that is meant, renew the golden file:\n    {RENEW}", False)


def test_the_help_of_all_commands_is_that_of_the_golden_file(toque, commands, request):
    with ThreadPoolExecutor(2) as pool:
        now = "\n".join(pool.map(lambda command: help_of(toque, command.path, {}), commands))
    compare(GOLDEN, now, request)


def test_the_help_of_all_actions_and_events_is_that_of_the_golden_file(toque, request):
    texts = []
    for provider in PROVIDERS:
        with Simulator(toque, "--memory", "--port", 0, "--provider", provider) as simulator:
            verbs = toque.output("sandbox", "actions", "--json", "--server", simulator.url)
            topics = dict.fromkeys(verb["name"].split()[0] for verb in verbs["tenant_actions"])
            paths = [["sandbox", name] for name in topics]
            paths += [["sandbox", *verb["name"].split()] for verb in verbs["actions"] + verbs["tenant_actions"]]
            paths += [["trigger", verb["name"]] for verb in verbs["triggers"]]
            with ThreadPoolExecutor(2) as pool:
                helps = pool.map(
                    lambda path: help_of(toque, ["toque", *path], {"TOQUE_SERVER": simulator.url}), paths)
                texts += [f"## {provider}\n", *helps]
    # The options that all of them have are there once.
    common = {text[text.index("  --wide"):] for text in texts if "  --wide" in text}
    assert len(common) == 1
    now = "\n".join(["## all\n", *common] + [text.partition("  --wide")[0].rstrip() + "\n" for text in texts])
    assert max(len(line) for line in now.splitlines() if not line.startswith("USAGE: ")) <= 80
    compare(GOLDEN_OF_VERBS, now, request)


def test_each_default_is_stated_once_and_correct(commands, options):
    golden = GOLDEN.read_text()
    assert "(default: " not in golden and "; default: " not in golden
    wrong = []
    for command, argument, text in options:
        said = re.findall(r"Default: (.+?)\.(?:\s|$)", text)
        real = argument.get("defaultValue")
        if real in (None, "false", "true"):
            continue
        if not said or said[0] != real.removesuffix(".0"):
            wrong.append(f"{command} {spelling(argument)}: its default is {real}, and its text says {said}")
    assert not wrong, "\n".join(wrong)


def test_help_fits_into_ascii_man_pages(commands, options):
    texts = [f"{c.abstract} {c.discussion}" for c in commands] + [text for *_, text in options]
    assert not [text for text in texts if not text.isascii()]
    assert not [argument["valueName"] for _, argument, _ in options if not argument["valueName"].isascii()]


def test_each_option_begins_with_a_verb_and_ends_with_a_full_stop(options):
    wrong = []
    for command, argument, text in options:
        first = text.split(" ")[0]
        is_sound = first[:1].isupper() if argument["kind"] == "positional" else first in VERBS
        if not is_sound or not text.endswith("."):
            wrong.append(f"{command} {spelling(argument)}: {text!r}")
    assert not wrong, "\n".join(wrong)


def test_each_command_begins_with_a_verb_and_ends_with_a_full_stop(commands):
    assert commands[0].abstract == "A local sandbox for Biometric Pix, and a FIDO2 security key in software."
    wrong = [
        f"{command.name}: {command.abstract!r}"
        for command in commands[1:]
        if command.abstract.split(" ")[0].rstrip(",") not in VERBS or not command.abstract.endswith(".")
    ]
    assert not wrong, "\n".join(wrong)


def test_each_command_has_an_example_of_itself(commands):
    wrong = [c.name for c in commands if f"Example: {c.name}" not in c.discussion.replace('eval "$(', "")]
    assert not wrong, "\n".join(wrong)


def test_required_and_repeatable_options_say_so(options):
    wrong = []
    for command, argument, text in options:
        if argument["kind"] == "option":
            for fact, word in [(not argument["isOptional"], "Required."), (argument["isRepeating"], "Repeatable.")]:
                if fact and word not in text:
                    wrong.append(f"{command} {spelling(argument)} is not said to be {word} {text!r}")
    assert not wrong, "\n".join(wrong)


def test_metavariables_name_the_kind_of_value(options):
    vague = re.compile(r"value|string|argument|option|[A-Z]{3}.*")
    wrong = [
        f"{command} {spelling(argument)} <{argument['valueName']}>"
        for command, argument, _ in options
        if argument["kind"] != "flag" and vague.fullmatch(argument["valueName"])
    ]
    assert not wrong, "\n".join(wrong)


def test_sentences_are_short_and_american(commands, options):
    texts = [(c.name, f"{c.abstract}\n\n{c.discussion}") for c in commands]
    texts += [(f"{command} {spelling(argument)}", text) for command, argument, text in options]
    wrong = [fault for name, text in texts for fault in faults(name, text)]
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("provider", PROVIDERS)
def test_the_texts_of_actions_events_and_scenarios_follow_the_same_rules(toque, provider):
    sandbox = ["simulate", "--provider", provider, "--", toque.path, "sandbox"]
    verbs = toque.output(*sandbox, "actions", "--json")
    scenarios = toque.output(*sandbox, "scenarios", "--json")["scenarios"]
    assert verbs["actions"] and verbs["triggers"] and scenarios
    actions = verbs["actions"] + verbs["tenant_actions"]
    commands = [(verb["name"], verb["summary"]) for verb in actions]
    for verb in actions + verbs["triggers"]:
        commands += [(f"{verb['name']} --{p['name']}", p["summary"]) for p in verb["parameters"]]
        for parameter in verb["parameters"]:
            assert parameter.get("required", False) == ("Required." in parameter["summary"])
    others = [(entry["name"], entry["summary"]) for entry in verbs["triggers"] + scenarios]
    others += [(verb["name"], verb["operand"]["summary"]) for verb in actions if "operand" in verb]
    wrong = [f"{name} begins with no verb: {text!r}" for name, text in commands if text.split(" ")[0] not in VERBS]
    for name, text in commands + others:
        if not text.endswith("."):
            wrong.append(f"{name} ends without a full stop: {text!r}")
        wrong += faults(name, text)
    assert not wrong, "\n".join(wrong)
