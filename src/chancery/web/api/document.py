"""The OpenAPI document of the API, built from operations and shapes; and its form for a page."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import cache
from typing import Any

from chancery.web.api.operations import api

SECTIONS = {
    "Games": "What can be played.",
    "Tables": "Lists of tables, one of them, and new ones.",
    "Archive": "Public games that are finished.",
    "Tournaments": "Tournaments, the leagues whose seasons they are, and teams.",
    "Company": "Who comes, goes, starts and plays once more. Each answers with the table.",
    "Play": "What your seats see and are asked, and their answers.",
}
STATUSES = {
    200: "Done.",
    201: "Opened.",
    401: "The token is wrong or was revoked, or there is none where one is needed.",
    403: "That is not your seat.",
    404: "There is no such thing.",
    413: "The body is too large.",
    415: "The body is not said to be JSON.",
    422: "What was sent is not possible, or the rules or the table refuse it; nothing has changed.",
    429: "Too much at once: wait as long as `Retry-After` says.",
    503: "The table or the database is busy: wait as long as `Retry-After` says.",
}


WAIT = {"Retry-After": {"description": "seconds", "schema": {"type": "integer"}}}
HEADERS: dict[int, dict[str, Any]] = {
    401: {"WWW-Authenticate": {"schema": {"type": "string", "example": "Bearer"}}},
    429: WAIT,
    503: WAIT,
}


@cache
def document() -> dict[str, Any]:
    """Return the OpenAPI document of the API."""
    schema: dict[str, Any] = json.loads(json.dumps(api.get_openapi_schema(path_prefix="/api/v1/")))
    schema["tags"] = [{"name": n, "description": text} for n, text in SECTIONS.items()]
    scheme = schema["components"]["securitySchemes"]["Token"]
    scheme["description"] = "A token made on your settings page."
    shapes = schema["components"]["schemas"]
    for methods in schema["paths"].values():
        for operation in methods.values():
            _finish(operation)
            for content in _contents(operation):
                content.setdefault("example", _example(content["schema"], shapes))
    return schema


def _contents(operation: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield every JSON content that an operation takes or returns."""
    bodies = [operation.get("requestBody", {}), *operation["responses"].values()]
    for body in bodies:
        yield from body.get("content", {}).values()


def _example(schema: dict[str, Any], shapes: dict[str, Any]) -> Any:
    """Return an example value, built from the examples of the fields."""
    if "examples" in schema:
        return schema["examples"][0]
    if "$ref" in schema:
        fields = shapes[schema["$ref"].rpartition("/")[2]]["properties"]
        return {name: _example(field, shapes) for name, field in fields.items()}
    if "anyOf" in schema:
        return _example(schema["anyOf"][0], shapes)
    return [_example(schema["items"], shapes)] if schema["type"] == "array" else {}


def _finish(operation: dict[str, Any]) -> None:
    """Add what the library that collects operations leaves out."""
    summary, _, details = operation["description"].partition("\n\n")
    operation["summary"], operation["description"] = summary, details or summary
    for status, answer in operation["responses"].items():
        answer["description"] = STATUSES[int(status)]
        if int(status) in HEADERS:
            answer["headers"] = HEADERS[int(status)]
    for parameter in operation["parameters"]:
        schema = parameter["schema"]
        kinds = [kind for kind in schema.pop("anyOf", ()) if kind != {"type": "null"}]
        for kind in kinds:  # parameters can be left out, but not be null
            schema.update(kind)


# -- for people ---------------------------------------------------------------------------------

Pieces = list[tuple[str, str]]  # a kind (text, code, strong, or a shape to link) and a text


def sections(schema: dict[str, Any]) -> dict[str, Any]:
    """Return the document as the page shows it: introduction, operations by section, shapes."""
    operations = [
        _operation(method.upper(), path, spec)
        for path, methods in schema["paths"].items()
        for method, spec in methods.items()
    ]
    return {
        "introduction": [_pieces(part) for part in schema["info"]["description"].split("\n\n")],
        "sections": [
            (tag["name"], tag["description"], [o for o in operations if o["tag"] == tag["name"]])
            for tag in schema["tags"]
        ],
        "statuses": [(status, _pieces(text)) for status, text in STATUSES.items() if status >= 400],
        "shapes": [
            {"name": name, "text": _pieces(shape["description"]), "fields": _fields(shape)}
            for name, shape in sorted(schema["components"]["schemas"].items())
        ],
    }


def _pieces(text: str) -> Pieces:
    """Split a text into plain parts, `code` and **emphasis**."""
    kinds = {"`": "code", "*": "strong"}
    parts = re.split(r"(`[^`]*`|\*\*.*?\*\*)", text)
    return [(kinds.get(part[:1], "text"), part.strip("`*")) for part in parts if part]


def _operation(method: str, path: str, spec: dict[str, Any]) -> dict[str, Any]:
    details = spec["description"] if spec["description"] != spec["summary"] else ""
    body = spec.get("requestBody", {}).get("content", {}).get("application/json", {})
    answers = {int(status): answer for status, answer in spec["responses"].items()}
    success = next(answer for status, answer in answers.items() if status < 300)
    ((media, content),) = success["content"].items()
    return {
        "id": spec["operationId"],
        "tag": spec["tags"][0],
        "method": method,
        "path": path,
        "text": _pieces(spec["summary"]),
        "more": _pieces(details),
        "open": {} in spec["security"],
        "parameters": [
            {
                "name": parameter["name"],
                "in": parameter["in"],
                "required": parameter["required"],
                "type": _type(parameter["schema"]),
                "text": _pieces(parameter.get("description", "")),
            }
            for parameter in spec["parameters"]
        ],
        "body": _type(body["schema"]) if body else [],
        "example": json.dumps(body["example"]) if body else "",
        "gives": _type(content["schema"]) if media == "application/json" else [("code", media)],
        "errors": [status for status in sorted(answers) if status >= 400],
    }


def _fields(shape: dict[str, Any]) -> list[dict[str, Any]]:
    return [
        {
            "name": name,
            "type": _type(field),
            "text": _pieces(field.get("description", "")),
            "required": name in shape.get("required", ()),
            "default": json.dumps(field["default"]) if "default" in field else "",
        }
        for name, field in shape["properties"].items()
    ]


def _type(schema: dict[str, Any]) -> Pieces:
    """Return the type of a value in a few words, with links to shapes."""
    return list(_spelled(schema))


def _spelled(schema: dict[str, Any]) -> Iterator[tuple[str, str]]:
    if "$ref" in schema:
        yield "shape", schema["$ref"].rpartition("/")[2]
    elif "enum" in schema:
        for number, value in enumerate(schema["enum"]):
            yield "text", " | " if number else ""
            yield "code", json.dumps(value)
    elif "anyOf" in schema:
        for number, kind in enumerate(schema["anyOf"]):
            yield "text", " | " if number else ""
            yield from _spelled(kind)
    elif schema.get("type") == "array":
        yield "text", "list of "
        yield from _spelled(schema["items"])
    else:
        yield "text", schema.get("format", schema.get("type", "anything"))
