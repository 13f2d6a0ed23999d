"""The JSON Schemas of the vectors."""

import functools
import json

import jsonschema

from command import ROOT

FOLDER = ROOT / "vectors/schema"


@functools.cache
def validator(name):
    schema = json.loads((FOLDER / f"{name}.schema.json").read_text())
    jsonschema.Draft202012Validator.check_schema(schema)
    return jsonschema.Draft202012Validator(schema, format_checker=jsonschema.FormatChecker())


def validate(name, value):
    """Fails if the value does not match the schema `ceremony`, `verdict` or `vectors`."""
    validator(name).validate(value)


def accepts(name, value):
    return validator(name).is_valid(value)
