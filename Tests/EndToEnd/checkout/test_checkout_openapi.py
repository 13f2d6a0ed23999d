"""The APIs of the four checkout providers against their own descriptions, as sandbox/test_openapi.py does for Biometric
Pix. A hook signs the requests."""

import json
import urllib.parse
import urllib.request
from pathlib import Path

import openapi_spec_validator
import pytest

from answers import check_answers
from contract import DOCUMENT, Contract
from extent import extent
from simulator import Simulator

FOLDER = Path(__file__).parent

# Options of each provider, and requests that must succeed at least once to prove the signatures.
PROVIDERS = {
    "ecommpay": (
        [],
        [
            "POST /sdk/v1/session 201", "GET /sdk/v1/session/{session} 200", "POST /sdk/v1/session/{session}/cancel 200",
            "POST /v2/payment/status 200", "GET /payment 303",
        ],
    ),
    "placetopay": (
        [],
        [
            "POST /api/session 200", "POST /api/session/{requestId} 200", "GET /spa/session/{object}/{handle} 200",
            "POST /spa/session/{object}/{handle} 200",
        ],
    ),
    "takeme": (
        ["--header", "Authorization: Bearer sk_test_sandbox"],
        [
            "POST /v1/sources 201", "GET /v1/sources/{id} 200", "GET /v1/source_types 200",
            "POST /wallet/{handle} 200",
        ],
    ),
    "yuno": (
        ["--header", "public-api-key: sandbox", "--header", "private-secret-key: sandbox"],
        [
            "POST /v1/checkout/sessions 200", "GET /v1/checkout/sessions/{session} 200", "GET /v1/payments/{id} 200",
            "POST /v1/sdk/sessions/{session}/payment 201", "GET /v1/sdk/sessions/{session}/payment 200",
        ],
    ),
}  # fmt: skip


@pytest.fixture(scope="module", params=PROVIDERS)
def sandbox(toque, request):
    """A sandbox with the same ids in every run; its name and URL."""
    with Simulator(toque, "--provider", request.param, "--port", 0, "--memory", "--seed", "openapi") as simulator:
        # By this name, since the payer's pages link to it.
        yield request.param, simulator.url.replace("127.0.0.1", "localhost")


def get(url):
    with urllib.request.urlopen(url, timeout=30) as answer:
        return json.load(answer)


def test_the_document_of_each_provider_is_valid_openapi(sandbox):
    name, url = sandbox
    openapi_spec_validator.OpenAPIV31SpecValidator(get(url + DOCUMENT)).validate()


def test_examples_of_each_provider_match_their_schemas(sandbox):
    name, url = sandbox
    contract = Contract(get(url + DOCUMENT))
    count = 0
    for item in contract.document["paths"].values():
        for operation in (item[method] for method in ("get", "post") if method in item):
            for content in [operation.get("requestBody", {}), *operation["responses"].values()]:
                for media in content.get("content", {}).values():
                    examples = [media["example"]] if "example" in media else []
                    for example in examples + [each["value"] for each in media.get("examples", {}).values()]:
                        contract.validate(example, media["schema"])
                        count += 1
    assert count > 10


@extent("examples, phases", [3, "examples,fuzzing,stateful"], [10, "examples,coverage,fuzzing,stateful"])
def test_answers_of_each_provider_match_the_document(sandbox, tmp_path, examples, phases):
    """The many boundary values belong to the extended form."""
    name, url = sandbox
    arguments, successes = PROVIDERS[name]
    arguments = [*arguments, "--phases", phases]
    check_answers(url, tmp_path, FOLDER / "schemathesis.toml", "schemathesis_checkout", examples, *arguments)
    missing = []
    for success in successes:
        method, path, status = success.split()
        query = urllib.parse.urlencode({"method": method, "path": path, "status": status})
        if not get(f"{url}/_toque/requests/count?{query}")["count"]:
            missing.append(success)
    assert missing == []
