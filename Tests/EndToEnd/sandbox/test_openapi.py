"""The provider's API against its own description: a validator checks the document, and schemathesis derives valid and
invalid requests from it and checks the answers."""

import json
import urllib.request
from pathlib import Path

import openapi_spec_validator
import pytest

from answers import check_answers
from contract import DOCUMENT, Contract
from extent import extent
from provider import Provider
from simulator import Simulator

FOLDER = Path(__file__).parent


@pytest.fixture(scope="module")
def provider(toque):
    """A provider with the same ids in every run, like the requests."""
    with Simulator(toque, "--port", 0, "--memory", "--seed", "openapi") as simulator:
        yield Provider(simulator.url)


@pytest.fixture(scope="module")
def document(provider):
    """The document, which needs no key."""
    with urllib.request.urlopen(provider.url + DOCUMENT, timeout=30) as answer:
        assert answer.headers["Content-Type"] == "application/json"
        return json.load(answer)


def test_the_document_is_valid_openapi(document):
    openapi_spec_validator.OpenAPIV31SpecValidator(document).validate()


def test_the_document_names_the_server(document, provider):
    assert [server["url"] for server in document["servers"]] == [provider.url, f"{provider.url}/payments/br"]


def test_examples_match_their_schemas(document):
    contract = Contract(document)
    for item in document["paths"].values():
        for method in ("get", "post", "patch"):
            operation = item.get(method, {})
            for content in [operation.get("requestBody", {}), *operation.get("responses", {}).values()]:
                for media in content.get("content", {}).values():
                    examples = [media["example"]] if "example" in media else []
                    examples += [example["value"] for example in media.get("examples", {}).values()]
                    for example in examples:
                        contract.validate(example, media["schema"])


@extent("examples", [6], [12])
def test_answers_match_the_document(provider, tmp_path, examples):
    check_answers(
        provider.url, tmp_path, FOLDER / "schemathesis.toml", "schemathesis_hooks", examples, "--auth", "sandbox:sandbox"
    )
