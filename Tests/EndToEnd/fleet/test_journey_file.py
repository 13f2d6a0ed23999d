"""The journey file: `toque fleet journey`, and its schema."""

import json
import tomllib

import jsonschema
import pytest

from command import ROOT, error_of

SCHEMA = ROOT / "docs/journey-file.schema.json"
INVALID = {
    "devises = 3": "devises: unknown name hint: did you mean `devices`?",
    "[journeys]\nbuy = 1": "journeys.buy: unknown name hint: did you mean `pay`?",
    "[think]\nfixed = 1": "think.fixed: found the number 1, expected a string",
    "profile = 'phone'": 'profile: "phone" is none of its values hint: one of ios, android, windows, security-key, '
    "fingerprint-key, lab",
    "[routes.session]\npath = '/s'": "routes.registration-options: found nothing, expected a route",
    "[routes.sing]\npath = '/s'": "routes.sing: unknown name hint: did you mean `sign`?",
    "[headers]\n'X Y' = 'a'": 'headers.X Y: found "X Y", expected a header\'s name such as X-Shop-Key',
    "[headers]\nHOST = 'a'": "headers.HOST: each request has a header of its own for this; leave it out",
    "[[browse]]\npath = 'x'": 'browse[0].path: found "x", expected a path such as /session, percent-encoded',
}


@pytest.fixture(scope="module")
def schema():
    return jsonschema.Draft202012Validator(json.loads(SCHEMA.read_text()))


def test_the_project_has_the_schema_that_the_command_prints(toque):
    assert toque.output("fleet", "journey", "--schema") == json.loads(SCHEMA.read_text())


def test_the_example_is_valid_by_reader_and_schema(toque, schema, tmp_path):
    example = toque.run("fleet", "journey").stdout
    schema.validate(tomllib.loads(example))
    file = tmp_path / "journey.toml"
    file.write_text(example)
    assert toque.run("fleet", "journey", file).stdout == f"{file}: enroll-and-pay, pay, browse\n"


@pytest.mark.parametrize("text", INVALID)
def test_reader_and_schema_refuse_the_same(toque, schema, tmp_path, text):
    assert not schema.is_valid(tomllib.loads(text))
    file = tmp_path / "journey.toml"
    file.write_text(text)
    result = toque.run("fleet", "journey", file)
    assert (result.returncode, error_of(result.stderr)) == (1, f"{file}: {INVALID[text]}")
