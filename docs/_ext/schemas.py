"""The page of the JSON that each command prints, from the schemas that come with the package."""

import json
from collections.abc import Iterator
from importlib.resources import files
from typing import Any

__all__ = ["page", "read_schemas"]

Schema = dict[str, Any]


def read_schemas() -> Schema:
    """The schemas of all commands, and the definitions that they share."""
    found: Schema = json.loads((files("grundy") / "data" / "schemas.json").read_text(encoding="utf-8"))
    return found


def page(schemas: Schema) -> Iterator[str]:
    """The page: a section for each command and each definition."""
    yield "# The JSON of each command\n\nWhat `--json` prints, as tables; {download}`schemas.json` has the same as JSON"
    yield "Schema (draft 2020-12), and so has the package: `grundy/data/schemas.json`. Fields that are not always there"
    yield "are in brackets. [For programs](../howto/programs.md) has examples.\n"
    for name, schema in schemas["commands"].items():
        yield f"## grundy {name}\n\n{schema.get('description', '')}\n"
        yield from forms(schema)
    yield "## Shared pieces\n"
    for name, schema in schemas["$defs"].items():
        yield f"### {name}\n\n{schema.get('description', '')}\n"
        yield from forms(schema) if "properties" in schema else [f"{type_of(schema)}\n"]


def forms(schema: Schema) -> Iterator[str]:
    """A table for each form that the answer may have."""
    for form in schema.get("oneOf", [schema]):
        inner = form["items"] if form.get("type") == "array" else form
        if form is not schema and "description" in form:
            yield f"{form['description']}\n"
        if "$ref" in inner or "properties" not in inner:
            yield f"{type_of(form)}\n"
            continue
        if inner is not form:
            yield "A list of:\n"
        yield "| field | type | |\n| --- | --- | --- |"
        for name, field in inner["properties"].items():
            shown = f"`{name}`" if name in inner["required"] else f"[`{name}`]"
            yield f"| {shown} | {type_of(field)} | {field.get('description', '')} |"
        yield ""


def type_of(schema: Schema) -> str:
    """The type in a few words."""
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        return f"[{name}](#{name})"
    if "const" in schema:
        return f"`{json.dumps(schema['const'])}`"
    if "enum" in schema:
        return ", ".join(f"`{json.dumps(value)}`" for value in schema["enum"])
    if "anyOf" in schema:
        return " or ".join(map(type_of, schema["anyOf"]))
    if schema.get("type") == "array":
        return f"list of {type_of(schema['items'])}"
    if schema.get("type") == "object":
        if "properties" in schema:
            return "object with " + ", ".join(f"`{name}`: {type_of(it)}" for name, it in schema["properties"].items())
        more = schema.get("additionalProperties")
        return f"object of {type_of(more)}" if isinstance(more, dict) else "object"
    kinds = schema["type"] if isinstance(schema["type"], list) else [schema["type"]]
    return " or ".join(kinds)
