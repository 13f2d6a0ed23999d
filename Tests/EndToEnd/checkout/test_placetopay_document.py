"""PlacetoPay's Checkout against its own description: by a validator of such documents, and by a program that makes
requests of them, right ones and wrong ones, and holds the answers against them."""

import json
import os
import subprocess
import sys
import urllib.request
from pathlib import Path

import openapi_spec_validator
import pytest

from command import HANGING
from contract import DOCUMENT, Contract
from extent import extent
from simulator import Simulator

FOLDER = Path(__file__).parent


@pytest.fixture(scope="module")
def url(toque):
    """Of a sandbox whose ids are the same in every run, as the requests are."""
    arguments = ["--provider", "placetopay", "--port", 0, "--memory", "--seed", "openapi", "--authorization", "button"]
    with Simulator(toque, *arguments) as simulator:
        yield simulator.url


@pytest.fixture(scope="module")
def document(url):
    with urllib.request.urlopen(url + DOCUMENT, timeout=30) as answer:
        return json.load(answer)


def test_the_document_is_valid_openapi(document):
    openapi_spec_validator.OpenAPIV31SpecValidator(document).validate()


def test_examples_match_their_schemas(document):
    contract = Contract(document)
    for item in document["paths"].values():
        for method in ("get", "post"):
            operation = item.get(method, {})
            for content in [operation.get("requestBody", {}), *operation.get("responses", {}).values()]:
                for media in content.get("content", {}).values():
                    examples = [media["example"]] if "example" in media else []
                    examples += [example["value"] for example in media.get("examples", {}).values()]
                    for example in examples:
                        contract.validate(example, media["schema"])


@extent("examples", [6], [100])
def test_answers_match_the_document(url, tmp_path, examples):
    """Examples, boundary values, random ones of both kinds, and chains of requests; the same in every run. The hooks
    sign what is made."""
    command = [sys.executable, "-m", "schemathesis.cli", "--config-file", FOLDER / "placetopay_schemathesis.toml"]
    command += ["run", url + DOCUMENT, "--no-color", "--max-examples", examples]
    result = subprocess.run(
        list(map(str, command)),
        cwd=tmp_path,
        env={
            "SCHEMATHESIS_HOOKS": "placetopay_hooks",
            "PYTHONPATH": os.pathsep.join([str(FOLDER), *sys.path]),
            "PATH": "/usr/bin:/bin",
        },
        timeout=HANGING,
        capture_output=True,
        text=True,
    )
    assert result.returncode == 0, result.stdout + result.stderr
