"""Checks answers against the simulator's own OpenAPI document."""

import functools
import json
import urllib.request

import jsonschema
import referencing
import referencing.jsonschema

DOCUMENT = "/_toque/openapi.json"


class Contract:
    def __init__(self, document):
        self.document = document
        resource = referencing.Resource(contents=document, specification=referencing.jsonschema.DRAFT202012)
        self.registry = referencing.Registry().with_resource("urn:document", resource)

    @classmethod
    @functools.cache
    def of(cls, url):
        with urllib.request.urlopen(url + DOCUMENT, timeout=30) as answer:
            return cls(json.load(answer))

    def check(self, method, path, status, headers, text):
        """Fails if the document does not allow this answer to the request."""
        responses = self.path_item(path)[method.lower()]["responses"]
        assert str(status) in responses, f"{method} {path}: status {status} is not documented"
        response = responses[str(status)]
        for name in response["headers"]:
            header = self.document["components"]["headers"][name]
            assert headers.get(name) or not header["required"], f"{method} {path}: {status} without {name}"
            if headers.get(name):
                self.validate(headers[name], header["schema"])
        if "content" not in response:
            assert not text, f"{method} {path}: {status} with a body"
            return
        media = response["content"][headers["Content-Type"].split(";")[0]]
        self.validate(json.loads(text), media["schema"])

    def path_item(self, path):
        """Literal parts win over parameters."""
        parts = path.partition("?")[0].removeprefix("/payments/br").strip("/").split("/")
        items = [
            (pattern.count("{"), item)
            for pattern, item in self.document["paths"].items()
            if fits(pattern.strip("/").split("/"), parts)
        ]
        assert items, f"{path} is not documented"
        return min(items, key=lambda entry: entry[0])[1]

    def validate(self, value, schema):
        # References point into the document.
        jsonschema.Draft202012Validator(
            absolute(schema), registry=self.registry, format_checker=jsonschema.FormatChecker()
        ).validate(value)


def fits(pattern, parts):
    return len(pattern) == len(parts) and all(
        name.startswith("{") or name == part for name, part in zip(pattern, parts, strict=True)
    )


def absolute(schema):
    """The schema with its references naming the document that they lead into."""
    if isinstance(schema, dict):
        return {
            name: f"urn:document{value}" if name == "$ref" else absolute(value) for name, value in schema.items()
        }
    return [absolute(value) for value in schema] if isinstance(schema, list) else schema
