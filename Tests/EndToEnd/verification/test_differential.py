"""Ten thousand faulty ceremonies, and the rules that explain where we and two libraries differ."""

import collections
import os

import pytest

from command import ROOT
from differential.bases import BASES
from differential.corpus import faulty_ceremonies
from differential.disagreement import Disagreement
from differential.judges import LIBRARIES, ours, refusal
from differential.report import report
from differential.rules import GAPS, RULES

COUNT = 10_000
REPORT = ROOT / "docs/differential.md"


@pytest.fixture(scope="module")
def valid(toque):
    """Returns each library's verdict on each valid ceremony; our verifier accepts them all."""
    ceremonies = [base() for base in BASES]
    refused = [verdict for verdict in ours(toque, ceremonies) if verdict["verdict"] != "valid"]
    assert not refused
    return {
        (base.name, library.name): refusal(library, ceremony)
        for base, ceremony in zip(BASES, ceremonies, strict=True)
        for library in LIBRARIES
    }


def judge(toque, valid, count):
    """Returns each case with our code and the verdicts of the libraries that support the ceremony; None means
    accepted."""
    cases = faulty_ceremonies(count)
    verdicts = ours(toque, [case.ceremony for case in cases])
    return [
        (
            case,
            verdict.get("code"),
            {
                library.name: refusal(library, case.ceremony)
                for library in LIBRARIES
                if valid[case.base.name, library.name] is None
            },
        )
        for case, verdict in zip(cases, verdicts, strict=True)
    ]


@pytest.fixture(scope="module")
def judged(toque, valid):
    return judge(toque, valid, COUNT)


def disagreements(judged):
    return [
        Disagreement(str(case.kind), case.base.name, library, code, reason)
        for case, code, reasons in judged
        for library, reason in reasons.items()
        if (code is None) != (reason is None)
    ]


def explanations(disagreements, rules):
    """Counts the disagreements that each rule explains; each disagreement has exactly one rule."""
    counts = collections.Counter()
    unexplained, ambiguous = [], []
    for found in disagreements:
        names = [rule.name for rule in rules if rule.explains(found)]
        if len(names) == 1:
            counts[names[0], found.library] += 1
        else:
            (ambiguous if names else unexplained).append((str(found), names))
    assert not unexplained, "\n".join(f"{text}" for text, _ in unexplained[:50])
    assert not ambiguous, "\n".join(f"{text}: {names}" for text, names in ambiguous[:50])
    return counts


def explained(disagreements, rules):
    """Checks also that each rule explains at least one disagreement."""
    counts = explanations(disagreements, rules)
    needless = [
        f"{rule.name} of {library}" for rule in rules for library in rule.libraries if not counts[rule.name, library]
    ]
    assert not needless
    return counts


def test_libraries_accept_valid_ceremonies_except_for_known_gaps(valid):
    explained(
        [Disagreement("none", base, library, None, reason) for (base, library), reason in valid.items() if reason],
        GAPS,
    )


@pytest.mark.usual
def test_rules_explain_the_differences_on_five_hundred_faults(toque, valid):
    explanations(disagreements(judge(toque, valid, 500)), RULES)


@pytest.mark.extended
def test_the_ten_thousand_faults_are_all_different(judged):
    assert len(judged) == COUNT
    assert len({case.ceremony.document("") for case, _, _ in judged}) == COUNT


@pytest.mark.extended
def test_rules_explain_all_differences(judged, valid, capsys):
    text = report(judged, valid, explained(disagreements(judged), RULES))
    with capsys.disabled():
        print(text[text.index("## ") :])
    if os.environ.get("TOQUE_UPDATE_DOCS"):
        REPORT.write_text(text)
    assert REPORT.read_text() == text, "run this test again with TOQUE_UPDATE_DOCS=1"
