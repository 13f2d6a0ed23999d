"""Requests that schemathesis must leave out."""

import schemathesis

# These lose, delay or refuse answers, which no document describes.
FAULTS = ("slow", "unavailable", "connection_reset", "truncated_body")


def is_fault(schema):
    name = schema.get("const") or schema["pattern"].removeprefix("^")
    return name.partition(":")[0] in FAULTS


@schemathesis.hook
def before_load_schema(context, raw_schema):
    for item in raw_schema["paths"].values():
        for operation in item.values():
            if isinstance(operation, dict):
                for parameter in operation.get("parameters", []):
                    if parameter["name"] == "X-Toque-Scenario":
                        schemas = parameter["schema"]["anyOf"]
                        schemas[:] = [schema for schema in schemas if not is_fault(schema)]
