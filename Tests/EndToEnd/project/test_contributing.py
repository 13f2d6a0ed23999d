"""The recipes of CONTRIBUTING.md list exactly the files of their examples."""

import re

import pytest

from command import ROOT

# Patterns that recognize the code of each recipe's example.
EXAMPLES = {
    "An attestation format": r"\.apple\b|AppleStatement",
    "A CTAP command": r"case \.largeBlobs\b|\bAuthenticatorLargeBlobs\b",
    "A provider": r"struct PixProvider\b|(?<!extension )\bBiometricPixOptions\b",
    "A subcommand": r"\bDoctorCommand\b",
}
RECIPES = dict(re.findall(r"^### (.+)\n((?:(?!##).*\n)*)", (ROOT / "CONTRIBUTING.md").read_text(), re.M))


def code(file):
    """Returns a file's lines without comments."""
    return re.sub(r"//.*", "", file.read_text())


def test_each_recipe_has_an_example():
    assert RECIPES.keys() == EXAMPLES.keys()


@pytest.mark.parametrize("recipe", EXAMPLES)
def test_a_recipe_lists_the_files_of_its_example(recipe):
    listed = re.findall(r"^\d+\. `(Sources/.+?)`", RECIPES[recipe], re.M)
    files = [file for file in (ROOT / "Sources").rglob("*.swift") if re.search(EXAMPLES[recipe], code(file))]
    assert sorted(listed) == sorted(str(file.relative_to(ROOT)) for file in files)
