"""Words are spelled as in American English, in names too, unless another's name has the British spelling."""

import re
import subprocess
from pathlib import PurePath

import pytest

from command import ROOT

BRITISH = re.compile(
    r"cancell(?:ed|ing|able)|enrol(?!l)|behaviou|colour|favour|honour|neighbour|flavour|labour|authoris|organis"
    r"|recognis|initialis|serialis|normalis|optimis|minimis|summaris|customis|utilis|analyse|licence|defence|offence"
    r"|centre|catalogue|dialogue|judgement|acknowledgement|artefact|labell(?!edby)|modell|signall|travell|fulfils|misspelt"
    r"|learnt|whilst|amongst|\bgrey\b",
    re.I,
)

# Names of others: files, the names in them, and whose they are. The files are patterns of PurePath.match.
ALLOWED = [
    ("*", r"\bisCancelled\b", "a property of Swift's Task, and of our own types that are canceled like one"),
    ("*", r"\bAUTHORISED\b", "a status of the Biometric Pix API"),
    ("*", r"\.authorised\b|\bcase authorised\b", "the Swift name of that status, beside the SDK's `authorized`"),
    ("*", r"authorised-spelling|\bauthorisedSpelling\b", "an assumption about the spelling itself"),
    ("*", r"\benrollment_not_authorised\b", "a failure code of the Biometric Pix API"),
    ("test_sequence_diagrams.py", r"\bauthorised\b", "a variable for that status"),
    ("*", r"\bCANCELLED_BY_USER\b", "a response code of Yuno"),
    ("*", r"\b(?:tok_)?cancelled_by_user\b", "the scenario of that code, and its token"),
    ("*", r"\buserCancelled\b", "a result of Yuno's newer SDKs"),
    ("*", r"\.Cancelled\b|\bcase Cancelled\b", "a result of ecommpay's SDK"),
    ("*", r"\bcancelledByCustomer\b", "the operation code 301 of ecommpay"),
    ("*", r"\b(?:tok_)?cancelled_by_customer\b", "the scenario of that code, and its token"),
    ("*", r"\b(?:payment\.|tok_)cancelled\b", "the scenario of ecommpay's status `cancelled`, and its token"),
    ("*[eE]commpay*", r"\bcancelled\b", "a status of an ecommpay payment"),
    ("Ecommpay/*/*", r"\bcancelled\b", "a status of an ecommpay payment"),
    ("payment_stages.py", r'"cancelled"', "a status of an ecommpay payment"),
    ("help-of-actions.txt", r"the status cancelled\b", "a status of an ecommpay payment"),
    ("Style.swift", r'"cancelled"', "a status of an ecommpay payment"),
    ("outcomes.md", r"\b[Cc]ancelled\b", "a status of an ecommpay payment and a result of its SDK"),
    ("test_outcomes.py", r'"Cancelled"', "a result of ecommpay's SDK"),
    # The rules themselves.
    ("test_help.py", r".+", "the words that help must not have"),
    ("test_spelling.py", r".+", "the words of this file"),
]


@pytest.fixture(scope="module")
def files():
    """The text of each file of the repository, by its path."""
    listed = subprocess.run(["git", "-C", ROOT, "ls-files", "-z"], check=True, capture_output=True, text=True).stdout
    texts = {}
    for name in filter(None, listed.split("\0")):
        if (ROOT / name).is_file():
            texts[name] = (ROOT / name).read_bytes().decode(errors="replace")
    assert len(texts) > 1000
    return texts


def without_allowed(name, text):
    for files, names, _ in ALLOWED:
        if files == "*" or PurePath(name).match(files):
            text = re.sub(names, "", text)
    return text


def found(text):
    for number, line in enumerate(text.splitlines(), 1):
        for word in BRITISH.finditer(line):
            yield f"{number}: {word[0]}: {line.strip()[:100]}"


def test_files_have_no_british_spelling(files):
    wrong = [
        f"{name}:{place}"
        for name, text in files.items()
        if BRITISH.search(text)
        for place in found(without_allowed(name, text))
    ]
    assert wrong == [], "write American English, or add the name of another to ALLOWED"


def test_paths_have_no_british_spelling(files):
    assert [name for name in files if BRITISH.search(name)] == []


@pytest.mark.parametrize("allowed", ALLOWED, ids=lambda allowed: allowed[1])
def test_each_allowed_name_is_in_use(files, allowed):
    pattern, names, _ = allowed
    texts = (text for name, text in files.items() if pattern == "*" or PurePath(name).match(pattern))
    assert any(BRITISH.search(match[0]) for text in texts for match in re.finditer(names, text))


@pytest.mark.parametrize("word", ["CancelledCall", "enrolment", "Enrol", "is_authorised", "the behaviour"])
def test_a_british_word_is_found_in_text_and_in_names(word):
    assert list(found(f"one\n{word}\n")) != []


@pytest.mark.parametrize("word", ["isCanceled", "CancellationError", "enrollment", "enrolled", "behavior", "dialog"])
def test_american_words_pass(word):
    assert list(found(word)) == []
